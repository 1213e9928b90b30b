/** The network: addresses that may ask, how much they may ask, and pages that may call. */
import assert from "node:assert/strict";
import { once } from "node:events";
import type { Reply } from "../support/exchange.ts";
import { accepted, refused } from "./expect.ts";
import { section } from "./row.ts";
import type { Row } from "./row.ts";
import { openLine, statusOf } from "./wire.ts";
import type { Line } from "./wire.ts";
import type { World } from "./world.ts";

const row = section("3.4");
const WALLET = `0x${"5b".repeat(20)}`;
const FOREIGN = "https://other.example";
/** Origin whose pages may trade at a server that the checklist starts in production. */
export const APP_ORIGIN = "https://app.example";
/** Limits of such a server: connections, streams and open orders at a time. */
export const CAPS = { connections: 60, streams: 4, openOrders: 6 };

const READ = `/positions?user=${WALLET}`;

/** Values of X-Forwarded-For, each with true if it is from an address that may read. */
const FORWARDED: readonly (readonly [headers: Readonly<Record<string, string | string[]>>, may: boolean])[] =
  [
    [{}, false],
    [{ "x-forwarded-for": "192.0.2.1" }, true],
    [{ "x-forwarded-for": "192.0.2.1, 203.0.113.9" }, false],
    [{ "x-forwarded-for": "203.0.113.9, 192.0.2.1" }, true],
    [{ "x-forwarded-for": ["192.0.2.1", "203.0.113.9"] }, false],
    [{ "x-forwarded-for": "192.0.2.1, 127.0.0.1" }, true],
    [{ "x-forwarded-for": "::ffff:192.0.2.1" }, true],
    [{ "x-forwarded-for": "[::ffff:192.0.2.1]:443" }, true],
    [{ "x-forwarded-for": "192.0.2.1:4711" }, true],
    [{ "x-forwarded-for": "192.0.2.1, unknown" }, false],
    [{ "x-forwarded-for": "2001:db8::1" }, false],
    [{ "x-forwarded-for": "" }, false],
    [{ "x-real-ip": "192.0.2.1" }, false],
    [{ forwarded: "for=192.0.2.1" }, false],
  ];

const forwarded = row(
  "who asks is what trusted proxies say, from the right",
  async ({ wire, spec }) => {
    for (const [headers, may] of FORWARDED) {
      const reply = await wire.ask(spec.data + READ, { headers });
      const what = JSON.stringify(headers);
      if (may) accepted(reply, what);
      else {
        refused(reply, what, 401);
        assert.equal(reply.body.error, "unauthorized: ip_not_allowlisted");
      }
    }
  },
  ["sandbox", "own"],
);

const allowlist = row(
  "an address that may not read is told so before anything else is looked at",
  async ({ wire, spec }) => {
    for (const query of ["", "?user=nobody", "?colour=red", `?user=${WALLET}&limit=x`])
      refused(await wire.ask(`${spec.data}/positions${query}`), query, 401);
  },
  ["sandbox", "own"],
);

const shared = ({ headers }: Reply): string | null => headers.get("access-control-allow-origin");

const publicPages = row(
  "pages of all origins may read what is public, without credentials",
  async ({ wire, spec }) => {
    for (const url of [
      `${spec.trading}/time`,
      `${spec.catalog}/markets`,
      `${spec.trading}/book?token_id=1`,
    ]) {
      const reply = await wire.ask(url, { headers: { origin: FOREIGN } });
      assert.deepEqual(
        [shared(reply), reply.headers.get("access-control-allow-credentials")],
        ["*", null],
        url,
      );
      assert.equal(reply.headers.get("set-cookie"), null);
    }
  },
);

const preflight = (
  { wire, spec }: Pick<World, "wire" | "spec">,
  { origin, path = "/order", method = "POST" }: { origin: string; path?: string; method?: string },
): Promise<Reply> =>
  wire.ask(spec.trading + path, {
    method: "OPTIONS",
    headers: { origin, "access-control-request-method": method },
  });

const options = row(
  "OPTIONS takes no credentials and names the headers of a signed request",
  async (world) => {
    const origin = world.mode === "production" ? APP_ORIGIN : FOREIGN;
    const reply = await preflight(world, { origin });
    assert.equal(reply.status, 204);
    const allowed = reply.headers.get("access-control-allow-headers")?.toLowerCase().split(", ") ?? [];
    for (const name of ["address", "api_key", "passphrase", "timestamp", "signature"])
      assert.ok(allowed.includes(`svc_${name}`), `svc_${name} of ${allowed.join()}`);
  },
  ["own"],
);

const origins = row(
  "pages of origins that the operator does not name may not trade",
  async (world) => {
    for (const origin of [
      FOREIGN,
      "null",
      `${APP_ORIGIN}.evil.example`,
      "http://app.example",
      "https://sub.app.example",
    ]) {
      assert.equal(shared(await preflight(world, { origin })), null, origin);
      const { wire, spec } = world;
      assert.equal(
        shared(await wire.ask(`${spec.trading}/order`, { body: {}, headers: { origin } })),
        null,
        origin,
      );
    }
    const named = await preflight(world, { origin: APP_ORIGIN });
    assert.deepEqual([shared(named), named.headers.get("vary")], [APP_ORIGIN, "origin"]);
  },
  ["production", "own"],
);

const operatorPages = row("no page may use the operator API", async ({ wire, admin }) => {
  for (const method of ["GET", "OPTIONS"]) {
    const headers = { origin: APP_ORIGIN, "access-control-request-method": "GET" };
    assert.equal(shared(await wire.ask(`${admin}/status`, { method, headers })), null, method);
  }
});

