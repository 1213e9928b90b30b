/**
 * The window of a price history: start, end and step. The dialects differ in the meaning of "1m", of a fidelity, and of an
 * interval combined with timestamps.
 */
import { Type } from "typebox";
import { LISTED_SLUG_PATTERN } from "../../../listings/slug.ts";
import type { Context } from "../../../context.ts";
import { elementAt } from "../../../core/values/element-at.ts";
import { isRejection, reject } from "../../../core/rejection.ts";
import type { Rejection } from "../../../core/rejection.ts";
import { firstHalfTicks, isPriced, outcomeHalfTicks } from "../../../core/markets/shown-price.ts";
import type { Market, Outcome, Token } from "../../../core/state.ts";
import type { Engine } from "../../../engine/engine.ts";
import { listConditionsNamed } from "../../../store/reads/markets.ts";
import { listPriceHistories } from "../../../store/reads/prices.ts";
import type { PriceHistory, PriceRange } from "../../../store/reads/prices.ts";
import { DIFFERENCES } from "../../dialects/dialect-differences.ts";
import type { Dialect } from "../../dialects/dialect.ts";
import { endpoint } from "../../operation/endpoint.ts";
import { TRADING_LIMITS } from "../../guard/rate-limits.ts";
import { CATALOG_ID_PATTERN, CONDITION_PATTERN, TOKEN_PATTERN } from "../../operation/id-patterns.ts";
import { lazyRows } from "../../guard/slow-queries/json-slices.ts";
import type { Rows } from "../../guard/slow-queries/json-slices.ts";
import { findPublicMarket, findPublicToken, halfTicksNumber } from "../../values/shown-prices.ts";
import { BOOKS_AND_PRICES } from "../groups.ts";
import { MARKET_VIEW } from "../market-view.ts";
import { INVALID_FILTERS } from "../wire-error.ts";

/** Unix seconds; the maximum excludes milliseconds. */
const Seconds = Type.Integer({ minimum: 0, maximum: 9_999_999_999, description: "Unix seconds" });

const Interval = Type.Enum(["1m", "5m", "15m", "1h", "6h", "1d", "1w", "max", "all"], {
  description:
    "How far back from now. 1m is a minute, in the Polymarket dialect 30 days; not together with timestamps, which " +
    "the Polymarket dialect ignores then",
});

/** Query parameters except the markets. */
export const HistoryParameters = {
  start_ts: Type.Optional(Seconds),
  end_ts: Type.Optional(Seconds),
  startTs: Type.Optional(Seconds),
  endTs: Type.Optional(Seconds),
  interval: Type.Optional(Interval),
  fidelity: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 525_600,
      description:
        "Minutes between two points; the price is carried on where nothing changed. Longer steps are taken where there would " +
        "be more than 10,080 points, and without it where there would be more than 1,000",
    }),
  ),
};
const Parameters = Type.Object(HistoryParameters);
export type HistoryParameters = Type.Static<typeof Parameters>;

export type HistoryWindow = {
  /** Unix seconds; if undefined, the window starts at the market's first price. */
  readonly start: number | undefined;
  readonly end: number;
  /** Step, minutes. */
  readonly bucket: number;
  readonly maxPoints: number;
};

const LATEST_SECONDS = 9_999_999_999;
const AUTOMATIC_POINTS = 1_000;
/** Maximum points: one a minute for a week. If a fidelity would give more, the step is lengthened. */
const MAX_POINTS = 10_080;
const HALF_DAY = 720;
const KUEST_BUCKETS = [1, 5, 30, 180, HALF_DAY];

const MINUTES: { readonly [interval: string]: number } = {
  "1m": 1,
  "5m": 5,
  "15m": 15,
  "1h": 60,
  "6h": 360,
  "1d": 1_440,
  "1w": 10_080,
};
const MONTH = 43_200;
/** Minimum fidelity by interval, minutes. */
const POLYMARKET_MIN_FIDELITY: { readonly [interval: string]: number } = { "1w": 5, "1m": 10 };

/** Returns the maximum number of points of one market's history. */
const maxHistoryPoints = ({ fidelity }: HistoryParameters): number =>
  fidelity === undefined ? AUTOMATIC_POINTS : MAX_POINTS;

