/** GET /candles: candles of a token's trades by period, newest first, in pages. */
import { Type } from "typebox";
import { outcomePrice, priceNumber } from "../../core/units.ts";
import type { Outcome } from "../../core/state.ts";
import { PERIOD_MS, PERIODS } from "../../operate/export/export-request.ts";
import { listCandles as readCandles } from "../../store/reads/prices.ts";
import type { Candle } from "../../store/reads/prices.ts";
import { lazyRows } from "../slow-queries/json-slices.ts";
import { uncodedOperation } from "../operation/endpoint.ts";
import { Seconds } from "./activity.ts";
import { MARKETS } from "./groups.ts";
import { invalidFieldBecause } from "./refusal.ts";
import { findTokenNamed } from "./token-named.ts";
import { Page, badCursor, cutPage, encodeCursor, pageBody, readCounts } from "./v2/operation.ts";
import { isErrorResponse } from "../operation/error-format.ts";
import { pageParameters } from "./v2/parameters.ts";
import { wireNumber } from "./numbers.ts";
import { ONLY_INTERFACE_LIMIT } from "../guard/rate-limits.ts";

const Price = (description: string) => Type.Number({ description: `${description}, 0 to 1` });
const CandleAnswer = Type.Object({
  timestamp: Type.Integer({ description: "Start of the period, unix seconds; days begin at midnight UTC" }),
  open: Price("Price of the first trade"),
  high: Price("The highest price"),
  low: Price("The lowest price"),
  close: Price("Price of the last trade"),
  volume: Type.Number({ description: "Shares that changed hands" }),
  trades: Type.Integer({ description: "Fills, each of one resting order" }),
});

const WALK = "candles";
const SECOND_MS = 1_000;
const LOTS_PER_SHARE = 100n;

export const listCandles = uncodedOperation({
  method: "GET",
  path: "/candles",
  summary: "List the candles of a token",
  group: MARKETS,
  limits: ONLY_INTERFACE_LIMIT,
  query: Type.Object({
    token_id: Type.String({
      maxLength: 100,
      description: "Token id, or `<condition id>:<outcome>`",
    }),
    resolution: Type.Enum([...PERIODS], { default: "1h", description: "Length of a period" }),
    start: Seconds("The earliest start of a period"),
    end: Seconds("The latest start of a period"),
    ...pageParameters({ default: 500, maximum: 5_000 }),
  }),
  answer: Page(
    CandleAnswer,
    "The newest first. A period without trades has none; that of the present time is not complete yet",
  ),
  strict: true,
  maxAgeSeconds: 1,
  handle: async ({ context, query }) => {
    const token = findTokenNamed(context, query.token_id);
    if (isErrorResponse(token)) return token;
    const { resolution, start, end, limit, cursor } = query;
    if (start !== undefined && end !== undefined && end < start)
      return invalidFieldBecause("end", `expected at least start ${start}, got ${end}`);
    const size = PERIOD_MS[resolution];
    const seconds = size / SECOND_MS;
    const place = readCounts(cursor, { walk: WALK, width: 2 });
    if (place === "refused" || (place !== undefined && place[0] !== seconds)) return badCursor(cursor);
    const last = end === undefined ? undefined : Math.floor(end / seconds) + 1;
    const period = place === undefined ? last : Math.min(place[1] ?? 0, last ?? Number.MAX_SAFE_INTEGER);
    const found = await readCandles(await context.readSql(), {
      market: token.market.no,
      size,
      from: start === undefined ? undefined : Math.ceil(start / seconds) * size,
      until: period === undefined ? undefined : period * size,
      limit: limit + 1,
    });
    const { rows, next } = cutPage(found, limit, (row) => encodeCursor(WALK, [seconds, row.period]));
    const data = lazyRows(rows, (row) => candleRecord(row, token.outcome, seconds));
    return { body: pageBody(data, { limit, next }) };
  },
});

/** Builds a candle at the token's prices: those of outcome 1 are the complements to 1. */
function candleRecord(candle: Candle, outcome: Outcome, seconds: number) {
  const { period, open, close, lots, trades } = candle;
  const [high, low] = outcome === 0 ? [candle.high, candle.low] : [candle.low, candle.high];
  const priceOf = (price: Candle["open"]): number => priceNumber(outcomePrice(price, outcome));
  return {
    timestamp: period * seconds,
    open: priceOf(open),
    high: priceOf(high),
    low: priceOf(low),
    close: priceOf(close),
    volume: wireNumber(BigInt(lots), LOTS_PER_SHARE),
    trades,
  };
}
