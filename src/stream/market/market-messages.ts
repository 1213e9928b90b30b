/**
 * Messages of the market channel about books and trades, as objects. Prices are prices of the token that the message or
 * field names.
 */
import { Compile } from "typebox/schema";
import { lotsAt } from "../../core/orders/book.ts";
import type { Fill } from "../../core/events/event.ts";
import { OUTCOMES } from "../../core/state.ts";
import type { Exchange, Market, Order, Outcome, Side, Token } from "../../core/state.ts";
import { outcomePrice, priceText, sharesText, ticks } from "../../core/units.ts";
import type { Ticks } from "../../core/units.ts";
import type { TouchedLevel } from "../../engine/book-changes.ts";
import { findPublicMarket, findPublicToken } from "../../http/values/shown-prices.ts";
import { getBestPrices, getBoundedPrices } from "../../http/trading/market-view.ts";
import { clip, describeMessageFault } from "../../http/operation/validation-fault.ts";
import { presentFields } from "../frames/present-fields.ts";
import { MarketOperation, MarketSubscription } from "./market-channel-schema.ts";
import type {
  BestBidAskMessage,
  LastTradePriceMessage,
  PriceChange,
  PriceChangeMessage,
  StreamPosition,
  TickSizeChangeMessage,
} from "./market-channel-schema.ts";
import { tokenBit } from "./market-streams.ts";
import type { BookQuote, MarketFollower, MarketStream, MarketStreams, Subscriber } from "./market-streams.ts";

/** Market of a message, and its position in the stream. */
export type MessageContext = {
  readonly market: Market;
  /** Engine time of the commit, ms since 1970. */
  readonly at: number;
  readonly place: StreamPosition;
};

type BestPrices = Pick<BookQuote, "bid" | "ask">;

