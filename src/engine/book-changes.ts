/**
 * What each commit changed of the books, for those who follow them. A market's book has a sequence: one more with every
 * commit that changes it, so that a follower who misses one knows. It counts from the start of the process.
 */
import type { Event } from "../core/event.ts";
import type { Exchange, Market, Order } from "../core/state.ts";
import type { Ticks } from "../core/units.ts";

/** A level of the unified book that a commit touched; its size now may be what it was before. */
export type TouchedLevel = {
  readonly price: Ticks;
  readonly bid: boolean;
  /** Of the order that touched it last. */
  readonly orderId: string;
};

export type BookChange = {
  readonly sequence: number;
  readonly levels: readonly TouchedLevel[];
  /** The tick that the book had until now, where it has another since. */
  readonly oldTick: Ticks | undefined;
};

export type BookSequences = {
  /** The sequence of the market's book as it was last committed. */
  of(market: Market): number;
  /** Counts what a commit changed. */
  advance(exchange: Exchange, events: readonly Event[]): ReadonlyMap<Market, BookChange>;
};

type Followed = { sequence: number; tick: Ticks };
type Touched = Map<number, TouchedLevel>;

export function createBookSequences(): BookSequences {
  const followed = new Map<Market, Followed>();

  function follow(market: Market): Followed {
    const known = followed.get(market);
    if (known !== undefined) return known;
    const first = { sequence: 0, tick: market.tick };
    followed.set(market, first);
    return first;
  }

  function advance(exchange: Exchange, events: readonly Event[]): ReadonlyMap<Market, BookChange> {
    const changes = new Map<Market, BookChange>();
    const touched = listTouched(events);
    for (const market of [...touched.keys(), ...listRelisted(exchange, events)]) {
      if (changes.has(market)) continue;
      const book = follow(market);
      const oldTick = book.tick === market.tick ? undefined : book.tick;
      const levels = [...(touched.get(market)?.values() ?? [])];
      if (levels.length === 0 && oldTick === undefined) continue;
      book.sequence += 1;
      book.tick = market.tick;
      changes.set(market, { sequence: book.sequence, levels, oldTick });
    }
    return changes;
  }

  return { of: (market) => follow(market).sequence, advance };
}

function listTouched(events: readonly Event[]): Map<Market, Touched> {
  const touched = new Map<Market, Touched>();
  const touch = ({ market, price, bid }: Order, orderId: string): void => {
    let levels = touched.get(market);
    if (levels === undefined) touched.set(market, (levels = new Map()));
    levels.set(bid ? price : -price, { price, bid, orderId });
  };
  for (const event of events) {
    if (event.type === "order-canceled") touch(event.order, event.order.id);
    if (event.type !== "order-placed") continue;
    const { order, fills, ended } = event;
    for (const { maker } of fills) touch(maker, order.id);
    const filled = fills.reduce((sum, { lots }) => sum + lots, 0);
    if (ended === undefined && filled < order.lots) touch(order, order.id);
  }
  return touched;
}

function* listRelisted({ markets }: Exchange, events: readonly Event[]): Generator<Market> {
  for (const event of events)
    if (event.type === "listed") for (const { no } of event.markets) yield markets[no];
}
