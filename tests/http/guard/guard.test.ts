/**
 * The guard of an exchange that listens: limits of addresses, keys and wallets, what pages of other origins may do, and
 * what is refused of a request before it is looked at. Each test comes from addresses of its own, through a proxy.
 */
import assert from "node:assert/strict";
import { createConnection } from "node:net";
import { text as readText } from "node:stream/consumers";
import { after, before, describe, it } from "node:test";
import { requestsTo, testListing, tokenOf } from "../../support/exchange.ts";
import type { Reply } from "../../support/exchange.ts";
import { accountOf, createTrader, requestHeaders, traderWith, walletHeaders } from "../../support/trader.ts";
import type { Trader } from "../../support/trader.ts";
import { startListeningExchange } from "../listening-exchange.ts";
import type { ListeningExchange } from "../listening-exchange.ts";
import { connect, refusedConnection } from "../../stream/live-client.ts";

const APP = "https://app.example";
const YES = tokenOf("rain yes");
const SPEC_BASES = ["trading", "data", "catalog"] as const;

let exchange: ListeningExchange;
let addresses = 0;

before(async () => {
  exchange = await startListeningExchange({
    PRESAGE_RATE_LIMITS: "0.01",
    PRESAGE_STRICTNESS: "lenient",
    PRESAGE_ORIGINS: APP,
    PRESAGE_TRUSTED_PROXIES: "127.0.0.1",
  });
  await exchange.list(testListing([{ name: "rain" }]));
});
after(() => exchange.close());

/** An address that nothing came from. */
const newAddress = (): string => `192.0.2.${(addresses += 1)}`;

const baseOf = (name: (typeof SPEC_BASES)[number]): string => exchange.addresses.spec[name];

async function ask(
  url: string,
  from: string,
  headers: Readonly<Record<string, string>> = {},
  method = "GET",
) {
  const response = await fetch(url, { method, headers: { "x-forwarded-for": from, ...headers } });
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    body: text === "" ? undefined : JSON.parse(text),
  };
}

/** The statuses of so many of the same request. */
async function statuses(count: number, send: () => Promise<{ readonly status: number }>): Promise<number[]> {
  const found: number[] = [];
  for (let sent = 0; sent < count; sent += 1) found.push((await send()).status);
  return found;
}

/** Reaches the exchange at an address of a dialect, from an address that can change. */
function reachedFrom(place: { from: string }) {
  const { spec, polymarket, kuest } = exchange.addresses;
  const { send } = requestsTo({ spec: spec.trading, polymarket: polymarket!.trading, kuest: kuest!.trading });
  return {
    clock: exchange.clock,
    send: (path: string, sent: Parameters<typeof send>[1], dialect?: Parameters<typeof send>[2]) =>
      send(path, { ...sent, headers: { ...sent.headers, "x-forwarded-for": place.from } }, dialect),
  };
}

async function newTrader(name: string): Promise<{ trader: Trader; place: { from: string } }> {
  const place = { from: newAddress() };
  return { trader: await createTrader(reachedFrom(place), name), place };
}