export function priceChangeMessage(
  { market, at, place }: MessageContext,
  levels: readonly TouchedLevel[],
  quote: BestPrices,
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

type TokenView = { readonly outcome: Outcome; readonly quote: BestPrices };

function priceChange(market: Market, level: TouchedLevel, { outcome, quote }: TokenView): PriceChange {
  const { price, bid, orderId } = level;
  const best = getBoundedPrices(getBestPrices(quote, outcome));
  return {
    asset_id: market.tokenIds[outcome],
    price: priceText(outcomePrice(price, outcome)),
    size: sharesText(lotsAt(market.book, price, bid)),
    side: toSide(bid === (outcome === 0)),
    hash: orderId,
    best_bid: priceText(best.bid),
    best_ask: priceText(best.ask),
  };
}

const toSide = (bid: boolean): Side => (bid ? "BUY" : "SELL");

/** A trade seen from one of the market's tokens: a buy of one token is a sale of the other. */
type TradeView = Pick<Order, "outcome" | "side">;

/** Lists the views of a fill: for the incoming order's token, and for the resting order's token if it differs. */
export const tradeViews = ({ outcome, side }: Order, { maker }: Fill): TradeView[] =>
  maker.outcome === outcome
    ? [{ outcome, side }]
    : [
        { outcome, side },
        { outcome: maker.outcome, side: toSide(side === "SELL") },
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
  quote: BestPrices,
): BestBidAskMessage {
  const { bid, ask } = getBoundedPrices(getBestPrices(quote, outcome));
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

// Client requests on the market channel: to subscribe, to unsubscribe, or for fresh books.

export type MarketRequest = {
  readonly operation: MarketOperation["operation"];
  /** Token ids; `undefined` if the message has no such field. */
  readonly assetIds: readonly string[] | undefined;
  /** Condition ids of markets, each for both tokens; `undefined` if the message has no such field. */
  readonly conditionIds: readonly string[] | undefined;
  /** True if the whole books are to be sent first. */
  readonly dump: boolean;
  /** True to get openings, resolutions and best prices as well; `undefined` leaves the setting unchanged. */
  readonly custom: boolean | undefined;
  /** True to get heartbeats; `undefined` leaves the setting unchanged. */
  readonly heartbeat: boolean | undefined;
};

// Compiled, which is a hundred times faster: a message names up to a thousand tokens.
const operations = Compile(MarketOperation);
const subscriptions = Compile(MarketSubscription);

/** Parses a request; returns a hint if it is invalid. */
export function readMarketRequest(message: Readonly<Record<string, unknown>>): MarketRequest | string {
  const given = presentFields(message);
  if ("operation" in given)
    return operations.Check(given)
      ? requireTokens(buildMarketRequest(given, given.operation))
      : describeMessageFault(MarketOperation, given);
  return subscriptions.Check(given)
    ? requireTokens(buildMarketRequest(given, "subscribe"))
    : describeMessageFault(MarketSubscription, given);
}

type RequestFields = Omit<MarketOperation, "operation">;

const buildMarketRequest = (chosen: RequestFields, asked: MarketOperation["operation"]): MarketRequest => ({
  operation: asked,
  assetIds: chosen.assets_ids,
  conditionIds: chosen.markets,
  dump: chosen.initial_dump ?? true,
  custom: chosen.custom_feature_enabled,
  heartbeat: chosen.heartbeat,
});

/** Refuses a request that names no tokens, unless it asks for fresh books. */
function requireTokens(request: MarketRequest): MarketRequest | string {
  const { operation: asked, assetIds, conditionIds } = request;
  if (asked === "snapshot" || assetIds !== undefined || conditionIds !== undefined) return request;
  return "expected assets_ids, a list of token ids, or markets, a list of condition ids";
}

// Tokens named by a request on the market channel.

/** Maximum names that a hint repeats, and maximum characters of each. */
const MAX_NAMED = 3;
const MAX_NAME = 80;

/** Named tokens, each once, and the ids that belong to no market. */
export type NamedTokens = { readonly tokens: readonly Token[]; readonly unknown: readonly string[] };

export function listNamed(
  exchange: Pick<Exchange, "tokens" | "marketByCondition">,
  { assetIds = [], conditionIds = [] }: MarketRequest,
): NamedTokens {
  const tokens = new Map<string, Token>();
  const unknown: string[] = [];
  for (const assetId of assetIds) {
    const token = findPublicToken(exchange, assetId);
    if (token === undefined) unknown.push(assetId);
    else tokens.set(assetId, token);
  }
  for (const conditionId of conditionIds) {
    const market = findPublicMarket(exchange, conditionId);
    if (market === undefined) unknown.push(conditionId);
    else for (const outcome of OUTCOMES) tokens.set(market.tokenIds[outcome], { market, outcome });
  }
  return { tokens: [...tokens.values()], unknown };
}

/** Formats the first few names, and the number of further names. */
export function formatNames(names: readonly string[]): string {
  const shown = names
    .slice(0, MAX_NAMED)
    .map((name) => clip(name, MAX_NAME))
    .join(", ");
  return names.length > MAX_NAMED ? `${shown} and ${names.length - MAX_NAMED} more` : shown;
}

// Tokens that one connection is subscribed to.

export type FollowedTokens = {
  has(token: Token): boolean;
  /** Finds the follower of a subscribed token. */
  find(token: Token): MarketFollower | undefined;
  /** Subscribes to a token; messages begin once the token is live. */
  add(token: Token): MarketFollower;
  remove(token: Token): void;
  list(): Token[];
  streams(): MarketStream[];
};

export function createFollowedTokens(streams: MarketStreams, subscriber: Subscriber): FollowedTokens {
  const followers = new Map<Market, MarketFollower>();

  function find({ market, outcome }: Token): MarketFollower | undefined {
    const follower = followers.get(market);
    return follower !== undefined && (follower.wanted & tokenBit(outcome)) !== 0 ? follower : undefined;
  }

  return {
    find,
    has: (token) => find(token) !== undefined,
    add({ market, outcome }) {
      let follower = followers.get(market);
      if (follower === undefined) followers.set(market, (follower = streams.follow(market, subscriber)));
      follower.wanted |= tokenBit(outcome);
      return follower;
    },
    remove({ market, outcome }) {
      const follower = followers.get(market);
      if (follower === undefined) return;
      follower.wanted &= ~tokenBit(outcome);
      follower.live &= ~tokenBit(outcome);
      if (follower.wanted !== 0) return;
      followers.delete(market);
      streams.unfollow(follower);
    },
    list: () =>
      [...followers].flatMap(([market, { wanted }]) =>
        OUTCOMES.filter((outcome) => (wanted & tokenBit(outcome)) !== 0).map((outcome) => ({
          market,
          outcome,
        })),
      ),
    streams: () => [...followers.values()].map(({ stream }) => stream),
  };
}

export const getTokenId = ({ market, outcome }: Token): string => market.tokenIds[outcome];
