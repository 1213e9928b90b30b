/** Histories of tokens' shown prices: the points of the window, by the ids in the request. */
import { Type } from "typebox";
import { elementAt } from "../../../core/element-at.ts";
import { LISTED_SLUG_PATTERN } from "../../../catalog/slug.ts";
import type { Context } from "../../../context.ts";
import { isRejection } from "../../../core/rejection.ts";
import type { Rejection } from "../../../core/rejection.ts";
import type { Market, Outcome, Token } from "../../../core/state.ts";
import type { Engine } from "../../../engine/engine.ts";
import { listPriceHistories } from "../../../store/reads/price-history.ts";
import { listConditionsNamed } from "../../../store/reads/operator-markets.ts";
import type { PriceHistory, PriceRange } from "../../../store/reads/price-history.ts";
import type { Dialect } from "../../dialects/dialect.ts";
import { CATALOG_ID_PATTERN, CONDITION_PATTERN, TOKEN_PATTERN } from "../../id-patterns.ts";
import { rowsOf } from "../../large/rows.ts";
import type { Rows } from "../../large/rows.ts";
import { findPublicMarket, findPublicToken } from "../../public-market.ts";
import { firstHalfTicks, isPriced, outcomeHalfTicks } from "../../../core/shown-price.ts";
import { halfTicksNumber } from "../../shown-prices.ts";
import { MARKET_VIEW } from "../market-view.ts";
import { readHistoryWindow } from "./price-history.ts";
import type { HistoryParameters, HistoryWindow } from "./price-history.ts";

const HistoryPoint = Type.Object({
  t: Type.Integer({ description: "Unix seconds" }),
  p: Type.Number({ description: "Shown price at that time, 0 to 1" }),
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

/** Prices of outcome 0 in half ticks, in order of time: unix seconds, and at the same places the prices. */
export type Midpoints = { readonly times: number[]; readonly midpoints: number[] };
type Window = Omit<HistoryWindow, "maxPoints"> &
  Pick<PriceRange, "most"> & {
    /** Unix seconds. */
    readonly now: number;
  };

/** Prices by market number: one at each step from the first price of the window on, and that of now. */
export async function readMidpoints(
  context: Context,
  markets: ReadonlySet<Market>,
  { start = 0, end, now, bucket, most }: Window,
): Promise<ReadonlyMap<number, Midpoints>> {
  const numbers = Array.from(markets, ({ no }) => no);
  const latest = latestTime(context.engine, now);
  const range = { first: Math.ceil(start / 60), last: Math.floor(Math.min(end, latest) / 60), step: bucket };
  // A point of the allowance is kept for the price of now.
  const bound = "points" in most ? { points: most.points - 1 } : most;
  const recorded = await listPriceHistories(await context.sql(), { ...range, markets: numbers, most: bound });
  const histories = new Map(recorded.map((history) => [history.market, history]));
  // Read after what is recorded, so that nothing recorded is newer.
  const reachesNow = start <= latest && end >= latest;
  const current = reachesNow ? await readCurrent(context, markets) : new Map<number, number>();
  return new Map(
    numbers.map((no) => {
      const history = histories.get(no);
      const prices = history === undefined ? { times: [], midpoints: [] } : stepped(history);
      // Without orders and trades the latest price is carried on.
      const price = current.get(no) ?? history?.midpoints.at(-1);
      if (reachesNow && price !== undefined) endWith(prices, latest, price);
      return [no, prices];
    }),
  );
}

/** The clock, or engine time where that is ahead of it; unix seconds. */
const latestTime = ({ head }: Pick<Engine, "head">, now: number): number =>
  Math.max(now, Math.floor(head().at / 1000));

/** A price at each step of the range: the latest one carried on where nothing changed. */
function stepped({ low, high, step, minutes, midpoints }: PriceHistory): Midpoints {
  const prices: Midpoints = { times: [], midpoints: [] };
  let change = 0;
  for (let minute = Math.ceil(low / step) * step; minute <= high; minute += step) {
    while ((minutes[change + 1] ?? Infinity) <= minute) change += 1;
    prices.times.push(minute * 60);
    prices.midpoints.push(elementAt(midpoints, change));
  }
  return prices;
}

/** Ends a history with the price of now, in place of one of the same time. */
function endWith({ times, midpoints }: Midpoints, now: number, price: number): void {
  const earlier = times.findLastIndex((t) => t < now) + 1;
  times.splice(earlier, Infinity, now);
  midpoints.splice(earlier, Infinity, price);
}

/** The prices as of the last commit by market number, of markets that have one. */
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

const shownHistory = ({ times, midpoints }: Midpoints, outcome: Outcome): Rows =>
  rowsOf(times, (t, index) => historyPoint(t, outcomeHalfTicks(elementAt(midpoints, index), outcome)));

const historyPoint = (t: number, halfTicks: number): Type.Static<typeof HistoryPoint> => ({
  t,
  p: halfTicksNumber(halfTicks),
});
