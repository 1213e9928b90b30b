/**
 * Sends the changes of each commit to the followers of its markets. Each message is built and framed once; subscribers of
 * the same tokens share all bytes of a commit.
 */
import type { Context } from "../../context.ts";
import type { EventOf } from "../../core/events/event.ts";
import type { BookChange } from "../../engine/book-changes.ts";
import type { Publication } from "../../engine/repeats/entry.ts";
import { jsonFrame } from "../frames/text-frame.ts";
import { OUTCOMES } from "../../core/state.ts";
import { listAudience, sendAddressed } from "./addressed-frames.ts";
import type { AddressedFrame } from "./addressed-frames.ts";
import type { BookFrames } from "./book-frames.ts";
import {
  bestBidAskMessage,
  lastTradePriceMessage,
  priceChangeMessage,
  tickSizeChangeMessage,
  tradeViews,
} from "./market-messages.ts";
import type { MessageContext } from "./market-messages.ts";
import { BOTH_TOKENS, readBookQuote, tokenBit } from "./market-streams.ts";
import type { MarketStream, MarketStreams, BookQuote } from "./market-streams.ts";
import { createWholeBooks } from "./book-frames.ts";

type PlacedEvent = EventOf<"order-placed">;

export type MarketBroadcast = {
  /** Sends the changes of a commit; called right after the commit. */
  publish(publication: Publication): void;
};

/** Changes of one market in a commit: the book's change, and placed orders with their fills. */
type MarketChange = { readonly book: BookChange; readonly placed: readonly PlacedEvent[] };

export function createMarketBroadcast(
  { clock, log }: Pick<Context, "clock" | "log">,
  streams: MarketStreams,
  books: BookFrames,
): MarketBroadcast {
  const sendWholeBooks = createWholeBooks(books, log);

  function publishChange(
    { at, hash }: Publication,
    stream: MarketStream,
    { book, placed }: MarketChange,
  ): void {
    const { sequence } = book;
    const before = stream.quote;
    const quote = readBookQuote(stream.market, sequence);
    stream.quote = quote;
    const audience = listAudience(stream);
    if (audience.tokens === 0) return;
    const place = { sequence, stream_id: stream.id, server_ts_ms: clock() };
    const context = { market: stream.market, at, place };
    const trades = placed.flatMap((each) => tradeFrames(context, each, hash));
    const frames = [...tickFrames(context, book), ...trades, ...levelFrames(context, book, quote)];
    if (audience.custom && !hasSameBest(before, quote)) frames.push(...bestFrames(context, quote));
    sendAddressed(stream, frames);
    if (trades.length > 0) sendWholeBooks(stream, "after-trades");
    if (audience.everyChange) sendWholeBooks(stream, "after-changes");
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

const isFilled = (event: Publication["events"][number]): event is PlacedEvent =>
  event.type === "order-placed" && event.fills.length > 0;

const hasSameBest = (before: BookQuote | undefined, { bid, ask }: BookQuote): boolean =>
  before !== undefined && before.bid === bid && before.ask === ask;

function tradeFrames(context: MessageContext, { order, fills }: PlacedEvent, hash: Buffer): AddressedFrame[] {
  return fills.flatMap((fill) =>
    tradeViews(order, fill).map((view) => ({
      tokens: tokenBit(view.outcome),
      custom: false,
      frame: jsonFrame(lastTradePriceMessage(context, view, fill, hash)),
    })),
  );
}

function tickFrames(context: MessageContext, { oldTick }: BookChange): AddressedFrame[] {
  if (oldTick === undefined) return [];
  // Both tokens get the message, so that no subscriber sees a gap in the sequence.
  return OUTCOMES.map((outcome) => ({
    tokens: BOTH_TOKENS,
    custom: false,
    frame: jsonFrame(tickSizeChangeMessage(context, outcome, oldTick)),
  }));
}

function levelFrames(context: MessageContext, { levels }: BookChange, quote: BookQuote): AddressedFrame[] {
  if (levels.length === 0) return [];
  const frame = jsonFrame(priceChangeMessage(context, levels, quote));
  return [{ tokens: BOTH_TOKENS, custom: false, frame }];
}

const bestFrames = (context: MessageContext, quote: BookQuote): AddressedFrame[] =>
  OUTCOMES.map((outcome) => ({
    tokens: tokenBit(outcome),
    custom: true,
    frame: jsonFrame(bestBidAskMessage(context, outcome, quote)),
  }));
