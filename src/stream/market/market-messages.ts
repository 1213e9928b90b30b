/**
 * Messages of the market channel about books and trades, as objects. Prices are those of the token named by the message or
 * field.
 */
import { lotsAt } from "../../core/book.ts";
import type { Fill } from "../../core/event.ts";
import type { Market, Order, Outcome, Side } from "../../core/state.ts";
import { outcomePrice, priceText, sharesText, ticks } from "../../core/units.ts";
import type { Ticks } from "../../core/units.ts";
import type { TouchedLevel } from "../../engine/book-changes.ts";
import { bestPrices, boundedPrices } from "../../http/trading/market-view.ts";
import type {
  BestBidAskMessage,
  LastTradePriceMessage,
  StreamPosition,
  PriceChange,
  PriceChangeMessage,
  TickSizeChangeMessage,
} from "./market-channel-schema.ts";
import type { BookQuote } from "./market-streams.ts";

/** Market of a message, and its position in the stream. */
export type MessageContext = {
  readonly market: Market;
  /** Engine time of the commit, ms since 1970. */
  readonly at: number;
  readonly place: StreamPosition;
};

export const OUTCOMES: readonly Outcome[] = [0, 1];

type Best = Pick<BookQuote, "bid" | "ask">;

export function priceChangeMessage(
  { market, at, place }: MessageContext,
  levels: readonly TouchedLevel[],
  quote: Best,
): PriceChangeMessage {
  return {
    event_type: "price_change",
    market: market.conditionId,
    price_changes: levels.flatMap((level) =>
      OUTCOMES.map((outcome) => priceChange(market, level, { outcome, quote })),
    ),
    timestamp: String(at),
    ...place,
  };
}

type TokenView = { readonly outcome: Outcome; readonly quote: Best };

function priceChange(market: Market, level: TouchedLevel, { outcome, quote }: TokenView): PriceChange {
  const { price, bid, orderId } = level;
  const best = boundedPrices(bestPrices(quote, outcome));
  return {
    asset_id: market.tokenIds[outcome],
    price: priceText(outcomePrice(price, outcome)),
    size: sharesText(lotsAt(market.book, price, bid)),
    side: sideOf(bid === (outcome === 0)),
    hash: orderId,
    best_bid: priceText(best.bid),
    best_ask: priceText(best.ask),
  };
}

const sideOf = (bid: boolean): Side => (bid ? "BUY" : "SELL");

/** A trade seen from a token: a buy of one is a sale of the other. */
export type TradeView = Pick<Order, "outcome" | "side">;

/** Lists the views of a fill: for the incoming order's token, and for the resting order's token if it differs. */
export const tradeViews = ({ outcome, side }: Order, { maker }: Fill): TradeView[] =>
  maker.outcome === outcome
    ? [{ outcome, side }]
    : [
        { outcome, side },
        { outcome: maker.outcome, side: sideOf(side === "SELL") },
      ];

/** Builds the message of a trade; `transaction` is the journal's hash of the commit. */
export function lastTradePriceMessage(
  { market, at, place }: MessageContext,
  { outcome, side }: TradeView,
  { price, lots, takerFee }: Fill,
  transaction: Buffer,
): LastTradePriceMessage {
  return {
    event_type: "last_trade_price",
    asset_id: market.tokenIds[outcome],
    market: market.conditionId,
    price: priceText(outcomePrice(price, outcome)),
    side,
    size: sharesText(lots),
    fee_rate_bps: takerFee === 0 ? "0" : String(market.fees?.rate ?? 0),
    timestamp: String(at),
    transaction_hash: `0x${transaction.toString("hex")}`,
    ...place,
  };
}

export function tickSizeChangeMessage(
  { market, at, place }: MessageContext,
  outcome: Outcome,
  oldTick: Ticks,
): TickSizeChangeMessage {
  return {
    event_type: "tick_size_change",
    asset_id: market.tokenIds[outcome],
    market: market.conditionId,
    old_tick_size: priceText(oldTick),
    new_tick_size: priceText(market.tick),
    side: "BUY",
    timestamp: String(at),
    ...place,
  };
}

export function bestBidAskMessage(
  { market, at, place }: MessageContext,
  outcome: Outcome,
  quote: Best,
): BestBidAskMessage {
  const { bid, ask } = boundedPrices(bestPrices(quote, outcome));
  return {
    event_type: "best_bid_ask",
    market: market.conditionId,
    asset_id: market.tokenIds[outcome],
    best_bid: priceText(bid),
    best_ask: priceText(ask),
    spread: priceText(ticks(ask - bid)),
    timestamp: String(at),
    ...place,
  };
}
