/** The modes of the exchange as clients and operators meet them: refusals with their words, and announcements. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { ExchangeMode } from "../../../src/core/exchange-mode.ts";
import type { Dialect } from "../../../src/http/dialects/dialect.ts";
import { connect } from "../../stream/live-client.ts";
import { startStreamServer } from "../../stream/stream-server.ts";
import { tokenOf, walletOf } from "../../support/exchange.ts";
import type { Reply } from "../../support/exchange.ts";
import { createTrader } from "../../support/trader.ts";
import type { Trader } from "../../support/trader.ts";
import { cancellation } from "../account/world.ts";
import { startTradedExchange } from "./world.ts";
import type { OperatedExchange } from "./world.ts";

const BUY = { tokenId: tokenOf("rain yes"), side: "BUY", price: "0.5", size: "10" } as const;

let exchange: OperatedExchange;
let ann: Trader;
before(async () => {
  exchange = await startTradedExchange();
  ann = await createTrader(exchange, "ann");
});
after(() => exchange.close());

const call = (method: "GET" | "POST", path: string, body?: unknown): Promise<Reply> =>
  exchange.call("admin", method, path, body);

async function setMode(mode: ExchangeMode): Promise<void> {
  const { status, body, text } = await call("POST", "/mode", { mode, reason: "drill" });
  assert.equal(status, 200, text);
  assert.deepEqual([body.mode, body.set, body.suspended], [mode, mode, null]);
}

const cancelAll = (): Promise<Reply> => ann.request("DELETE", "/cancel-all");

const summary = ({ status, body, headers }: Reply) =>
  [status, body.error, body.code, headers.get("retry-after")] as const;

const DISABLED = "Trading is currently disabled. Check polymarket.com for updates";
/** Status, text, code and Retry-After of an order, by mode and dialect. */
const TEXTS: { readonly [Mode in ExchangeMode]?: Readonly<Record<Dialect, readonly unknown[]>> } = {
  "cancel-only": {
    spec: [409, "the exchange is cancel-only", "cancel_only", null],
    polymarket: [
      503,
      "Trading is currently cancel-only. New orders are not accepted, but cancels are allowed.",
      "cancel_only",
      "30",
    ],
    kuest: [409, "system_paused", "cancel_only", null],
  },
  "post-only": {
    spec: [409, "post-only mode: only post-only orders and cancels are allowed", "post_only_mode", null],
    polymarket: [
      503,
      "post-only mode: only post-only orders and cancels are allowed",
      "post_only_mode",
      "30",
    ],
    kuest: [409, "system_paused", "post_only_mode", null],
  },
  "read-only": {
    spec: [409, "the exchange is read-only", "read_only", null],
    polymarket: [503, DISABLED, "read_only", "30"],
    kuest: [409, "system_paused", "read_only", null],
  },
  halted: {
    spec: [409, "the exchange is halted", "exchange_halted", null],
    polymarket: [503, DISABLED, "exchange_halted", "30"],
    kuest: [409, "system_paused", "exchange_halted", null],
  },
};

for (const [mode, byDialect] of Object.entries(TEXTS) as [
  ExchangeMode,
  Record<Dialect, readonly unknown[]>,
][]) {
  for (const [dialect, expected] of Object.entries(byDialect) as [Dialect, readonly unknown[]][]) {
    test(`${dialect}: an order that comes while the exchange is ${mode}`, async () => {
      await setMode("normal");
      const resting = await ann.place({ ...BUY, price: "0.01" });
      assert.equal(resting.status, 200, resting.text);
      await setMode(mode);
      const reply = await ann.place(BUY, { dialect });
      assert.deepEqual(summary(reply), expected);
      assert.match(reply.body.hint, new RegExp(`^the exchange is ${mode} \\(set by the operator\\): `));
      if (mode === "post-only" && dialect === "polymarket") assert.equal(reply.body.retry_after_seconds, 30);
      assert.equal((await exchange.get(`/book?token_id=${BUY.tokenId}`, dialect)).status, 200);
      await setMode("normal");
      await cancelAll();
    });
  }
}

/** Refusal of cancels in a mode; `undefined` where they are taken. */
const REASONS: Readonly<Record<ExchangeMode, string | undefined>> = {
  normal: undefined,
  "post-only": undefined,
  "cancel-only": undefined,
  "read-only": "the exchange is read-only",
  halted: "the exchange is halted",
};

for (const [mode, reason] of Object.entries(REASONS) as [ExchangeMode, string | undefined][])
  for (const dialect of ["spec", "polymarket", "kuest"] as const)
    test(`${dialect}: every cancel while the exchange is ${mode} is answered 200, with a reason for each order`, async () => {
      await setMode("normal");
      const conditionId = (await exchange.get(`/markets-by-token/${BUY.tokenId}`)).body.condition_id;
      const unknown = `0x${"ab".repeat(32)}`;
      for (const [path, bodyOf, strange] of [
        ["/order", (id: string) => ({ orderID: id }), []],
        ["/orders", (id: string) => [id, unknown], [unknown]],
        ["/cancel-all", () => undefined, []],
        ["/cancel-market-orders", () => ({ market: conditionId }), []],
        ["/cancel-market-orders", () => ({ asset_id: BUY.tokenId }), []],
      ] as const) {
        await setMode("normal");
        const { body: placed } = await ann.place({ ...BUY, price: "0.01" });
        await setMode(mode);
        const { status, body, text } = await ann.request("DELETE", path, {
          body: bodyOf(placed.orderID),
          dialect,
        });
        assert.equal(status, 200, text);
        const reasons = {
          ...(reason !== undefined && { [placed.orderID]: reason }),
          ...Object.fromEntries(strange.map((id) => [id, "order not found"])),
        };
        const canceled = reason === undefined ? [placed.orderID] : [];
        assert.deepEqual(body, cancellation(canceled, reasons, dialect));
        const other = await ann.request("DELETE", "/cancel-market-orders", {
          body: { asset_id: tokenOf("rain no") },
          dialect,
        });
        assert.deepEqual([other.status, other.body], [200, cancellation([], {}, dialect)]);
        await setMode("normal");
        await cancelAll();
      }
    });

