/** An exchange with markets in every state, and assertions on its answers. */
import assert from "node:assert/strict";
import type { RejectionCode } from "../../../src/core/rejection.ts";
import { lots, ticks } from "../../../src/core/units.ts";
import type { Dialect } from "../../../src/http/dialects/dialect.ts";
import { tradingEndpoints } from "../../../src/http/trading/endpoints.ts";
import type { MarketKind } from "../../../src/core/markets/market-version.ts";
import { hashOf, positionsOf, startTestExchange, testListing, tokenOf } from "../../support/exchange.ts";
import type { NamedMarket, Reply, TestExchange } from "../../support/exchange.ts";
import { createTrader } from "../../support/trader.ts";
import type { Trader } from "../../support/trader.ts";

export { DIALECTS } from "../../../src/http/dialects/dialect.ts";

/** Open; its tick is 0.01 and its smallest order one share. */
export const YES = tokenOf("rain yes");
export const NO = tokenOf("rain no");
export const CONDITION = hashOf("rain");

/** A token of a market of each kind. */
export const TOKEN_BY_KIND: Readonly<Record<MarketKind, string>> = {
  ordinary: YES,
  "negative-risk": tokenOf("neg yes"),
  "protocol-v2": positionsOf("river").tokenIds[0],
};

const MARKETS: readonly NamedMarket[] = [
  { name: "rain" },
  { name: "wind" },
  { name: "fine", tick: ticks(1), minimumLots: lots(500) },
  { name: "neg", negativeRisk: true },
  { name: "draft", active: false },
  { name: "paused" },
  { name: "done" },
  { name: "river", version: "v2" },
];

/** Starts an exchange with these markets. Close it in `after`. */
export async function startWorld(settings: Record<string, string> = {}): Promise<TestExchange> {
  const mode = settings["PRESAGE_MODE"] === "production" ? "production" : "sandbox";
  const exchange = await startTestExchange({
    endpoints: tradingEndpoints(mode),
    settings: { PRESAGE_ADMIN_TOKEN: "ad".repeat(32), ...settings },
  });
  await exchange.list(testListing(MARKETS));
  await exchange.submit({ type: "pause-market", conditionId: hashOf("paused") });
  await exchange.submit({ type: "resolve-market", conditionId: hashOf("done"), payout: [1, 0] });
  return exchange;
}

export type TradedWorld = {
  readonly exchange: TestExchange;
  readonly ann: Trader;
  readonly ben: Trader;
};

/** The same with two traders. */
export async function startTraders(settings: Record<string, string> = {}): Promise<TradedWorld> {
  const exchange = await startWorld(settings);
  const ann = await createTrader(exchange, "ann");
  return { exchange, ann, ben: await createTrader(exchange, "ben") };
}

/** An order that a cancel took out: its id, or the id with shares that it was placed with, and shares that were filled. */
type Canceled = string | readonly [id: string, size: string, matched: string];

/** The answer to a cancel; an order without other sizes was of ten shares, and nothing of it was filled. */
export function cancellation(
  canceled: readonly Canceled[],
  notCanceled: Readonly<Record<string, string>> = {},
  dialect: Dialect = "spec",
): object {
  const orders = canceled.map((order) => (typeof order === "string" ? ([order, "10", "0"] as const) : order));
  const sizes = orders.map(([id, size, matched]) => ({
    order_id: id,
    original_size: size,
    size_matched: matched,
    size_canceled: String(Number(size) - Number(matched)),
  }));
  return {
    canceled: orders.map(([id]) => id),
    not_canceled: notCanceled,
    ...(dialect === "spec" && { canceled_sizes: sizes }),
  };
}

export type Refused = {
  readonly status: number;
  readonly code: RejectionCode;
  readonly error: string | RegExp;
};

/** A refusal in the interface's form; `placement` when it has the keys of a placement answer too. */
export function assertRefused(reply: Reply, expected: Refused, placement = false): void {
  const { status, code, error } = expected;
  const { body } = reply;
  assert.deepEqual([reply.status, body?.code], [status, code], reply.text);
  if (typeof error === "string") assert.equal(body.error, error);
  else assert.match(body.error, error);
  assert.ok(typeof body.hint === "string" && body.hint.length > 3, `hint of ${reply.text}`);
  assert.equal(reply.headers.get("x-request-id"), body.request_id);
  assert.match(reply.headers.get("content-type") ?? "", /^application\/json/);
  const keys = ["error", "code", "hint", "request_id"];
  if (placement) {
    const { success, errorMsg, orderID, takingAmount, makingAmount, status: placed } = body;
    assert.deepEqual(
      [success, errorMsg, orderID, takingAmount, makingAmount, placed],
      [false, body.error, "", "", "", ""],
    );
    keys.push("success", "errorMsg", "orderID", "takingAmount", "makingAmount", "status");
  }
  assert.deepEqual(Object.keys(body), keys);
}

/** All that a refused request must leave as it was. */
export async function snapshot(exchange: TestExchange) {
  const { engine } = exchange.context;
  const sql = await exchange.context.sql();
  return {
    head: engine.head(),
    accounts: await sql`select * from accounts order by no`,
    positions: await sql`select * from positions order by account, market, outcome`,
    orders: await sql<{ kind: string }[]>`select * from orders order by no`,
    journal: await sql`select count(*) from journal`,
    open: engine.exchange.orders.size,
  };
}