/** Returns the window that the parameters select at `now` (unix seconds), or a rejection of the parameters. */
export function readHistoryWindow(
  parameters: HistoryParameters,
  dialect: Dialect,
  now: number,
): HistoryWindow | Rejection {
  const { interval, fidelity } = parameters;
  const start = parameters.start_ts ?? parameters.startTs;
  const end = parameters.end_ts ?? parameters.endTs ?? LATEST_SECONDS;
  const maxPoints = maxHistoryPoints(parameters);
  if (interval === undefined) {
    const differing = rejectDifferingTimes(parameters);
    if (differing !== undefined) return differing;
    if (start !== undefined && start > end)
      return rejectParameters(`start_ts: expected at most end_ts ${end}, got ${start}`);
    const span = start === undefined ? undefined : Math.min(end, now) - start;
    return { start, end, bucket: computeStep(fidelity, dialect, span), maxPoints };
  }
  const isRefused = DIFFERENCES.intervalWithTimestamps.does[dialect] === "refused";
  if (isRefused && (start !== undefined || end !== LATEST_SECONDS))
    return rejectParameters("interval cannot be used with start_ts or end_ts; send one or the other");
  const least =
    DIFFERENCES.fidelity.does[dialect] === "bounded" ? (POLYMARKET_MIN_FIDELITY[interval] ?? 1) : 1;
  if (fidelity !== undefined && fidelity < least)
    return rejectParameters(
      `fidelity: expected at least ${least} with interval ${interval}, got ${fidelity}`,
    );
  const from = computeWindowStart(interval, dialect, now);
  const bucket = computeStep(fidelity, dialect, from === undefined ? undefined : now - from);
  return { start: from, end: LATEST_SECONDS, bucket, maxPoints };
}

/** Both spellings of each timestamp. */
const TIMESTAMP_NAMES = [
  ["start_ts", "startTs"],
  ["end_ts", "endTs"],
] as const;

/** Rejects a timestamp that is sent under both spellings with different values. */
function rejectDifferingTimes(parameters: HistoryParameters): Rejection | undefined {
  for (const [name, other] of TIMESTAMP_NAMES) {
    const [one, two] = [parameters[name], parameters[other]];
    if (one !== undefined && two !== undefined && one !== two)
      return rejectParameters(`${other}: expected ${one}, as ${name} says, or none, got ${two}`);
  }
  return undefined;
}

const rejectParameters = (hint: string): Rejection => reject("invalid_payload", hint);

function computeWindowStart(interval: string, dialect: Dialect, now: number): number | undefined {
  const minutes =
    interval === "1m" && DIFFERENCES.shortestInterval.does[dialect] === "month" ? MONTH : MINUTES[interval];
  return minutes === undefined ? undefined : Math.max(now - minutes * 60, 0);
}

/**
 * Returns a window's step in minutes, before bounding; `span` is in seconds. Kuest has five steps. Without a fidelity: the
 * shortest within the bound on points; for an unbounded window the longest.
 */
function computeStep(fidelity: number | undefined, dialect: Dialect, span = Infinity): number {
  if (DIFFERENCES.fidelity.does[dialect] !== "lengths") return fidelity ?? 1;
  const least = fidelity ?? span / 60 / AUTOMATIC_POINTS;
  return KUEST_BUCKETS.find((length) => length >= least) ?? HALF_DAY;
}

// Price histories of tokens: the points of the window, by the ids in the request.

const HistoryPoint = Type.Object({
  t: Type.Integer({ description: "Unix seconds" }),
  p: Type.Number({ description: "Shown price at that time, 0 to 1" }),
});
const HistoryPoints = Type.Array(HistoryPoint);

type HistoryRequest = { readonly context: Context; readonly dialect: Dialect };