test("several orders at once are refused as one when the mode takes none of them", async () => {
  await setMode("cancel-only");
  const items = await Promise.all(
    [1, 2].map(async () => ({
      order: (await ann.sign(BUY)).order,
      owner: ann.credentials.apiKey,
      orderType: "GTC",
    })),
  );
  for (const dialect of ["spec", "polymarket", "kuest"] as const)
    assert.deepEqual(
      summary(await ann.request("POST", "/orders", { body: items, dialect })),
      TEXTS["cancel-only"]![dialect],
    );
  await setMode("post-only");
  const [first] = items;
  const reply = await ann.request("POST", "/orders", {
    body: [first, { ...first!, order: (await ann.sign(BUY)).order, postOnly: true }],
  });
  assert.equal(reply.status, 200, reply.text);
  assert.deepEqual(
    reply.body.map(({ success, code }: { success: boolean; code?: string }) => [success, code]),
    [
      [false, "post_only_mode"],
      [true, undefined],
    ],
  );
  await setMode("normal");
  await cancelAll();
});

test("operators still act on a read-only exchange, and on a halted one only the mode", async () => {
  const body = { address: walletOf("ann"), amount: "1", reason: "drill" };
  await setMode("read-only");
  const banned = { address: walletOf("mallory"), reason: "drill" };
  assert.equal((await call("POST", "/bans", banned)).status, 200);
  await setMode("halted");
  assert.equal(
    summary(await call("POST", "/bans", { ...banned, address: walletOf("trent") }))[2],
    "exchange_halted",
  );
  assert.equal(
    summary(await call("POST", "/credits", { ...body, address: ann.address }))[2],
    "exchange_halted",
  );
  await setMode("normal");
  assert.equal((await call("POST", "/credits", { ...body, address: ann.address })).status, 200);
});

test("the mode stands in the status and in the audit log, with who set it and why", async () => {
  await setMode("post-only");
  const { body: shown } = await call("GET", "/status");
  assert.deepEqual(shown.exchange, {
    mode: "post-only",
    set: "post-only",
    why: "set by the operator",
    suspended: null,
    waiting: null,
  });
  const { body: log } = await call("GET", "/audit?subject=post-only&limit=1");
  const [{ operator, action, reason }] = log.data;
  assert.deepEqual([operator, action, reason], ["admin", "mode", "drill"]);
  exchange.context.engine.availability.restrict("disk", "cancel-only", "the disk is nearly full");
  const restricted = await call("GET", "/mode");
  assert.deepEqual(restricted.body, {
    mode: "cancel-only",
    set: "post-only",
    why: "the disk is nearly full",
    suspended: null,
    waiting: null,
  });
  exchange.context.engine.availability.restrict("disk", "normal", "");
  await setMode("normal");
});

test("every answer says so while the mode is not normal", async () => {
  const modeOf = async (path: string): Promise<string | null> =>
    (await exchange.get(path)).headers.get("x-exchange-mode");
  const paths = ["/time", `/book?token_id=${BUY.tokenId}`, "/book", "/status", "/nowhere", "/%zz"];
  assert.deepEqual(
    await Promise.all(paths.map(modeOf)),
    paths.map(() => null),
  );
  await setMode("cancel-only");
  assert.deepEqual(
    await Promise.all(paths.map(modeOf)),
    paths.map(() => "cancel-only"),
  );
  await setMode("normal");
  assert.equal(await modeOf("/time"), null);
});

test("a mode that does not exist is refused by name", async () => {
  const reply = await call("POST", "/mode", { mode: "frozen", reason: "drill" });
  assert.equal(reply.status, 400);
  assert.match(reply.body.hint, /^mode: expected .*cancel-only.*, got "frozen"/);
});

test("live channels tell the mode with every heartbeat, and at once when it changes", async () => {
  const server = await startStreamServer(exchange.context, {
    limits: { heartbeatMs: 3_600_000, checkMs: 10 },
  });
  try {
    const client = await connect(server.url);
    client.send({ type: "market", assets_ids: [BUY.tokenId], heartbeat: true });
    await client.event("book");
    for (const mode of ["cancel-only", "normal"] as const) {
      await setMode(mode);
      assert.equal((await client.event("heartbeat")).mode, mode);
    }
  } finally {
    await server.close();
  }
});

test("a command that is not in quarantine cannot be released, and leaves no entry in the audit log", async () => {
  const before_ = (await call("GET", "/audit")).body.data.length;
  const { status, body, headers } = await call("POST", "/quarantine/00/release", { reason: "drill" });
  assert.deepEqual(
    [status, body],
    [
      404,
      {
        error: "not in quarantine",
        code: "not_quarantined",
        hint: "no command in quarantine has the fingerprint 00; GET /quarantine lists those that are there",
        request_id: headers.get("x-request-id"),
      },
    ],
  );
  assert.equal((await call("GET", "/audit")).body.data.length, before_);
});
