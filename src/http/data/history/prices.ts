/** Prices of a token over time: candles of its trades, and the shown prices. */
import { Type } from "typebox";
import type { Context } from "../../../context.ts";
import { outcomeHalfTicks } from "../../../core/markets/shown-price.ts";
import type { Outcome, Token } from "../../../core/state.ts";
import { outcomePrice, priceNumber } from "../../../core/units.ts";
import { PERIODS, PERIOD_MS } from "../../../operate/export/export-request.ts";
import { listCandles as readCandles, listPricesBefore } from "../../../store/reads/prices.ts";
import type { Candle } from "../../../store/reads/prices.ts";
import { ONLY_INTERFACE_LIMIT } from "../../guard/rate-limits.ts";
import { uncodedOperation } from "../../operation/endpoint.ts";
import { isErrorResponse } from "../../operation/error-format.ts";
import type { ErrorResponse } from "../../operation/error-format.ts";
import { TOKEN_PATTERN } from "../../operation/id-patterns.ts";
import { lazyRows } from "../../guard/slow-queries/json-slices.ts";
import { readMidpoints } from "../../trading/books/price-history.ts";
import { findPublicToken, halfTicksNumber } from "../../values/shown-prices.ts";
import { MARKETS, V2_MARKETS } from "../groups.ts";
import { wireNumber } from "../numbers.ts";
import { Choice, Seconds } from "../parameters.ts";
import { invalidFieldBecause } from "../refusal.ts";
import { findTokenNamed } from "../tokens.ts";
import {
  Page,
  badCursor,
  cutPage,
  encodeCursor,
  buildPageBody,
  pageParameters,
  readCounts,
  v2Operation,
} from "../version-2.ts";

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

const CANDLE_WALK = "candles";
const SECOND_MS = 1_000;
const LOTS_PER_SHARE = 100n;

/** GET /candles: candles of a token's trades by period, newest first, in pages. */
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
    const place = readCounts(cursor, { walk: CANDLE_WALK, width: 2 });
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
    const { rows, next } = cutPage(found, limit, (row) => encodeCursor(CANDLE_WALK, [seconds, row.period]));
    const data = lazyRows(rows, (row) => buildCandleRecord(row, token.outcome, seconds));
    return { body: buildPageBody(data, { limit, next }) };
  },
});