/** Reads the histories by id as sent, without unknown ids; rejects invalid parameters. */
async function readHistories(
  { context, dialect }: HistoryRequest,
  ids: readonly string[],
  parameters: HistoryParameters,
): Promise<ReadonlyMap<string, Rows> | Rejection> {
  const now = Math.floor(context.clock() / 1000);
  const window = readHistoryWindow(parameters, dialect, now);
  if (isRejection(window)) return window;
  const tokens = await listNamedTokens(context, ids);
  const markets = new Set([...tokens.values()].map(({ market }) => market));
  const midpoints = await readMidpoints(context, markets, {
    ...window,
    now,
    most: { points: window.maxPoints },
  });
  return new Map(
    [...tokens].flatMap(([id, { market, outcome }]) => {
      const history = midpoints.get(market.no);
      return history === undefined ? [] : [[id, describeHistory(history, outcome)] as const];
    }),
  );
}

async function listNamedTokens(context: Context, ids: readonly string[]): Promise<Map<string, Token>> {
  const { exchange } = context.engine;
  const conditions = await listConditions(context, ids);
  const named = new Map<string, Token>();
  for (const id of ids) {
    const market = findPublicMarket(exchange, conditions.get(id) ?? id);
    const token = findPublicToken(exchange, id) ?? (market && { market, outcome: 0 as const });
    if (token !== undefined) named.set(id, token);
  }
  return named;
}

const TOKEN = new RegExp(TOKEN_PATTERN);
const CATALOG_ID = new RegExp(CATALOG_ID_PATTERN);
const CONDITION = new RegExp(CONDITION_PATTERN);
const SLUG = new RegExp(LISTED_SLUG_PATTERN, "u");

/** Returns true if the text may be a market's slug or number. */
const mayNameMarket = (id: string): boolean =>
  CATALOG_ID.test(id) || (SLUG.test(id) && !CONDITION.test(id) && !TOKEN.test(id));

/** Finds condition ids by the market slugs and numbers among `ids`. A slug of several markets is left out. */
async function listConditions(
  { sql, engine }: Context,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const names = ids.filter((id) => !engine.exchange.tokens.has(id) && mayNameMarket(id));
  if (names.length === 0) return new Map();
  const named = await listConditionsNamed(await sql(), names);
  return new Map(
    [...named].flatMap(([name, [first, ...others]]) =>
      first === undefined || others.length > 0 ? [] : [[name, first]],
    ),
  );
}

/** Prices of outcome 0 in half ticks, in order of time. `times` (unix seconds) and `midpoints` are parallel arrays. */
type Midpoints = { readonly times: number[]; readonly midpoints: number[] };
type Window = Omit<HistoryWindow, "maxPoints"> &
  Pick<PriceRange, "most"> & {
    /** Unix seconds. */
    readonly now: number;
  };

/** Reads prices by market number: one at each step from the first price of the window, and the current price. */
export async function readMidpoints(
  context: Context,
  markets: ReadonlySet<Market>,
  { start = 0, end, now, bucket, most }: Window,
): Promise<ReadonlyMap<number, Midpoints>> {
  const numbers = Array.from(markets, ({ no }) => no);
  const latest = getLatestTime(context.engine, now);
  const range = { first: Math.ceil(start / 60), last: Math.floor(Math.min(end, latest) / 60), step: bucket };
  // One point of the limit is reserved for the current price.
  const bound = "points" in most ? { points: most.points - 1 } : most;
  const recordedPrices = await listPriceHistories(await context.sql(), {
    ...range,
    markets: numbers,
    most: bound,
  });
  const histories = new Map(recordedPrices.map((history) => [history.market, history]));
  // The current price is read after the recorded prices, so that no recorded price is newer.
  const reachesNow = start <= latest && end >= latest;
  const current = reachesNow ? await readCurrent(context, markets) : new Map<number, number>();
  return new Map(
    numbers.map((no) => {
      const history = histories.get(no);
      const prices = history === undefined ? { times: [], midpoints: [] } : listPricesAtSteps(history);
      // Without orders and trades the latest price stays current.
      const price = current.get(no) ?? history?.midpoints.at(-1);
      if (reachesNow && price !== undefined) appendCurrentPrice(prices, latest, price);
      return [no, prices];
    }),
  );
}

/** Returns the clock's time or the engine's, whichever is later; unix seconds. */
const getLatestTime = ({ head }: Pick<Engine, "head">, now: number): number =>
  Math.max(now, Math.floor(head().at / 1000));

