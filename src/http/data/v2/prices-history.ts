/** GET /v2/prices-history: prices of a token over time. */
import { Type } from "typebox";
import type { Context } from "../../../context.ts";
import { outcomeHalfTicks } from "../../../core/markets/shown-price.ts";
import type { Token } from "../../../core/state.ts";
import { listPricesBefore } from "../../../store/reads/prices.ts";
import { ONLY_INTERFACE_LIMIT } from "../../guard/rate-limits.ts";
import { TOKEN_PATTERN } from "../../operation/id-patterns.ts";
import { lazyRows } from "../../slow-queries/json-slices.ts";
import { findPublicToken, halfTicksNumber } from "../../values/shown-prices.ts";
import { isErrorResponse } from "../../operation/error-format.ts";
import type { ErrorResponse } from "../../operation/error-format.ts";
import { readMidpoints } from "../../trading/books/price-history.ts";
import { V2_MARKETS } from "../groups.ts";
import { invalidFieldBecause } from "../refusal.ts";
import { Page, badCursor, cutPage, encodeCursor, pageBody, readCounts, v2Operation } from "./operation.ts";
import { Choice, pageParameters } from "./parameters.ts";

// Window of a price history in version 2: an interval up to now, two times, or one time.

const LATEST_SECONDS = 9_999_999_999;
const MINUTE = 60;
const DAY = 86_400;
const MAX_DAYS = 15;

const Seconds = (description: string) =>
  Type.Optional(
    Type.Integer({ minimum: 1, maximum: LATEST_SECONDS, description: `${description}, unix seconds` }),
  );

const PriceWindow = Type.Object({
  interval: Choice(["max", "all", "1m", "1w", "1d", "6h", "1h"], "How far back from now; 1m is 30 days"),
  start: Seconds("The earliest time, in place of interval"),
  end: Seconds(`The latest time, only with start and at most ${MAX_DAYS} days after it; now unless given`),
  as_of: Seconds("A time of which the price is asked, in place of interval and start"),
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
    return { body: pageBody(data, { limit, next }) };
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

/** Reads the first remaining points of the window: more than a page if another page follows. */
async function readPoints(context: Context, { market, outcome }: Token, asked: PointsRequest) {
  const { start, end, asOf, bucket, after, now, limit } = asked;
  const priceOf = (midpoint: number): number => halfTicksNumber(outcomeHalfTicks(midpoint, outcome));
  if (asOf !== undefined) {
    const minute = Math.floor(asOf / MINUTE) + 1;
    const held = await listPricesBefore(await context.sql(), [market.no], minute);
    return held.map((one) => ({ timestamp: one.minute * MINUTE, price: priceOf(one.midpoint) }));
  }
  // Two extra points are read: one shows that another page follows, one may be the point `after`, which is left out.
  const window = { start: after ?? start, end, bucket, most: { first: limit + 2 }, now };
  const { times, midpoints } = (await readMidpoints(context, new Set([market]), window)).get(market.no) ?? {
    times: [],
    midpoints: [],
  };
  return times
    .map((timestamp, index) => ({ timestamp, price: priceOf(midpoints[index] ?? 0) }))
    .filter(({ timestamp }) => after === undefined || timestamp > after);
}