describe("limits of an address", () => {
  it("hold each operation by itself, say when there is room again, and then there is", async () => {
    const from = newAddress();
    const book = () => ask(`${baseOf("trading")}/book?token_id=${YES}`, from);
    assert.deepEqual(await statuses(3, book), [200, 200, 429]);
    const { headers, body } = await book();
    const { request_id: id, ...fixed } = body;
    assert.deepEqual(fixed, {
      error: "Too Many Requests",
      code: "rate_limited",
      hint: "book: expected at most 2 in 10 s of one address, got more; there is room again in 5 s",
    });
    assert.deepEqual([headers.get("retry-after"), headers.get("x-request-id")], ["5", id]);
    assert.equal(headers.get("access-control-allow-origin"), "*");
    assert.equal((await ask(`${baseOf("trading")}/price?token_id=${YES}&side=BUY`, from)).status, 404);
    assert.equal((await ask(`${baseOf("trading")}/book?token_id=${YES}`, newAddress())).status, 200);
    await exchange.wait(5_000);
    assert.deepEqual(await statuses(2, book), [200, 429]);
  });

  it("are of the interface, whatever the dialect and the address that was asked", async () => {
    const from = newAddress();
    const { spec, kuest, web } = exchange.addresses;
    const bases = [spec.trading, kuest!.trading, `${web}/polymarket/trading`];
    const answers: number[] = [];
    for (const base of bases) answers.push((await ask(`${base}/book?token_id=${YES}`, from)).status);
    assert.deepEqual(answers, [200, 200, 429]);
  });

  it("hold all of an interface together, but for what says that it is there", async () => {
    const from = newAddress();
    const markets = await statuses(51, () =>
      ask(`${baseOf("trading")}/simplified-markets?next_cursor=LTE%3D`, from),
    );
    assert.deepEqual([...new Set(markets.slice(0, 50)), markets[50]], [200, 429]);
    const astray = await ask(`${baseOf("trading")}/nothing`, from);
    assert.deepEqual([astray.status, astray.body.code], [429, "rate_limited"]);
    for (const path of ["/", "/ok", "/time", "/version"])
      assert.equal((await ask(baseOf("trading") + path, from)).status, 200, path);
    assert.equal((await ask(`${baseOf("catalog")}/tags`, from)).status, 200);
  });

  it("are told in the form of the interface", async () => {
    const from = newAddress();
    const positions = () => ask(`${baseOf("data")}/positions?user=0x${"ab".repeat(20)}`, from);
    assert.deepEqual(await statuses(3, positions), [200, 200, 429]);
    assert.deepEqual((await positions()).body, { error: "Too Many Requests" });
    const tags = () => ask(`${baseOf("catalog")}/tags`, from);
    assert.deepEqual(await statuses(3, tags), [200, 200, 429]);
    const refused = await tags();
    assert.deepEqual(refused.body, { type: "too many requests", error: "Too Many Requests" });
    assert.equal(refused.headers.get("retry-after"), "5");
  });

  it("are of the network, in IPv6", async () => {
    const book = (from: string) => ask(`${baseOf("trading")}/book?token_id=${YES}`, from);
    const answers = [];
    for (const from of ["2001:db8:7:7::1", "2001:db8:7:7:8::2", "2001:db8:7:7:ffff::3", "2001:db8:7:8::1"])
      answers.push((await book(from)).status);
    assert.deepEqual(answers, [200, 200, 429, 200]);
  });
});

describe("orders and cancels", () => {
  const placeMany = (
    trader: Trader,
    count: number,
    dialect: "spec" | "polymarket" = "spec",
  ): Promise<Reply> =>
    trader.request("POST", "/orders", { body: Array.from({ length: count }, () => "no order"), dialect });

  it("count each item of a batch, and a flood of orders leaves all cancels", async () => {
    const { trader } = await newTrader("flood");
    assert.equal((await placeMany(trader, 15)).status, 200);
    assert.equal((await placeMany(trader, 9)).status, 200);
    const refused = await placeMany(trader, 1);
    assert.equal(refused.status, 429);
    assert.match(refused.body.hint, /^orders: expected at most 24 in 10 s of one address, got more; /);
    const placement = await trader.place({ tokenId: YES, side: "BUY" });
    assert.deepEqual(
      [placement.status, placement.body.code, placement.body.success, placement.body.errorMsg],
      [429, "rate_limited", false, "Too Many Requests"],
    );
    assert.equal((await trader.request("DELETE", "/cancel-all")).status, 200);
    const ids = Array.from({ length: 23 }, (_, index) => `0x${index.toString(16).padStart(64, "0")}`);
    assert.equal((await trader.request("DELETE", "/orders", { body: ids })).status, 200);
    assert.equal((await trader.cancel(ids[0]!)).status, 429);
  });

  it("count for a key from wherever it signs, and Polymarket's clients see what is left", async () => {
    const { trader, place } = await newTrader("wanderer");
    const first = await placeMany(trader, 10, "polymarket");
    const shown = ({ headers }: Reply) =>
      ["remaining", "reset", "tier"].map((name) => headers.get(`poly-ratelimit-${name}`));
    const now = exchange.clock.now / 1000;
    assert.deepEqual(shown(first), ["14", String(now), "standard"]);
    place.from = newAddress();
    const second = await placeMany(trader, 10, "polymarket");
    assert.deepEqual(shown(second), ["4", String(now), "standard"]);
    place.from = newAddress();
    const third = await placeMany(trader, 10, "polymarket");
    assert.equal(third.status, 429);
    assert.match(third.body.hint, /^orders: expected at most 24 in 10 s of one API key, got more; /);
    assert.deepEqual(shown(third).slice(0, 1), ["4"]);
    assert.equal(Number(shown(third)[1]), Math.ceil(now + 6 / 2.4));
    assert.equal(third.headers.get("retry-after"), "3");
    assert.deepEqual(shown(await trader.request("GET", "/data/orders", { dialect: "polymarket" })), [
      null,
      null,
      null,
    ]);
    assert.deepEqual(shown(await placeMany(trader, 4)), [null, null, null]);
  });

  it("count for a wallet with all its keys", async () => {
    const { trader, place } = await newTrader("owner of keys");
    const account = accountOf("owner of keys");
    const traders = [trader];
    for (const nonce of ["1", "2"]) {
      place.from = newAddress();
      const reached = reachedFrom(place);
      const headers = await walletHeaders(account, exchange.clock.now, { nonce });
      const { body } = await reached.send("/auth/api-key", { method: "POST", headers });
      traders.push(traderWith(reached, account, body));
    }
    const answers: Reply[] = [];
    for (const one of traders)
      for (const count of [12, 12]) {
        place.from = newAddress();
        answers.push(await placeMany(one, count));
      }
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 200, 200, 200, 429, 429],
    );
    assert.match(answers[4]!.body.hint, /^orders: expected at most 48 in 10 s of one wallet, got more; /);
  });
});