/** Returns a price at each step of the range. A step without a change repeats the previous price. */
function listPricesAtSteps({ low, high, step, minutes, midpoints }: PriceHistory): Midpoints {
  const prices: Midpoints = { times: [], midpoints: [] };
  let change = 0;
  for (let minute = Math.ceil(low / step) * step; minute <= high; minute += step) {
    while ((minutes[change + 1] ?? Infinity) <= minute) change += 1;
    prices.times.push(minute * 60);
    prices.midpoints.push(elementAt(midpoints, change));
  }
  return prices;
}

/** Appends the current price to a history, replacing any point at or after the same time. */
function appendCurrentPrice({ times, midpoints }: Midpoints, now: number, price: number): void {
  const earlier = times.findLastIndex((t) => t < now) + 1;
  times.splice(earlier, Infinity, now);
  midpoints.splice(earlier, Infinity, price);
}

/** Reads the prices at the last commit, by market number; leaves out markets without a price. */
async function readCurrent(
  { engine }: Context,
  markets: ReadonlySet<Market>,
): Promise<ReadonlyMap<number, number>> {
  const views = await Promise.all(
    Array.from(markets, async (market) => [market.no, await engine.reads.read(market, MARKET_VIEW)] as const),
  );
  return new Map(
    views.flatMap(([no, view]) => (isPriced(view) ? [[no, firstHalfTicks(view)] as const] : [])),
  );
}

const describeHistory = ({ times, midpoints }: Midpoints, outcome: Outcome): Rows =>
  lazyRows(times, (t, index) => historyPoint(t, outcomeHalfTicks(elementAt(midpoints, index), outcome)));

const historyPoint = (t: number, halfTicks: number): Type.Static<typeof HistoryPoint> => ({
  t,
  p: halfTicksNumber(halfTicks),
});

/**
 * GET /prices-history: history of a token's midpoint. An unknown token gets an empty history, as in the batch, and as at
 * Polymarket and Kuest: their clients read `history` from every answer.
 */
export const getPriceHistory = endpoint({
  method: "GET",
  path: "/prices-history",
  summary: "Get the price history of a token",
  group: BOOKS_AND_PRICES,
  limits: [TRADING_LIMITS.priceHistory],
  texts: [INVALID_FILTERS],
  query: Type.Object({
    market: Type.String({
      maxLength: 100,
      description:
        "Token id, or a market's condition id, slug or number for its first outcome; of an unknown one the history is empty",
    }),
    ...HistoryParameters,
  }),
  answer: Type.Object({ history: HistoryPoints }),
  rows: ({ query }) => maxHistoryPoints(query),
  handle: async ({ query, ...asked }) => {
    const histories = await readHistories(asked, [query.market], query);
    if (isRejection(histories)) return { rejection: histories };
    return { body: { history: histories.get(query.market) ?? [] } };
  },
});

const BATCH_MARKETS = 20;

/** POST /batch-prices-history: histories of the midpoints of several tokens. */
export const listPriceHistory = endpoint({
  method: "POST",
  kind: "read",
  path: "/batch-prices-history",
  summary: "List the price histories of tokens",
  group: BOOKS_AND_PRICES,
  limits: [TRADING_LIMITS.priceHistories],
  body: Type.Object({
    markets: Type.Array(
      Type.String({ maxLength: 100, description: "Token id: a decimal number that names the outcome" }),
      {
        maxItems: BATCH_MARKETS,
        description:
          "Token ids, or markets' condition ids, slugs or numbers for their first outcomes; unknown ones are left out of the answer",
      },
    ),
    ...HistoryParameters,
  }),
  answer: Type.Object({
    history: Type.Record(Type.String(), HistoryPoints, {
      description:
        "By id as sent. From the first price on a point stands at each step, which count from 1970 and so fall on full hours " +
        "and days; the last one is the price now",
    }),
  }),
  rows: ({ body }) => body.markets.length * maxHistoryPoints(body),
  handle: async ({ body, ...asked }) => {
    const histories = await readHistories(asked, body.markets, body);
    if (isRejection(histories)) return { rejection: histories };
    return { body: { history: Object.fromEntries(histories) } };
  },
});
