/** GET /v2/prices-history: prices of a token over time, page after page. */
import { isRefused } from "../../refusal-form.ts";
import { Type } from "typebox";
import type { Context } from "../../../context.ts";
import type { Token } from "../../../core/state.ts";
import { listPricesBefore } from "../../../store/reads/price-history.ts";
import { TOKEN_PATTERN } from "../../id-patterns.ts";
import { rowsOf } from "../../large/rows.ts";
import { findPublicToken } from "../../public-market.ts";
import { outcomeHalfTicks } from "../../../core/shown-price.ts";
import { halfTicksNumber } from "../../shown-prices.ts";
import { readMidpoints } from "../../trading/books/token-histories.ts";
import { V2_MARKETS } from "../groups.ts";
import { Page, pageBody } from "./envelope.ts";
import { badCursor, cutPage, encodeCursor, readCounts } from "./page-cursor.ts";
import { pageParameters } from "./parameters.ts";
import { PriceWindow, readPriceWindow } from "./price-window.ts";
import { v2Operation } from "./v2-operation.ts";
import { ONLY_INTERFACE_LIMIT } from "../../guard/rate-limits.ts";

const Point = Type.Object({
  timestamp: Type.Integer({ description: "Unix seconds" }),
  price: Type.Number({ description: "Shown price at that time, 0 to 1" }),
  resolution_seconds: Type.Integer({ description: "Seconds between two points" }),
});

const WALK = "prices";
const MINUTE = 60;
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
    if (isRefused(window)) return window;
    const { cursor, limit } = query;
    const place = readCounts(cursor, { walk: WALK, width: 1 });
    if (place === "refused" || (place !== undefined && query.as_of !== undefined)) return badCursor(cursor);
    const [after] = place ?? [];
    const token = findPublicToken(context.engine.exchange, query.token_id);
    const found =
      token === undefined ? [] : await readPoints(context, token, { ...window, after, now, limit });
    const { rows, next } = cutPage(found, limit, ({ timestamp }) => encodeCursor(WALK, [timestamp]));
    const data = rowsOf(rows, (point) => ({ ...point, resolution_seconds: window.bucket * MINUTE }));
    return { body: pageBody(data, { limit, next }) };
  },
});

type PointsRequest = {
  /** Unix seconds; `undefined` is the beginning. */
  readonly start: number | undefined;
  readonly end: number;
  readonly asOf: number | undefined;
  /** Minutes. */
  readonly bucket: number;
  /** Time of the point that the page follows. */
  readonly after: number | undefined;
  readonly now: number;
  /** Points of a page. */
  readonly limit: number;
};

/** The first points that are left of the window: more than a page, where another follows. */
async function readPoints(context: Context, { market, outcome }: Token, asked: PointsRequest) {
  const { start, end, asOf, bucket, after, now, limit } = asked;
  const priceOf = (midpoint: number): number => halfTicksNumber(outcomeHalfTicks(midpoint, outcome));
  if (asOf !== undefined) {
    const minute = Math.floor(asOf / MINUTE) + 1;
    const held = await listPricesBefore(await context.sql(), [market.no], minute);
    return held.map((one) => ({ timestamp: one.minute * MINUTE, price: priceOf(one.midpoint) }));
  }
  // One more than a page tells that it goes on, and one that it follows is left out.
  const window = { start: after ?? start, end, bucket, most: { first: limit + 2 }, now };
  const { times, midpoints } = (await readMidpoints(context, new Set([market]), window)).get(market.no) ?? {
    times: [],
    midpoints: [],
  };
  return times
    .map((timestamp, index) => ({ timestamp, price: priceOf(midpoints[index] ?? 0) }))
    .filter(({ timestamp }) => after === undefined || timestamp > after);
}
