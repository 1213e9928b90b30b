/** Checks of trades that two fresh wallets of a sandbox make with each other: GET /data/trades and GET /builder/trades. */
import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { expectJson, expectThat, Unchecked } from "../shape/answer.ts";
import type { Answer } from "../shape/answer.ts";
import { expectFields, notBefore } from "../shape/expected.ts";
import { describeChecks, expectRejection } from "../check.ts";
import type { Check, Run } from "../check.ts";
import { getField, listIn, numberIn, textIn } from "../shape/json-value.ts";
import { findOwnPart, readFilled, findTradeFault } from "../purchase.ts";
import { expectFilters, partFields, tradeFields } from "../shape/expected-records.ts";
import { page, placement, trade } from "../shape/records.ts";
import { arrayShape } from "../shape/shape.ts";
import { place } from "../trading.ts";
import type { RestingOrder } from "../trading.ts";
import { requireBook, UNKNOWN_CONDITION, UNKNOWN_TOKEN } from "./books.ts";
import { expectWalk } from "./listings.ts";

const MICROS = 1_000_000;
const HOUR_S = 3600;
const NEAR = 1e-6;
/** Prices as parts of the spread; buys and sells differ, so that a profit or loss results. */
const SPREAD_PARTS = { BUY: 0.3, SELL: 0.4 };

/**
 * Chooses a price between the best prices, or at the best ask of a narrow spread. Buys and sells get different prices,
 * neither in the middle.
 */
async function choosePriceBetween(run: Run, side: "BUY" | "SELL"): Promise<number> {
  const { tickMicros } = run.market();
  const { bestBid = 0, bestAsk = 1 } = await requireBook(run);
  const [low, high] = [
    Math.round((bestBid * MICROS) / tickMicros),
    Math.round((bestAsk * MICROS) / tickMicros),
  ];
  const last = Math.round(MICROS / tickMicros) - 1;
  return Math.min(last, Math.max(low + 1, Math.floor(low + (high - low) * SPREAD_PARTS[side]))) * tickMicros;
}

/** Places one order per wallet, one for each outcome, at prices that add up to one, so that the orders match. */
export async function tradeWithEachOther(run: Run, side: "BUY" | "SELL"): Promise<readonly Answer[]> {
  const trading = run.trading();
  const [one, other] = trading.traders;
  if (one === undefined || other === undefined)
    throw new Unchecked(
      "nothing is traded with a given key: only fresh wallets of a sandbox trade with each other",
    );
  const { conditionId, tokenIds, minimumShares: shares } = run.market();
  const price = await choosePriceBetween(run, side);
  const terms = { conditionId, side, shares };
  const first = await place(trading, { ...terms, tokenId: tokenIds[0], priceMicros: price }, one);
  const second = await place(trading, { ...terms, tokenId: tokenIds[1], priceMicros: MICROS - price }, other);
  return [first, second];
}

export const isMatched = ({ json }: Answer): boolean => textIn(json, "status") === "matched";

async function expectMatch(run: Run): Promise<void> {
  const trading = run.trading();
  const answers = await tradeWithEachOther(run, "BUY");
  for (const answer of answers) expectJson(answer, 200, placement);
  const matched = answers.find(isMatched);
  const last = answers.at(-1);
  const placedOrders = trading.resting.filter((order) => answers.includes(order.placed));
  trading.bought =
    placedOrders.find((order) => order.placed === matched) ?? (await findFirstFilled(run, placedOrders));
  const isBought = trading.bought !== undefined;
  if (last !== undefined)
    expectThat(last, isBought, "status matched, of one of two orders that meet", last.json);
  if (matched === undefined) return;
  const [takenAmount, made] = [
    numberIn(matched.json, "takingAmount"),
    numberIn(matched.json, "makingAmount"),
  ];
  const { minimumShares: most } = run.market();
  expectThat(
    matched,
    takenAmount > 0 && takenAmount <= most,
    `a takingAmount above 0 and at most ${most}`,
    matched.json,
  );
  const limit = (trading.bought?.priceMicros ?? 0) / MICROS;
  const [rested] = placedOrders;
  const isAlone =
    rested !== undefined && rested.placed !== matched && (await readFilled(run, rested)) === rested.shares;
  const isPaid =
    made > 0 && made <= takenAmount * limit + NEAR && (!isAlone || made >= takenAmount * limit - NEAR);
  const bound = isAlone ? "" : "at most ";
  expectThat(matched, isPaid, `a makingAmount of ${bound}${limit} for each share`, matched.json);
}

/**
 * Finds the first of these orders that is filled. In a market with other traders, the run's orders need not match each
 * other.
 */
async function findFirstFilled(run: Run, orders: readonly RestingOrder[]): Promise<RestingOrder | undefined> {
  for (const order of orders) if ((await readFilled(run, order)) > 0) return order;
  return undefined;
}

const MAX_READS = 20;
const PAUSE_MS = 250;

/**
 * Reads until the expectation holds, at most five seconds, and returns the last answer. Throws `Unchecked` if nothing was
 * traded.
 */
export async function readTraded(
  run: Run,
  read: () => Promise<Answer>,
  holds: (answer: Answer) => boolean,
): Promise<Answer> {
  if (run.trading().bought === undefined) throw new Unchecked("nothing was traded");
  let answer = await read();
  for (let reads = 1; reads < MAX_READS && !holds(answer); reads += 1) {
    await delay(PAUSE_MS);
    answer = await read();
  }
  return answer;
}