/** Builds a candle with the token's prices: prices of outcome 1 are the complements to 1. */
function buildCandleRecord(candle: Candle, outcome: Outcome, seconds: number) {
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

// Window of a price history in version 2: an interval up to now, two times, or a single time.

const LATEST_SECONDS = 9_999_999_999;
const MINUTE = 60;
const DAY = 86_400;
const MAX_DAYS = 15;

const PastSeconds = (description: string) =>
  Type.Optional(
    Type.Integer({ minimum: 1, maximum: LATEST_SECONDS, description: `${description}, unix seconds` }),
  );

const PriceWindow = Type.Object({
  interval: Choice(["max", "all", "1m", "1w", "1d", "6h", "1h"], "How far back from now; 1m is 30 days"),
  start: PastSeconds("The earliest time, in place of interval"),
  end: PastSeconds(
    `The latest time, only with start and at most ${MAX_DAYS} days after it; now unless given`,
  ),
  as_of: PastSeconds("A time of which the price is asked, in place of interval and start"),
  bucket_seconds: Type.Optional(
    Type.Integer({
      minimum: MINUTE,
      maximum: DAY,
      description:
        "Seconds between two points, as whole minutes; at least 300 with 1w, and 600 with 1m, max " +
        "and all, and that unless given",
    }),
  ),
});
type PriceWindow = Type.Static<typeof PriceWindow>;

const SECONDS: Readonly<Record<string, number>> = {
  "1h": 3_600,
  "6h": 21_600,
  "1d": DAY,
  "1w": 7 * DAY,
  "1m": 30 * DAY,
};
const MIN_STEP_BY_INTERVAL: Readonly<Record<string, number>> = { "1w": 300, "1m": 600, max: 600, all: 600 };

type AskedPrices = {
  /** Unix seconds; `undefined` starts at the first price. */
  readonly start: number | undefined;
  readonly end: number;
  readonly asOf: number | undefined;
  /** Step, minutes. */
  readonly bucket: number;
};

/** Returns the window that a query selects at `now` (unix seconds), or a refusal of the parameters. */
function readPriceWindow(query: PriceWindow, now: number): AskedPrices | ErrorResponse {
  const { interval, start, end, as_of: asOf, bucket_seconds: asked } = query;
  const given = [interval, start, asOf].filter((one) => one !== undefined);
  if (given.length !== 1) return invalidFieldBecause("interval", "expected one of interval, start and as_of");
  if (end !== undefined && start === undefined)
    return invalidFieldBecause("end", "expected start with it, got none");
  if (asOf !== undefined && asked !== undefined)
    return invalidFieldBecause("bucket_seconds", "expected none with as_of, got it");
  const until = end ?? now;
  if (start !== undefined && (until < start || until - start > MAX_DAYS * DAY))
    return invalidFieldBecause("end", `expected 0 to ${MAX_DAYS} days after start ${start}, got ${until}`);
  const least = (interval === undefined ? undefined : MIN_STEP_BY_INTERVAL[interval]) ?? MINUTE;
  if (asked !== undefined && asked < least)
    return invalidFieldBecause(
      "bucket_seconds",
      `expected at least ${least} with interval ${interval}, got ${asked}`,
    );
  const back = interval === undefined ? undefined : SECONDS[interval];
  return {
    start: start ?? (back === undefined ? undefined : Math.max(now - back, 0)),
    end: end ?? LATEST_SECONDS,
    asOf,
    bucket: Math.ceil((asked ?? least) / MINUTE),
  };
}

const Point = Type.Object({
  timestamp: Type.Integer({ description: "Unix seconds" }),
  price: Type.Number({ description: "Shown price at that time, 0 to 1" }),
  resolution_seconds: Type.Integer({ description: "Seconds between two points" }),
});

const WALK = "prices";

/** GET /v2/prices-history: prices of a token over time, in pages. */
export const listV2PricesHistory = v2Operation({
  path: "/v2/prices-history",
  summary: "List the prices of a token over time, version 2",
  group: V2_MARKETS,
  limits: ONLY_INTERFACE_LIMIT,
  query: Type.Object({
    token_id: Type.String({ pattern: TOKEN_PATTERN, description: "Decimal" }),
    ...PriceWindow.properties,
    ...pageParameters({ default: 1_000, maximum: 10_000 }),
  }),
  answer: Page(Point, "The earliest first; none of a token that the exchange does not have"),
  maxAgeSeconds: 1,
  handle: async ({ context, query }) => {
    const now = Math.floor(context.clock() / 1000);
    const window = readPriceWindow(query, now);
    if (isErrorResponse(window)) return window;
    const { cursor, limit } = query;
    const place = readCounts(cursor, { walk: WALK, width: 1 });
    if (place === "refused" || (place !== undefined && query.as_of !== undefined)) return badCursor(cursor);
    const [after] = place ?? [];
    const token = findPublicToken(context.engine.exchange, query.token_id);
    const found =
      token === undefined ? [] : await readPoints(context, token, { ...window, after, now, limit });
    const { rows, next } = cutPage(found, limit, ({ timestamp }) => encodeCursor(WALK, [timestamp]));
    const data = lazyRows(rows, (point) => ({ ...point, resolution_seconds: window.bucket * MINUTE }));
    return { body: buildPageBody(data, { limit, next }) };
  },
});

type PointsRequest = {
  /** Unix seconds; `undefined` starts at the first price. */
  readonly start: number | undefined;
  readonly end: number;
  readonly asOf: number | undefined;
  /** Step, minutes. */
  readonly bucket: number;
  /** Time of the point after which the page begins, unix seconds. */
  readonly after: number | undefined;
  readonly now: number;
  /** Points per page. */
  readonly limit: number;
};

/** Reads the first points of the window after `after`: more than a page if another page follows. */
async function readPoints(context: Context, { market, outcome }: Token, asked: PointsRequest) {
  const { start, end, asOf, bucket, after, now, limit } = asked;
  const priceOf = (midpoint: number): number => halfTicksNumber(outcomeHalfTicks(midpoint, outcome));
  if (asOf !== undefined) {
    const minute = Math.floor(asOf / MINUTE) + 1;
    const held = await listPricesBefore(await context.sql(), [market.no], minute);
    return held.map((one) => ({ timestamp: one.minute * MINUTE, price: priceOf(one.midpoint) }));
  }
  // Reads two extra points: one shows that another page follows; one may be the point `after`, which is left out.
  const window = { start: after ?? start, end, bucket, most: { first: limit + 2 }, now };
  const { times, midpoints } = (await readMidpoints(context, new Set([market]), window)).get(market.no) ?? {
    times: [],
    midpoints: [],
  };
  return times
    .map((timestamp, index) => ({ timestamp, price: priceOf(midpoints[index] ?? 0) }))
    .filter(({ timestamp }) => after === undefined || timestamp > after);
}