const openOrders = row(
  "a wallet has a bounded number of open orders",
  async ({ ann, market }) => {
    accepted(await ann.request("DELETE", "/cancel-all"), "a cancel");
    const terms = { tokenId: market.tokenIds[1]!, side: "BUY", price: "0.01", size: "5" } as const;
    for (let placed = 0; placed < CAPS.openOrders; placed += 1) accepted(await ann.place(terms), "an order");
    refused(await ann.place(terms), "one too many", [400, 409, 429], "too_many_orders");
    accepted(await ann.request("DELETE", "/cancel-all"), "the cancel of all");
    accepted(await ann.place(terms), "one again");
    accepted(await ann.request("DELETE", "/cancel-all"), "the cancel");
  },
  ["production", "own", "traders"],
);

const amplification = row(
  "a book that is asked for 500 times is answered once, or in proportion",
  async (world) => {
    const { wire, spec, market } = world;
    const [token_id] = market.tokenIds;
    const books = async (count: number): Promise<Reply> =>
      wire.ask(`${spec.trading}/books`, { body: Array.from({ length: count }, () => ({ token_id })) });
    const [one, many] = [await books(1), await books(500)];
    accepted(many, "500 times one book");
    assert.ok(many.text.length <= 500 * one.text.length, `${many.text.length} bytes`);
    assert.ok(many.body.length === 1, `${many.body.length} books`);
  },
);

const connections = row(
  "one address has a bounded number of connections",
  async ({ spec, wire }) => {
    const lines: Line[] = [];
    for (let opened = 0; opened <= CAPS.connections; opened += 1) lines.push(await openLine(spec.trading));
    const last = lines.at(-1)!;
    assert.equal(statusOf(await last.all), 503);
    for (const { socket } of lines) {
      socket.destroy();
      if (!socket.closed) await once(socket, "close");
    }
    for (let tries = 0; tries < 100; tries += 1) {
      const line = await openLine(spec.trading);
      line.socket.write("GET /time HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n");
      if (statusOf(await line.all) === 200) break;
      assert.ok(tries < 99, "no connection after the others are gone");
    }
    accepted(await wire.ask(`${spec.trading}/time`), "afterwards");
  },
  ["production", "own"],
);

/** Clients without credentials, by what they send on each of their connections. */
const STRANGERS: readonly (readonly [name: string, text: string])[] = [
  ["requests whose bodies do not come", "DELETE /order HTTP/1.1\r\nhost: x\r\ncontent-length: 1000\r\n\r\n{"],
  ["readers that take no answers", "GET /markets HTTP/1.1\r\nhost: x\r\n\r\n".repeat(200)],
  ["idle connections", ""],
];

const strangers = STRANGERS.map(([name, text]) =>
  row(
    `${name} hold up no order, no cancel and no reader`,
    async ({ spec, wire, ann, market }) => {
      const lines: Line[] = [];
      for (let opened = 0; opened < CAPS.connections / 2; opened += 1) {
        const line = await openLine(spec.trading);
        line.socket.pause();
        line.socket.write(text);
        lines.push(line);
      }
      const terms = { tokenId: market.tokenIds[1]!, side: "BUY", price: "0.01", size: "5" } as const;
      for (let times = 0; times < 5; times += 1) {
        const placed = await ann.place(terms);
        accepted(placed, "an order");
        accepted(await ann.cancel(placed.body.orderID), "its cancel");
        accepted(await wire.ask(`${spec.trading}/book?token_id=${market.tokenIds[1]}`), "a book");
      }
      for (const { socket } of lines) {
        socket.destroy();
        if (!socket.closed) await once(socket, "close");
      }
    },
    ["production", "own", "traders"],
  ),
);

const MAX_BATCHES = 60;
const BATCH = 3_000;

const floods = row(
  "a flood of orders is held, from wherever it says that it comes, and leaves the cancels",
  async ({ ann, ben }) => {
    const body = JSON.stringify(Array.from({ length: BATCH }, () => 0));
    let held: Reply | undefined;
    for (let sent = 0; sent < MAX_BATCHES && held === undefined; sent += 1) {
      const reply = await ben.request("POST", "/orders", {
        body,
        changeHeaders: (headers) => ({ ...headers, "x-forwarded-for": `198.51.100.${sent}` }),
      });
      if (reply.status === 429) held = reply;
    }
    assert.ok(held !== undefined, "no order was held");
    assert.ok(Number(held.headers.get("retry-after")) >= 1, "without Retry-After");
    assert.equal(held.body.code, "rate_limited");
    for (const trader of [ben, ann])
      assert.equal((await trader.request("DELETE", "/cancel-all")).status, 200, "a cancel");
  },
  ["production", "own"],
);

const MAX_GUESSES = 1_000;

const guesses = row(
  "who guesses credentials is held after a while",
  async ({ ann }) => {
    for (let sent = 0; sent < MAX_GUESSES; sent += 1) {
      const { status, headers } = await ann.cancel("0x1", { timestamp: "1" });
      if (status !== 429) continue;
      assert.ok(Number(headers.get("retry-after")) >= 1);
      return;
    }
    assert.fail(`${MAX_GUESSES} guesses were answered`);
  },
  ["production", "own"],
);

export const NETWORK_ROWS: readonly Row[] = [
  forwarded,
  allowlist,
  publicPages,
  options,
  origins,
  operatorPages,
  openOrders,
  amplification,
  connections,
  ...strangers,
];

/** Rows that use up the rate limits of this machine, so they come last. */
export const FLOOD_ROWS: readonly Row[] = [floods, guesses];