/** Computes times an hour before and an hour after the run, in unix seconds as text. */
export const computeTimesAround = ({ clock }: Run): { readonly before: string; readonly after: string } => ({
  before: String(Math.floor(clock.start) - HOUR_S),
  after: String(Math.floor(clock.now()) + HOUR_S),
});

const listTradesIn = (answer: Answer): readonly unknown[] => listIn(getField(answer.json, "data"));

async function expectTrades(run: Run): Promise<void> {
  const trading = run.trading();
  const ids = new Set(trading.resting.map(({ id }) => id));
  const isOwn = (one: unknown): boolean =>
    ids.has(textIn(one, "taker_order_id") ?? "") ||
    listIn(getField(one, "maker_orders")).some((maker) => ids.has(textIn(maker, "order_id") ?? ""));
  const { conditionId } = run.market();
  const read = () => trading.ask({ path: `/data/trades?market=${conditionId}` });
  const answer = await readTraded(run, read, (one) => listTradesIn(one).some(isOwn));
  expectJson(answer, 200, page(trade(run.terms)));
  expectThat(answer, listTradesIn(answer).some(isOwn), "the trade of the orders that matched", answer.json);
  for (const one of listTradesIn(answer)) {
    expectFields(answer, one, tradeFields(run, one));
    const match = getField(one, "match_time");
    expectFields(answer, one, { last_update: notBefore(match, "match_time") });
    for (const order of trading.resting) {
      const fault = findTradeFault(one, order);
      if (fault !== undefined) expectThat(answer, false, fault.expected, fault.got);
      expectFields(answer, findOwnPart(one, order)?.part, partFields(run, order));
    }
    const isTaker = trading.isOwn(textIn(one, "taker_order_id") ?? "", trading.trader);
    const role = isTaker ? "TAKER" : "MAKER";
    expectFields(answer, one, { type: role, trader_side: role });
  }
  const strange = listTradesIn(answer).find((one) => textIn(one, "market") !== conditionId);
  expectThat(answer, strange === undefined, `trades of market ${conditionId} alone`, strange);
}

async function expectTradeFilters(run: Run): Promise<void> {
  const { trader, ask } = run.trading();
  const { conditionId } = run.market();
  const base = `/data/trades?market=${conditionId}`;
  const hasTrades = (each: Answer): boolean => listTradesIn(each).length > 0;
  const [one] = listTradesIn(await readTraded(run, () => ask({ path: base }), hasTrades));
  const [id, asset] = ["id", "asset_id"].map((field) => textIn(one, field));
  if (id === undefined) throw new Unchecked("the trade is not found: see GET /data/trades");
  const { before, after } = computeTimesAround(run);
  const isThere = (answer: Answer): boolean => listTradesIn(answer).some((each) => textIn(each, "id") === id);
  await expectFilters((query) => ask({ path: `/data/trades?${query}` }), isThere, [
    ["id", id, randomUUID()],
    ["market", conditionId, UNKNOWN_CONDITION],
    ["asset_id", asset, UNKNOWN_TOKEN],
    ["maker_address", trader.address, `0x${"a1".repeat(20)}`],
    ["after", before, after],
    ["before", after, before],
  ]);
}

/** Expects no trades of the wallets, whose orders named no builder. */
async function expectNoBuilder(run: Run): Promise<void> {
  const trading = run.trading();
  const answer = await trading.ask({ path: "/builder/trades" });
  const strange = [...listIn(answer.json), ...listTradesIn(answer)].find((one) =>
    trading.resting.some((order) => findOwnPart(one, order) !== undefined),
  );
  expectThat(answer, strange === undefined, "no trade of orders without a builder", strange);
}

export const TRADE_CHECKS: readonly Check[] = [
  ...describeChecks("POST /order", "trading", { "matches two orders that meet": expectMatch }),
  ...describeChecks("GET /data/trades", "resting", {
    "refuses a cursor that is none": expectRejection(400, (run) =>
      run.trading().ask({ path: "/data/trades?next_cursor=none!" }),
    ),
    "has no trades before the first second": async (run) => {
      const answer = await run.trading().ask({ path: "/data/trades?before=1" });
      expectJson(answer, 200, page(trade(run.terms)));
      expectThat(answer, listTradesIn(answer).length === 0, "no trades", answer.json);
    },
  }),
  ...describeChecks("GET /data/trades", "traded", {
    "gives the trades of a wallet": expectTrades,
    "filters in both directions": expectTradeFilters,
    "gives each trade once, and ends": (run) => {
      const trading = run.trading();
      const ask = (cursor: string) =>
        trading.ask({ path: `/data/trades?next_cursor=${encodeURIComponent(cursor)}` });
      return expectWalk(ask, trade(run.terms), "id");
    },
  }),
  ...describeChecks("GET /builder/trades", "traded", {
    "gives trades": async (run) => {
      const answer = await run.trading().ask({ path: "/builder/trades" });
      const trades = arrayShape(trade(run.terms));
      expectJson(answer, 200, run.terms.bareBuilderTrades ? trades : page(trade(run.terms)));
    },
    "gives none without a builder": expectNoBuilder,
  }),
];