describe("pages of other origins", () => {
  const FOREIGN = "https://other.example";
  const origin = (of: string) => ({ origin: of });
  const shared = ({ headers }: { headers: Headers }) => [
    headers.get("access-control-allow-origin"),
    headers.get("vary"),
    headers.get("access-control-allow-credentials"),
  ];
  const preflight = (url: string, method: string, from = FOREIGN) =>
    ask(url, newAddress(), { ...origin(from), "access-control-request-method": method }, "OPTIONS");

  it("may read what is public, refusals too", async () => {
    const { addresses: at } = exchange;
    const public_ = [
      `${at.spec.trading}/book?token_id=${YES}`,
      `${at.spec.trading}/book?token_id=1`,
      `${at.spec.trading}/markets?next_cursor=nonsense`,
      `${at.spec.data}/positions`,
      `${at.spec.catalog}/events`,
      `${at.web}/`,
      `${at.web}/kuest/catalog/tags`,
    ];
    for (const url of public_) {
      const answer = await ask(url, newAddress(), origin(FOREIGN));
      // A browser's navigation gets the page at the root.
      const vary = url === `${at.web}/` ? "accept" : null;
      assert.deepEqual(shared(answer), ["*", vary, null], url);
      for (const name of ["x-request-id", "x-page-limit", "x-sequence", "x-stream-id", "retry-after"])
        assert.ok(answer.headers.get("access-control-expose-headers")?.split(", ").includes(name), name);
    }
  });

  it("may read that there is no such route, nor method, nor request", async () => {
    const { spec, polymarket, kuest } = exchange.addresses;
    const bases = [spec, polymarket!, kuest!].flatMap(({ trading, data, catalog }) => [
      trading,
      data,
      catalog,
    ]);
    const places = [...bases, exchange.addresses.web, `${exchange.addresses.web}/kuest/data`];
    const addressOf = new Map(places.map((base) => [base, newAddress()]));
    const refusals = [
      ["GET", "/nothing", 404, {}],
      ["POST", "/nothing", 404, {}],
      ["OPTIONS", "/nothing", 404, {}],
      ["PUT", "/openapi.json", 405, {}],
      ["GET", "/nothing", 431, { padding: "x".repeat(17_000) }],
    ] as const;
    for (const base of places)
      for (const [method, path, status, headers] of refusals) {
        const answer = await ask(
          base + path,
          addressOf.get(base)!,
          { ...origin(FOREIGN), ...headers },
          method,
        );
        // A browser gets the page there.
        const hasPage = base.startsWith(exchange.addresses.web) && method === "GET" && status === 404;
        assert.deepEqual(
          [answer.status, ...shared(answer)],
          [status, "*", hasPage ? "accept" : null, null],
          `${method} ${base}${path}`,
        );
      }
    const upgrade = await ask(`${spec.trading}/ws/market`, newAddress(), origin(FOREIGN));
    assert.deepEqual([upgrade.status, ...shared(upgrade)], [426, "*", null, null]);
    const socket = createConnection(Number(new URL(kuest!.trading).port), "127.0.0.1");
    socket.write("nothing that is HTTP\r\n\r\n");
    assert.match(await readText(socket), /^HTTP\/1\.1 400 [^]*\r\naccess-control-allow-origin: \*\r\n/);
  });

  it("may not read so much as a 404 of the operators' address", async () => {
    const answer = await ask(`${exchange.addresses.admin}/nothing`, newAddress(), origin(FOREIGN));
    assert.deepEqual([answer.status, ...shared(answer)], [404, null, "accept", null]);
  });

  it("may do what takes credentials where the operator names them", async () => {
    const { trader, place } = await newTrader("page");
    for (const [path, method] of [
      ["/data/orders", "GET"],
      ["/order", "POST"],
      ["/balances", "GET"],
    ] as const)
      for (const [from, allowed] of [
        [APP, APP],
        [FOREIGN, null],
        ["null", null],
      ] as const) {
        const headers = requestHeaders(trader, { method, path, body: undefined, now: exchange.clock.now });
        const answer = await ask(
          baseOf("trading") + path,
          place.from,
          { ...headers, ...origin(from) },
          method,
        );
        assert.deepEqual(shared(answer), [allowed, "origin", null], `${path} from ${from}`);
      }
    const faucet = await ask(`${baseOf("trading")}/sandbox/faucet`, place.from, origin(FOREIGN), "POST");
    assert.deepEqual(shared(faucet), [null, "origin", null]);
  });

  it("are told so by OPTIONS, on every route and without credentials", async () => {
    const order = await preflight(`${baseOf("trading")}/order`, "POST", APP);
    assert.deepEqual(
      [order.status, order.body, order.headers.get("allow")],
      [204, undefined, "POST, DELETE"],
    );
    assert.deepEqual(shared(order), [APP, "origin", null]);
    assert.equal(order.headers.get("access-control-allow-methods"), "POST");
    const allowed = order.headers.get("access-control-allow-headers")?.split(", ") ?? [];
    for (const prefix of ["svc", "poly", "kuest"])
      for (const name of [
        "address",
        "api_key",
        "passphrase",
        "timestamp",
        "signature",
        "nonce",
        "builder_signature",
      ])
        assert.ok(allowed.includes(`${prefix}_${name}`), `${prefix}_${name}`);
    assert.ok(allowed.includes("content-type"));
    assert.deepEqual(shared(await preflight(`${baseOf("trading")}/order`, "DELETE")), [null, "origin", null]);
    assert.deepEqual(shared(await preflight(`${baseOf("trading")}/books`, "POST")), ["*", null, null]);
    assert.deepEqual(shared(await preflight(`${baseOf("trading")}/books`, "PUT")), [null, null, null]);
    const [token, missing] = [
      await preflight(`${baseOf("trading")}/tick-size/${YES}`, "GET"),
      await preflight(`${baseOf("trading")}/nothing`, "GET"),
    ];
    assert.deepEqual([token.status, missing.status], [204, 404]);
  });

  it("may do nothing with the operator API", async () => {
    const { admin } = exchange.addresses;
    const options = await preflight(`${admin}/status`, "GET", APP);
    assert.deepEqual([options.status, options.headers.get("allow")], [204, "GET, HEAD"]);
    assert.deepEqual(shared(options), [null, null, null]);
    const answer = await ask(`${admin}/status`, newAddress(), {
      authorization: `Bearer ${"ad".repeat(32)}`,
      ...origin(APP),
    });
    assert.deepEqual([answer.status, ...shared(answer)], [200, null, "accept-encoding", null]);
  });

  it("may follow what is public, and what is private where the operator names them", async () => {
    const base = baseOf("trading");
    const own = new URL(base).origin;
    for (const [path, from] of [
      ["/ws/market", FOREIGN],
      ["/", FOREIGN],
      ["/ws/user", APP],
      ["/ws/user", own],
    ] as const)
      await (await connect(base, path, origin(from))).end();
    const { status, body } = await refusedConnection(base, "/ws/user", origin(FOREIGN));
    assert.deepEqual([status, body.code], [403, "origin_not_allowed"]);
  });
});
