/**
 * Computes the value of a wallet over time, from its ledger and the price history. Profit is the value less net
 * deposits.
 */
import type { LedgerEntry } from "../api/generated/trading.ts";
import { readTicks, ticksOfNumber } from "../money.ts";
import { addLots, addMicros, cost, HALF, lots, micros, subtractMicros } from "../../../src/core/units.ts";
import type { Lots, Micros, Ticks } from "../../../src/core/units.ts";
import { signedLots, signedMicros } from "./signed-amount.ts";

export type ValuePoint = {
  /** Time in unix milliseconds. */
  readonly at: number;
  readonly value: Micros;
  readonly profit: Micros;
};

/** A price `p` that holds from the time `t`, in unix seconds. */
export type PricePoint = { readonly t: number; readonly p: number };

export type WalletHistory = {
  /** Ledger entries, the oldest first. */
  readonly entries: readonly LedgerEntry[];
  /** Holdings before the first entry; empty if the ledger is complete. */
  readonly opening: Holdings;
  readonly prices: ReadonlyMap<string, readonly PricePoint[]>;
  /** Current prices by token. */
  readonly current: ReadonlyMap<string, Ticks>;
};

export type Holdings = { readonly money: Micros; readonly shares: ReadonlyMap<string, Lots> };

export const NO_HOLDINGS: Holdings = { money: micros(0), shares: new Map() };

const OUTSIDE: ReadonlySet<string> = new Set(["deposit", "withdrawal", "debit"]);

/** Computes the value at each of the ascending times. The last time counts as now. */
export function computeValuePoints(history: WalletHistory, times: readonly number[]): readonly ValuePoint[] {
  const state = stateOf(history);
  const opening = valueOf(state);
  let next = 0;
  return times.map((at, index) => {
    let entry = history.entries[next];
    while (entry !== undefined && Date.parse(entry.time) <= at) {
      apply(state, entry);
      next += 1;
      entry = history.entries[next];
    }
    const isNow = index === times.length - 1;
    for (const [token, points] of history.prices) state.prices.set(token, priceAt(points, at, state, token));
    if (isNow) for (const [token, price] of history.current) state.prices.set(token, price);
    const value = valueOf(state);
    return { at, value, profit: subtractMicros(value, addMicros(opening, state.paidIn)) };
  });
}

type State = {
  money: Micros;
  paidIn: Micros;
  readonly shares: Map<string, Lots>;
  readonly prices: Map<string, Ticks>;
};

const stateOf = ({ opening, prices, entries }: WalletHistory): State => {
  const state: State = {
    money: opening.money,
    paidIn: micros(0),
    shares: new Map(opening.shares),
    prices: new Map(),
  };
  const from = Date.parse(entries[0]?.time ?? "");
  for (const [token, points] of prices) state.prices.set(token, priceAt(points, from, state, token));
  return state;
};

function apply(state: State, entry: LedgerEntry): void {
  const money = signedMicros(entry.collateral);
  state.money = addMicros(state.money, money);
  if (OUTSIDE.has(entry.type)) state.paidIn = addMicros(state.paidIn, money);
  for (const { asset_id: token, amount } of entry.shares)
    state.shares.set(token, addLots(state.shares.get(token) ?? lots(0), signedLots(amount)));
  const price = readTicks(entry.price);
  if (entry.asset_id !== "" && price !== undefined) state.prices.set(entry.asset_id, price);
}

/** Finds the price at a time, or the last known one if that is before all points. Points are in ascending order. */
function priceAt(points: readonly PricePoint[], at: number, { prices }: State, token: string): Ticks {
  const point = points.findLast(({ t }) => t * 1000 <= at);
  return point === undefined ? (prices.get(token) ?? HALF) : ticksOfNumber(point.p);
}

/** Values the holdings. A share without any price counts as half a complete set. */
const valueOf = ({ money, shares, prices }: State): Micros =>
  [...shares].reduce((sum, [token, held]) => addMicros(sum, cost(held, prices.get(token) ?? HALF)), money);

/** Computes the holdings before the entries from those after them. */
export function computeOpening(now: Holdings, entries: readonly LedgerEntry[]): Holdings {
  const shares = new Map(now.shares);
  let { money } = now;
  for (const entry of entries) {
    money = subtractMicros(money, signedMicros(entry.collateral));
    for (const { asset_id: token, amount } of entry.shares)
      shares.set(token, lots((shares.get(token) ?? 0) - signedLots(amount)));
  }
  return { money, shares };
}

/** Spreads `count` times evenly from the first to the last. */
export const spreadTimes = (first: number, last: number, count: number): readonly number[] =>
  Array.from({ length: count }, (_, index) => Math.round(first + ((last - first) * index) / (count - 1)));
