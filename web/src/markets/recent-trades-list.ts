/** Joins the trades of the data interface with live trades that it does not list yet. */
import type { Tape } from "../live/market-feed.ts";
import type { Trade } from "./market-queries.ts";

const second = (at: number): number => Math.floor(at / 1000);

const likeness = ({ outcome, side, price, size, at }: Omit<Trade, "key" | "trader">): string =>
  [outcome, side, price, size, second(at)].join(" ");

/**
 * Gives all trades, the latest first. The data interface has no trade ids, so equal trades are counted against each
 * other.
 */
export function withLiveTrades(known: readonly Trade[], tapes: readonly [Tape, Tape]): readonly Trade[] {
  const told = new Map<string, number>();
  for (const trade of known) told.set(likeness(trade), (told.get(likeness(trade)) ?? 0) + 1);
  const oldest = known.at(-1);
  const heard = tapes
    .flatMap((tape, index) => tape.map((trade) => heardOf(trade, index === 0 ? 0 : 1)))
    .filter((trade) => {
      if (oldest !== undefined && second(trade.at) < second(oldest.at)) return false;
      const left = told.get(likeness(trade)) ?? 0;
      told.set(likeness(trade), left - 1);
      return left <= 0;
    })
    .toSorted((a, b) => b.at - a.at);
  return [...heard, ...known].toSorted((a, b) => second(b.at) - second(a.at));
}

const heardOf = ({ key, side, price, size, at }: Tape[number], outcome: 0 | 1): Trade => ({
  key: `live ${outcome} ${key}`,
  outcome,
  side,
  price,
  size,
  at,
  trader: undefined,
});
