/** Joins the trades of the data interface with live trades that the data interface does not list yet. */
import type { LiveTrades } from "../../api/live/market-feed.ts";
import type { Trade } from "../queries/market-queries.ts";

const toSecond = (at: number): number => Math.floor(at / 1000);

const buildMatchKey = ({
  outcome,
  side,
  price,
  size,
  at,
}: Omit<Trade, "key" | "trader" | "traderName">): string =>
  [outcome, side, price, size, toSecond(at)].join(" ");

/** Returns all trades, newest first. The data interface has no trade ids, so equal trades are matched by count. */
export function mergeLiveTrades(
  known: readonly Trade[],
  liveTrades: readonly [LiveTrades, LiveTrades],
): readonly Trade[] {
  const knownCounts = new Map<string, number>();
  for (const trade of known)
    knownCounts.set(buildMatchKey(trade), (knownCounts.get(buildMatchKey(trade)) ?? 0) + 1);
  const oldest = known.at(-1);
  const live = liveTrades
    .flatMap((trades, index) => trades.map((trade) => toTrade(trade, index === 0 ? 0 : 1)))
    .filter((trade) => {
      if (oldest !== undefined && toSecond(trade.at) < toSecond(oldest.at)) return false;
      const count = knownCounts.get(buildMatchKey(trade)) ?? 0;
      knownCounts.set(buildMatchKey(trade), count - 1);
      return count <= 0;
    })
    .toSorted((a, b) => b.at - a.at);
  return [...live, ...known].toSorted((a, b) => toSecond(b.at) - toSecond(a.at));
}

const toTrade = ({ key, side, price, size, at }: LiveTrades[number], outcome: 0 | 1): Trade => ({
  key: `live ${outcome} ${key}`,
  outcome,
  side,
  price,
  size,
  at,
  trader: undefined,
  traderName: "",
});
