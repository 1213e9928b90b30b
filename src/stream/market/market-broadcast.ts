/**
 * What a commit did to the markets that are followed, to everyone who follows them. Each message is made once, and
 * framed once; subscribers of the same tokens share the bytes of all that the commit has for them.
 */
import type { Context } from "../../context.ts";
import type { EventOf } from "../../core/event.ts";
import type { BookChange } from "../../engine/book-changes.ts";
import type { Publication } from "../../engine/entry.ts";
import { jsonFrame } from "../text-frame.ts";
import { audienceOf, sendAddressed } from "./addressed-frames.ts";
import type { AddressedFrame } from "./addressed-frames.ts";
import type { BookFrames } from "./book-frames.ts";
import {
  bestBidAskMessage,
  lastTradePriceMessage,
  OUTCOMES,
  priceChangeMessage,
  tickSizeChangeMessage,
} from "./market-messages.ts";
import type { Told } from "./market-messages.ts";
import { BOTH_TOKENS, quoteOf, tokenOf } from "./market-streams.ts";
import type { MarketStream, MarketStreams, Quote } from "./market-streams.ts";
import { createTradedBooks } from "./traded-books.ts";

type Placed = EventOf<"order-placed">;

export type MarketBroadcast = {
  /** To be called with every commit, right after it. */
  publish(publication: Publication): void;
};

/** What a commit did to one market: to its book, and the orders that met others. */
type Change = { readonly book: BookChange; readonly placed: readonly Placed[] };

export function createMarketBroadcast(
  { clock, log }: Pick<Context, "clock" | "log">,
  streams: MarketStreams,
  books: BookFrames,
): MarketBroadcast {
  const showTradedBooks = createTradedBooks(books, log);

  function publishChange({ at, hash }: Publication, stream: MarketStream, { book, placed }: Change): void {
    const { sequence } = book;
    const before = stream.quote;
    const quote = quoteOf(stream.market, sequence);
    stream.quote = quote;
    const audience = audienceOf(stream);
    if (audience.tokens === 0) return;
    const place = { sequence, stream_id: stream.id, server_ts_ms: clock() };
    const told = { market: stream.market, at, place };
    const trades = placed.flatMap((each) => tradeFrames(told, each, hash));
    const frames = [...tickFrames(told, book), ...trades, ...levelFrames(told, book, quote)];
    if (audience.custom && !sameBest(before, quote)) frames.push(...bestFrames(told, quote));
    sendAddressed(stream, frames);
    if (trades.length > 0) showTradedBooks(stream);
  }

  return {
    publish(publication) {
      const placed = Map.groupBy(publication.events.filter(isFilled), ({ order }) => order.market);
      for (const [market, book] of publication.books) {
        const stream = streams.find(market);
        if (stream === undefined) continue;
        publishChange(publication, stream, { book, placed: placed.get(market) ?? [] });
      }
    },
  };
}

const isFilled = (event: Publication["events"][number]): event is Placed =>
  event.type === "order-placed" && event.fills.length > 0;

const sameBest = (before: Quote | undefined, { bid, ask }: Quote): boolean =>
  before !== undefined && before.bid === bid && before.ask === ask;

function tradeFrames(told: Told, { order, fills }: Placed, hash: Buffer): AddressedFrame[] {
  return fills.map((fill) => ({
    tokens: tokenOf(order.outcome),
    custom: false,
    frame: jsonFrame(lastTradePriceMessage(told, order, fill, hash)),
  }));
}

function tickFrames(told: Told, { oldTick }: BookChange): AddressedFrame[] {
  if (oldTick === undefined) return [];
  // To both tokens' subscribers, so that everyone who counts the sequence has a message of it.
  return OUTCOMES.map((outcome) => ({
    tokens: BOTH_TOKENS,
    custom: false,
    frame: jsonFrame(tickSizeChangeMessage(told, outcome, oldTick)),
  }));
}

function levelFrames(told: Told, { levels }: BookChange, quote: Quote): AddressedFrame[] {
  if (levels.length === 0) return [];
  const frame = jsonFrame(priceChangeMessage(told, levels, quote));
  return [{ tokens: BOTH_TOKENS, custom: false, frame }];
}

const bestFrames = (told: Told, quote: Quote): AddressedFrame[] =>
  OUTCOMES.map((outcome) => ({
    tokens: tokenOf(outcome),
    custom: true,
    frame: jsonFrame(bestBidAskMessage(told, outcome, quote)),
  }));
