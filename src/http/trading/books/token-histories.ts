/** Histories of tokens' midpoints: the points of the window, by the ids in the request. */
import { Type } from "typebox";
import { LISTED_SLUG_PATTERN } from "../../../catalog/slug.ts";
import type { Context } from "../../../context.ts";
import { isRejection } from "../../../core/rejection.ts";
import type { Rejection } from "../../../core/rejection.ts";
import type { Market, Outcome, Token } from "../../../core/state.ts";
import type { Engine } from "../../../engine/engine.ts";
import { listFirstPrices, listPriceHistories, listPricesBefore } from "../../../store/reads/price-history.ts";
import { listConditionsNamed } from "../../../store/reads/operator-markets.ts";
import type { PriceHistory } from "../../../store/reads/price-history.ts";
import type { Dialect } from "../../dialects/dialect.ts";
import { CATALOG_ID_PATTERN, CONDITION_PATTERN, TOKEN_PATTERN } from "../../id-patterns.ts";
import { rowsOf } from "../../large/rows.ts";
import type { Rows } from "../../large/rows.ts";
import { findPublicMarket, findPublicToken } from "../../public-market.ts";
import { outcomeHalfTicks } from "../../../core/shown-price.ts";
import { halfTicksNumber } from "../../shown-prices.ts";
import { MARKET_VIEW } from "../market-view.ts";
import { readHistoryWindow } from "./price-history.ts";
import type { HistoryParameters, HistoryWindow } from "./price-history.ts";

const HistoryPoint = Type.Object({
  t: Type.Integer({ description: "Unix seconds" }),
  p: Type.Number({ description: "Midpoint at that time, 0 to 1" }),
});
export const HistoryPoints = Type.Array(HistoryPoint);

type HistoryRequest = { readonly context: Context; readonly dialect: Dialect };

/** The histories by id as sent, without the unknown ids; or what is wrong with the parameters. */
export async function readHistories(
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
      return history === undefined ? [] : [[id, shownHistory(history, outcome)] as const];
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

/** True for a text that may be a market's slug or number. */
const mayNameMarket = (id: string): boolean =>
  CATALOG_ID.test(id) || (SLUG.test(id) && !CONDITION.test(id) && !TOKEN.test(id));

/** Condition ids by the slugs and numbers of markets among the ids; of a slug that several markets have there is none. */
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

/** Midpoints of outcome 0 in half ticks, in order of time: unix seconds, and at the same places the midpoints. */
export type Midpoints = { readonly times: readonly number[]; readonly midpoints: readonly number[] };
type Midpoint = { readonly t: number; readonly midpoint: number };
type Window = Omit<HistoryWindow, "maxPoints"> & {
  readonly now: number;
  /** Most points: as many of longer buckets, or the first ones. */
  readonly most: { readonly points: number } | { readonly first: number };
};
type ByMarket<T> = ReadonlyMap<number, T>;

/** Prices by market number: that at the start of the window, its minutes, and the midpoint of now. */
export async function readMidpoints(
  context: Context,
  markets: ReadonlySet<Market>,
  window: Window,
): Promise<ByMarket<Midpoints>> {
  const numbers = Array.from(markets, ({ no }) => no);
  const [before, recorded] = await Promise.all([
    readBefore(context, numbers, window),
    readRecorded(context, numbers, window),
  ]);
  // Read after what is recorded, so that nothing recorded is newer.
  const current = await readCurrent(context, markets, window);
  return new Map(numbers.map((no) => [no, inOrder(before.get(no), recorded.get(no), current.get(no))]));
}

/**
 * Adds the price that held before the window in front, unless a recorded minute is of the same time. Adds the present
 * one at the end, in place of minutes that are not earlier.
 */
function inOrder(
  before: Midpoint | undefined,
  recorded: PriceHistory | undefined,
  current: Midpoint | undefined,
): Midpoints {
  const times = (recorded?.minutes ?? []).map((minute) => minute * 60);
  const midpoints = [...(recorded?.midpoints ?? [])];
  if (before !== undefined && times[0] !== before.t) {
    times.unshift(before.t);
    midpoints.unshift(before.midpoint);
  }
  if (current !== undefined) {
    const earlier = times.findLastIndex((t) => t < current.t) + 1;
    times.splice(earlier, Infinity, current.t);
    midpoints.splice(earlier, Infinity, current.midpoint);
  }
  return { times, midpoints };
}

/** The prices that held at the start of the window. */
async function readBefore(
  { sql }: Context,
  markets: readonly number[],
  { start = 0, now }: Window,
): Promise<ByMarket<Midpoint>> {
  const points = start > now ? [] : await listPricesBefore(await sql(), markets, Math.ceil(start / 60));
  return new Map(points.map(({ market, midpoint }) => [market, { t: start, midpoint }]));
}

/** The minutes of the window that have ended; that which has not is told by the midpoint of now. */
async function readRecorded(
  { sql, engine }: Context,
  markets: readonly number[],
  { start = 0, end, now, bucket, most }: Window,
): Promise<ByMarket<PriceHistory>> {
  const first = Math.ceil(start / 60);
  const last = Math.floor(Math.min(end, latestTime(engine, now)) / 60);
  const range = { first, last, bucket };
  const store = await sql();
  // Two points of the allowance are kept: for the price at the start, and for that of now.
  const histories =
    "points" in most
      ? await listPriceHistories(store, { ...range, markets, maxPoints: most.points - 2 })
      : await Promise.all(
          markets.map((market) => listFirstPrices(store, { ...range, market, limit: most.first })),
        );
  return new Map(histories.flatMap((history) => (history === undefined ? [] : [[history.market, history]])));
}

/** The clock, or engine time where that is ahead of it; unix seconds. */
const latestTime = ({ head }: Pick<Engine, "head">, now: number): number =>
  Math.max(now, Math.floor(head().at / 1000));

/** The midpoints as of the last commit, of markets that have one; none where the window does not reach to now. */
async function readCurrent(
  { engine }: Context,
  markets: ReadonlySet<Market>,
  { start = 0, end, now }: Window,
): Promise<ByMarket<Midpoint>> {
  const t = latestTime(engine, now);
  if (start > t || end < t) return new Map();
  const views = await Promise.all(
    Array.from(markets, async (market) => ({
      market: market.no,
      view: await engine.reads.read(market, MARKET_VIEW),
    })),
  );
  return new Map(
    views.flatMap(({ market, view: { bid, ask } }) =>
      bid === undefined || ask === undefined ? [] : [[market, { t, midpoint: bid + ask }] as const],
    ),
  );
}

const shownHistory = ({ times, midpoints }: Midpoints, outcome: Outcome): Rows =>
  rowsOf(times, (t, index) => historyPoint(t, outcomeHalfTicks(midpoints[index], outcome)));

const historyPoint = (t: number, halfTicks: number): Type.Static<typeof HistoryPoint> => ({
  t,
  p: halfTicksNumber(halfTicks),
});
