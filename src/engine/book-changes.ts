/**
 * Changes of the books, commit by commit, for the live channels. The sequence of a market's book grows by one with
 * every commit that changes it, so that followers notice a gap. It starts at 0 with the process.
 */
import { canceledOrders } from "../core/orders/canceled-orders.ts";
import { comesToRest } from "../core/orders/match.ts";
import { elementAt } from "../core/values/element-at.ts";
import type { Event } from "../core/events/event.ts";
import type { Exchange, Market, Order } from "../core/state.ts";
import type { Ticks } from "../core/units.ts";

/** A level of the unified book that a commit touched; its size may be the same as before. */
export type TouchedLevel = {
  readonly price: Ticks;
  readonly bid: boolean;
  /** Id of the last order that touched the level. */
  readonly orderId: string;
};

export type BookChange = {
  readonly sequence: number;
  readonly levels: readonly TouchedLevel[];
  /** Tick of the book before the commit; `undefined` unless the commit changed it. */
  readonly oldTick: Ticks | undefined;
};

export type BookSequences = {
  /** Returns the sequence of the market's book at the last commit. */
  of(market: Market): number;
  /** Advances the sequences of the books that a commit changed, and returns the changes. */
  advance(exchange: Exchange, events: readonly Event[]): ReadonlyMap<Market, BookChange>;
  /** Advances the sequences of all these books, since the whole exchange was replaced. */
  advanceAll(markets: readonly Market[]): void;
  /** Lists the sequences, each with the tick of its book at the last commit. */
  list(): readonly BookPosition[];
  /** Sets the sequences to those of another process, as of the same commit. */
  adopt(markets: readonly Market[], positions: readonly BookPosition[]): void;
};

/** Number of a market, with the sequence and the tick of its book. */
export type BookPosition = readonly [market: number, sequence: number, tick: Ticks];

type BookVersion = { sequence: number; tick: Ticks };
/** Levels by price; the keys of asks are negative. */
type TouchedLevels = Map<number, Omit<TouchedLevel, "orderId"> & { orderId: string }>;

export function createBookSequences(): BookSequences {
  const versions = new Map<Market, BookVersion>();

  function versionOf(market: Market): BookVersion {
    const known = versions.get(market);
    if (known !== undefined) return known;
    const first = { sequence: 0, tick: market.tick };
    versions.set(market, first);
    return first;
  }

  function advance(exchange: Exchange, events: readonly Event[]): ReadonlyMap<Market, BookChange> {
    const changes = new Map<Market, BookChange>();
    const touched = listTouched(events);
    for (const market of [...touched.keys(), ...listRelisted(exchange, events)]) {
      if (changes.has(market)) continue;
      const book = versionOf(market);
      const oldTick = book.tick === market.tick ? undefined : book.tick;
      const levels = [...(touched.get(market)?.values() ?? [])];
      if (levels.length === 0 && oldTick === undefined) continue;
      book.sequence += 1;
      book.tick = market.tick;
      changes.set(market, { sequence: book.sequence, levels, oldTick });
    }
    return changes;
  }

  function advanceAll(markets: readonly Market[]): void {
    for (const market of markets) {
      const { sequence } = versionOf(market);
      versions.set(market, { sequence: sequence + 1, tick: market.tick });
    }
  }

  function adopt(markets: readonly Market[], positions: readonly BookPosition[]): void {
    versions.clear();
    for (const [no, sequence, tick] of positions) versions.set(elementAt(markets, no), { sequence, tick });
  }

  return {
    of: (market) => versionOf(market).sequence,
    advance,
    advanceAll,
    list: () => Array.from(versions, ([{ no }, { sequence, tick }]) => [no, sequence, tick] as const),
    adopt,
  };
}

function listTouched(events: readonly Event[]): Map<Market, TouchedLevels> {
  const touched = new Map<Market, TouchedLevels>();
  const touch = ({ market, price, bid }: Order, orderId: string): void => {
    let levels = touched.get(market);
    if (levels === undefined) touched.set(market, (levels = new Map()));
    const key = bid ? price : -price;
    const level = levels.get(key);
    if (level === undefined) levels.set(key, { price, bid, orderId });
    else level.orderId = orderId;
  };
  for (const event of events) {
    for (const order of canceledOrders(event)) touch(order, order.id);
    if (event.type !== "order-placed") continue;
    const { order, fills } = event;
    for (const { maker } of fills) touch(maker, order.id);
    if (comesToRest(event)) touch(order, order.id);
  }
  return touched;
}

function* listRelisted({ markets }: Exchange, events: readonly Event[]): Generator<Market> {
  for (const event of events)
    if (event.type === "listed") for (const { no } of event.markets) yield elementAt(markets, no);
    else if (event.type === "tick-changed") yield event.market;
}
