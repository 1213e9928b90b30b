/** POST /batch-prices-history: how the midpoints of tokens moved. */
import { Type } from "typebox";
import type { Context } from "../../context.ts";
import type { Outcome, Token } from "../../core/state.ts";
import { listPricePoints, listPricesBefore } from "../../store/price-history.ts";
import { endpoint } from "../endpoint.ts";
import { halfTicksNumber, outcomeHalfTicks } from "../shown-prices.ts";
import { HistoryParameters, readHistoryWindow } from "./price-history.ts";
import type { HistoryWindow } from "./price-history.ts";

const BATCH_MARKETS = 20;

const HistoryPoint = Type.Object({
  t: Type.Integer({ description: "Unix seconds" }),
  p: Type.Number({ description: "Midpoint from then on, 0 to 1" }),
});
type HistoryPoint = Type.Static<typeof HistoryPoint>;

export const listPriceHistory = endpoint({
  method: "POST",
  path: "/batch-prices-history",
  summary: "List the price histories of tokens",
  body: Type.Object({
    markets: Type.Array(Type.String({ maxLength: 100 }), {
      maxItems: BATCH_MARKETS,
      description:
        "Token ids, or condition ids for the first outcome; unknown ones are left out of the answer",
    }),
    ...HistoryParameters,
  }),
  answer: Type.Object({
    history: Type.Record(Type.String(), Type.Array(HistoryPoint), {
      description:
        "By id as sent. A point stands where the price changed; the first one carries the price at start_ts",
    }),
  }),
  handle: async ({ context, dialect, body }) => {
    const now = Math.floor(context.clock() / 1000);
    const window = readHistoryWindow(body, dialect, now);
    if ("code" in window) return { rejection: window };
    const tokens = listNamedTokens(context, body.markets);
    const numbers = [...new Set([...tokens.values()].map(({ market }) => market.no))];
    const points = Map.groupBy(
      await readPoints(context, numbers, { ...window, now }),
      ({ market }) => market,
    );
    const entries = [...tokens].map(([id, { market, outcome }]) => [
      id,
      (points.get(market.no) ?? []).map((point) => historyPoint(point, outcome)),
    ]);
    return { body: { history: Object.fromEntries(entries) } };
  },
});

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

const historyPoint = ({ t, midpoint }: TimedPoint, outcome: Outcome): HistoryPoint => ({
  t,
  p: halfTicksNumber(outcomeHalfTicks(midpoint, outcome)),
});
