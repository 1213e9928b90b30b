/**
 * A token's order book, built from the market channel: one snapshot, then changes. Every commit increments the sequence
 * number. A missing number makes the book unknown until the next snapshot.
 */
import { lots, ticks } from "../../../../src/core/units.ts";
import type { Lots, Ticks } from "../../../../src/core/units.ts";
import { readLots, readTicks } from "../../base/money.ts";

export type Level = { readonly price: Ticks; readonly size: Lots };

export type OrderBook = {
  readonly tokenId: string;
  /** Levels from the highest price down. */
  readonly bids: readonly Level[];
  /** Levels from the lowest price up. */
  readonly asks: readonly Level[];
  readonly tick: Ticks;
  readonly lastPrice: Ticks | undefined;
  readonly streamId: string;
  readonly sequence: number;
};

type WireLevel = { readonly price: string; readonly size: string };

export type BookMessage = {
  readonly event_type: "book";
  readonly market: string;
  readonly asset_id: string;
  readonly bids: readonly WireLevel[];
  readonly asks: readonly WireLevel[];
  readonly tick_size: string;
  readonly last_trade_price: string;
  readonly sequence: number;
  readonly stream_id: string;
};

export type PriceChangeMessage = {
  readonly event_type: "price_change";
  readonly market: string;
  readonly price_changes: readonly {
    readonly asset_id: string;
    readonly price: string;
    readonly size: string;
    readonly side: "BUY" | "SELL";
  }[];
  readonly sequence: number;
  readonly stream_id: string;
};

export function toOrderBook(message: BookMessage): OrderBook {
  return {
    tokenId: message.asset_id,
    bids: message.bids.map(readLevel).toSorted((a, b) => b.price - a.price),
    asks: message.asks.map(readLevel).toSorted((a, b) => a.price - b.price),
    tick: readTicks(message.tick_size) ?? ticks(100),
    lastPrice: message.last_trade_price === "" ? undefined : readTicks(message.last_trade_price),
    streamId: message.stream_id,
    sequence: message.sequence,
  };
}

const readLevel = ({ price, size }: WireLevel): Level => ({
  price: readTicks(price) ?? ticks(0),
  size: readLots(size) ?? lots(0),
});

/** Applies a change to the book; an old change is ignored. Returns `undefined` if an earlier message is missing. */
export function changeBook(book: OrderBook, message: PriceChangeMessage): OrderBook | undefined {
  if (message.stream_id !== book.streamId) return undefined;
  if (message.sequence < book.sequence) return book;
  if (message.sequence > book.sequence + 1) return undefined;
  let { bids, asks } = book;
  for (const change of message.price_changes) {
    if (change.asset_id !== book.tokenId) continue;
    const level = readLevel(change);
    if (change.side === "BUY") bids = replaceLevel(bids, level, (a, b) => b - a);
    else asks = replaceLevel(asks, level, (a, b) => a - b);
  }
  return { ...book, bids, asks, sequence: message.sequence };
}

function replaceLevel(
  levels: readonly Level[],
  level: Level,
  order: (a: Ticks, b: Ticks) => number,
): readonly Level[] {
  const at = levels.findIndex(({ price }) => order(price, level.price) >= 0);
  const index = at === -1 ? levels.length : at;
  const known = levels[index]?.price === level.price;
  return levels.toSpliced(index, known ? 1 : 0, ...(level.size === 0 ? [] : [level]));
}
