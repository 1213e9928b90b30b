/** How the midpoints of tokens moved: the points that a history request asks for, by the ids that it names. */
import { Type } from "typebox";
import type { Context } from "../../../context.ts";
import type { Rejection } from "../../../core/rejection.ts";
import type { Engine } from "../../../engine/engine.ts";
import type { Market, Outcome, Token } from "../../../core/state.ts";
import { listPricePoints, listPricesBefore } from "../../../store/price-history.ts";
import type { Dialect } from "../../dialect.ts";
import { halfTicksNumber, outcomeHalfTicks } from "../../shown-prices.ts";
import { MARKET_VIEW } from "../market-view.ts";
import { readHistoryWindow } from "./price-history.ts";
import type { HistoryParameters, HistoryWindow } from "./price-history.ts";

export const HistoryPoints = Type.Array(
  Type.Object({
    t: Type.Integer({ description: "Unix seconds" }),
    p: Type.Number({ description: "Midpoint at that time, 0 to 1" }),
  }),
);
type HistoryPoints = Type.Static<typeof HistoryPoints>;

type Asked = { readonly context: Context; readonly dialect: Dialect };

/** The histories by id as sent, without the unknown ids; or what is wrong with the parameters. */
export async function readHistories(
  { context, dialect }: Asked,
  ids: readonly string[],
  parameters: HistoryParameters,
): Promise<ReadonlyMap<string, HistoryPoints> | Rejection> {
  const now = Math.floor(context.clock() / 1000);
  const window = readHistoryWindow(parameters, dialect, now);
  if ("code" in window) return window;
  const tokens = listNamedTokens(context, ids);
  const markets = new Set([...tokens.values()].map(({ market }) => market));
  const points = await readPoints(context, markets, { ...window, now });
  return new Map(
    [...tokens].map(([id, { market, outcome }]) => [
      id,
      (points.get(market.no) ?? []).map((point) => historyPoint(point, outcome)),
    ]),
  );
}

function listNamedTokens(context: Context, ids: readonly string[]): Map<string, Token> {
  const { tokens, marketByCondition } = context.engine.exchange;
  const named = new Map<string, Token>();
  for (const id of ids) {
    const market = marketByCondition.get(id.toLowerCase());
    const token = tokens.get(id) ?? (market && { market, outcome: 0 as const });
    if (token !== undefined) named.set(id, token);
  }
  return named;
}

/** A midpoint of outcome 0 in half ticks, from `t` (unix seconds) on. */
type TimedPoint = { readonly market: number; readonly t: number; readonly midpoint: number };
type Window = HistoryWindow & { readonly now: number };

/** By market number, in order of time: the price at the start of the window, its minutes, and the midpoint of now. */
async function readPoints(
  context: Context,
  markets: ReadonlySet<Market>,
  window: Window,
): Promise<ReadonlyMap<number, readonly TimedPoint[]>> {
  const recorded = await readRecorded(
    context,
    Array.from(markets, ({ no }) => no),
    window,
  );
  // Read after what is recorded, so that nothing recorded is newer.
  const current = await readCurrent(context, markets, window);
  const times = new Map(current.map(({ market, t }) => [market, t]));
  const earlier = recorded.filter(({ market, t }) => t < (times.get(market) ?? Infinity));
  return Map.groupBy([...earlier, ...current], ({ market }) => market);
}

/** The points of the window, after those that carry the prices at its start. */
async function readRecorded(
  { sql, engine }: Context,
  markets: readonly number[],
  { start = 0, end, now, bucket, maxPoints }: Window,
): Promise<readonly TimedPoint[]> {
  const first = Math.ceil(start / 60);
  // A minute that has not ended is told by the midpoint of now.
  const last = Math.floor(Math.min(end, latestTime(engine, now)) / 60);
  // Two points of the allowance are kept: for the price at the start, and for that of now.
  const range = { markets, first, last, bucket, maxPoints: maxPoints - 2 };
  const [before, changes] = await Promise.all([
    start > now ? [] : listPricesBefore(sql, markets, first),
    listPricePoints(sql, range),
  ]);
  const atStart = new Set(changes.filter(({ minute }) => minute * 60 === start).map(({ market }) => market));
  const carried = before.filter(({ market }) => !atStart.has(market));
  return [
    ...carried.map(({ market, midpoint }) => ({ market, t: start, midpoint })),
    ...changes.map(({ market, minute, midpoint }) => ({ market, t: minute * 60, midpoint })),
  ];
}

/** The clock, or engine time where that is ahead of it; unix seconds. */
const latestTime = ({ head }: Pick<Engine, "head">, now: number): number =>
  Math.max(now, Math.floor(head().at / 1000));

/** The midpoints as of the last commit, of markets that have one; none where the window does not reach to now. */
async function readCurrent(
  { engine }: Context,
  markets: ReadonlySet<Market>,
  { start = 0, end, now }: Window,
): Promise<readonly TimedPoint[]> {
  const t = latestTime(engine, now);
  if (start > t || end < t) return [];
  const views = await Promise.all(
    Array.from(markets, async (market) => ({
      market: market.no,
      view: await engine.reads.read(market, MARKET_VIEW),
    })),
  );
  return views.flatMap(({ market, view: { bid, ask } }) =>
    bid === undefined || ask === undefined ? [] : [{ market, t, midpoint: bid + ask }],
  );
}

const historyPoint = ({ t, midpoint }: TimedPoint, outcome: Outcome): HistoryPoints[number] => ({
  t,
  p: halfTicksNumber(outcomeHalfTicks(midpoint, outcome)),
});
