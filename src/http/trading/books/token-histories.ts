/** How the midpoints of tokens moved: the points that a history request asks for, by the ids that it names. */
import { Type } from "typebox";
import type { Context } from "../../../context.ts";
import type { Rejection } from "../../../core/rejection.ts";
import type { Outcome, Token } from "../../../core/state.ts";
import { listPricePoints, listPricesBefore } from "../../../store/price-history.ts";
import type { Dialect } from "../../dialect.ts";
import { halfTicksNumber, outcomeHalfTicks } from "../../shown-prices.ts";
import { readHistoryWindow } from "./price-history.ts";
import type { HistoryParameters, HistoryWindow } from "./price-history.ts";

export const HistoryPoints = Type.Array(
  Type.Object({
    t: Type.Integer({ description: "Unix seconds" }),
    p: Type.Number({ description: "Midpoint from then on, 0 to 1" }),
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
  const numbers = [...new Set([...tokens.values()].map(({ market }) => market.no))];
  const points = Map.groupBy(await readPoints(context, numbers, { ...window, now }), ({ market }) => market);
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

/** The points of the window, after those that carry the prices at its start. */
async function readPoints(
  { sql }: Context,
  markets: readonly number[],
  window: HistoryWindow & { readonly now: number },
): Promise<readonly TimedPoint[]> {
  const { start = 0, end, now, bucket, maxPoints } = window;
  const first = Math.ceil(start / 60);
  const last = Math.floor(end / 60);
  // One point of the allowance is kept for the price at the start.
  const range = { markets, first, last, bucket, maxPoints: maxPoints - 1 };
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

const historyPoint = ({ t, midpoint }: TimedPoint, outcome: Outcome): HistoryPoints[number] => ({
  t,
  p: halfTicksNumber(outcomeHalfTicks(midpoint, outcome)),
});
