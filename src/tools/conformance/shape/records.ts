/**
 * Shapes of the records of all interfaces and live channels, not derived from the server's schemas: docs/decisions/0052
 * tells why. Blank fields of the catalog may be left out.
 */
import type { DialectRules } from "../dialect-rules.ts";
import { isObject } from "./json-value.ts";
import {
  amount,
  amountOrBlank,
  anyShape,
  arrayShape,
  blankable,
  digits,
  flag,
  hash,
  instant,
  integer,
  milliseconds,
  name,
  nullable,
  number,
  object,
  record,
  recordShape,
  shapeFields,
  text,
  textList,
  wallet,
} from "./shape.ts";
import type { Fields, Shape } from "./shape.ts";

export const rejection = record({ error: name });

/** Shape of a rejection with these texts. */
export const rejectionOf = (texts: Readonly<Record<string, string>>): Shape =>
  record(Object.fromEntries(Object.entries(texts).map(([field, value]) => [field, anyShape(value)])));

// The trading interface.

const side = anyShape("BUY", "SELL");
const levels = arrayShape(record(shapeFields(amount, "price", "size")));
const bookSides: Fields = {
  market: hash,
  asset_id: digits,
  timestamp: milliseconds,
  hash: name,
  ...shapeFields(levels, "bids", "asks"),
};
const bookTerms: Fields = {
  ...shapeFields(amount, "min_order_size", "tick_size"),
  neg_risk: flag,
  last_trade_price: amountOrBlank,
};

export const book = record({ ...bookSides, ...bookTerms });

/** Shape of a token's prices, which lack a side without orders. */
export const prices = recordShape(record({}, shapeFields(amount, "BUY", "SELL")));

export const histories = record({ history: recordShape(arrayShape(record({ t: integer, p: number }))) });

const simplified: Fields = {
  ...shapeFields(name, "status", "slug"),
  ...shapeFields(flag, "neg_risk", "active", "closed", "archived", "accepting_orders"),
  condition_id: hash,
  market_id: integer,
  question: text,
  tokens: arrayShape(record({ token_id: digits, outcome: name, price: number, winner: flag })),
  rewards: record({
    rates: arrayShape(record({ asset_address: text, rewards_daily_rate: number })),
    ...shapeFields(number, "min_size", "max_spread"),
  }),
};
/** Lists beside the tokens; Polymarket's clients do not read these lists. */
const lists: Fields = { assets_ids: arrayShape(digits), outcomes: arrayShape(name) };

export const simplifiedMarket = record(simplified, lists);

export const fullMarket = ({ marketInstant }: DialectRules): Shape =>
  record(
    {
      ...simplified,
      ...shapeFields(flag, "enable_order_book", "notifications_enabled", "is_50_50_outcome"),
      ...shapeFields(marketInstant, "accepting_order_timestamp", "end_date_iso", "game_start_time"),
      ...shapeFields(text, "question_id", "description", "fpmm", "icon", "image"),
      ...shapeFields(text, "neg_risk_market_id", "neg_risk_request_id"),
      ...shapeFields(number, "minimum_order_size", "minimum_tick_size", "seconds_delay"),
      ...shapeFields(number, "maker_base_fee", "taker_base_fee"),
      market_slug: name,
      tags: arrayShape(text),
      raw_metadata: object,
      event: record({
        ...shapeFields(name, "id", "slug"),
        ...shapeFields(text, "title", "ticker", "description"),
      }),
    },
    lists,
  );

/** Shape of a page of a listing. */
export const page = (item: Shape): Shape =>
  record({ data: arrayShape(item), next_cursor: name, ...shapeFields(integer, "limit", "count") });

export const placement = record({
  success: flag,
  errorMsg: text,
  ...shapeFields(name, "orderID", "status"),
  ...shapeFields(amountOrBlank, "takingAmount", "makingAmount"),
});

export const cancellation = record({ canceled: arrayShape(name), not_canceled: recordShape(text) });

export const order = record({
  order: record({
    market: hash,
    assetId: digits,
    side,
    associateTrades: arrayShape(text),
    ...shapeFields(name, "id", "status", "outcome", "type"),
    ...shapeFields(amount, "originalSize", "sizeMatched", "price"),
    ...shapeFields(text, "makerAddress", "owner"),
    ...shapeFields(instant, "createdAt", "updatedAt"),
  }),
});

const makerOrder: Fields = {
  order_id: name,
  asset_id: digits,
  ...shapeFields(amount, "matched_amount", "price"),
  ...shapeFields(text, "owner", "outcome"),
};

export const trade = ({ tradeTime, tradeType }: DialectRules): Shape =>
  record({
    market: hash,
    asset_id: digits,
    side,
    bucket_index: integer,
    ...shapeFields(name, "id", "taker_order_id", "status"),
    ...shapeFields(amount, "size", "fee_rate_bps", "price"),
    ...shapeFields(tradeTime, "match_time", "last_update"),
    ...shapeFields(text, "outcome", "maker_address", "owner", "transaction_hash"),
    maker_orders: arrayShape(record({ ...makerOrder, maker_address: text, fee_rate_bps: amount, side })),
    ...(tradeType && { type: anyShape("TAKER", "MAKER") }),
  });

// The data interface.

/** Shape of a position; Polymarket leaves out some fields. */
export function position({ asset, wholePositions }: DialectRules, closed: boolean): Shape {
  const figures: Fields = {
    ...shapeFields(number, "size", "initialValue", "currentValue"),
    ...shapeFields(number, "cashPnl", "percentPnl", "percentRealizedPnl"),
    ...shapeFields(flag, "redeemable", "mergeable"),
  };
  return record({
    proxyWallet: wallet,
    conditionId: hash,
    outcomeIndex: integer,
    endDate: instant,
    ...shapeFields(asset, "asset", "oppositeAsset"),
    ...shapeFields(number, "avgPrice", "totalBought", "realizedPnl", "curPrice"),
    ...((wholePositions || !closed) && figures),
    ...(wholePositions && { timestamp: integer }),
    ...shapeFields(text, "title", "slug", "icon", "eventSlug", "outcome", "oppositeOutcome"),
    ...(!closed && { negativeRisk: flag }),
  });
}

/** Fields of a person's profile. */
const profile = shapeFields(text, "name", "pseudonym", "bio", "profileImage", "profileImageOptimized");

/** Shape of an activity: a trade has a token and a side; other kinds may leave both blank. */
export const activity = ({ asset }: DialectRules): Shape => {
  const fields: Fields = {
    proxyWallet: wallet,
    conditionId: hash,
    type: name,
    ...shapeFields(integer, "timestamp", "outcomeIndex"),
    ...shapeFields(number, "size", "usdcSize", "price"),
    ...shapeFields(text, "transactionHash", "title", "slug", "icon", "eventSlug", "outcome"),
    ...profile,
  };
  const traded = record({ ...fields, asset, side });
  const other = record({ ...fields, asset: blankable(asset), side: blankable(side) });
  return (value, at) => (isObject(value) && value["type"] !== "TRADE" ? other : traded)(value, at);
};

export const holderGroup = ({ asset }: DialectRules): Shape => {
  const holder: Fields = { proxyWallet: wallet, asset, amount: number, outcomeIndex: integer, ...profile };
  return record({
    token: asset,
    holders: arrayShape(record({ ...holder, displayUsernamePublic: flag })),
  });
};

// The catalog.

const flags = shapeFields(flag, "active", "closed", "archived");
/** Fields of catalog records that may be left out. */
const options: Fields = {
  ...shapeFields(instant, "createdAt", "updatedAt"),
  ...shapeFields(text, "image", "icon"),
};
const datedOptions: Fields = {
  ...options,
  ...shapeFields(text, "description", "resolutionSource"),
  ...shapeFields(instant, "startDate", "endDate"),
};
const tag = record(
  { id: name, ...shapeFields(text, "label", "slug") },
  { ...shapeFields(instant, "createdAt", "updatedAt"), requiresTranslation: flag },
);
const series = record(
  { ...shapeFields(name, "id", "slug"), title: text },
  { ...options, ...flags, ...shapeFields(text, "ticker", "seriesType", "recurrence") },
);
const eventFields: Fields = { ...shapeFields(name, "id", "slug", "title"), ...flags };
const eventOptions: Fields = { ...datedOptions, ticker: text, creationDate: instant };
const listedFields: Fields = { ...eventFields, tags: arrayShape(tag) };
const marketFields: Fields = {
  question: text,
  conditionId: hash,
  ...flags,
  ...shapeFields(name, "id", "slug"),
  ...shapeFields(textList, "outcomes", "clobTokenIds"),
};
const marketOptions: Fields = { ...datedOptions, questionID: text };

export const market = record(
  { ...marketFields, events: arrayShape(record(eventFields, eventOptions)) },
  marketOptions,
);

export const listedEvents = arrayShape(record(listedFields, eventOptions));

export const wholeEvent = record(
  { ...listedFields, markets: arrayShape(record(marketFields, marketOptions)) },
  { ...eventOptions, series: arrayShape(series), eventMetadata: object },
);

export const searchResult = record({
  events: arrayShape(record({ ...shapeFields(name, "id", "slug", "title"), ticker: text })),
  tags: arrayShape(record({ id: name, ...shapeFields(text, "label", "slug"), event_count: integer })),
  pagination: record({ hasMore: flag, totalResults: integer }),
});

// The live channels' messages, by their `event_type`. Messages of other types are not checked.

export type MessageShapes = { readonly [eventType: string]: Shape };

const placed: Fields = { market: hash, asset_id: digits };

export const MARKET_MESSAGES: MessageShapes = {
  book: record(bookSides, bookTerms),
  price_change: record({
    market: hash,
    timestamp: milliseconds,
    price_changes: arrayShape(
      record({
        asset_id: digits,
        side,
        hash: name,
        ...shapeFields(amount, "price", "size", "best_bid", "best_ask"),
      }),
    ),
  }),
  last_trade_price: record(
    { ...placed, side, timestamp: milliseconds, ...shapeFields(amount, "price", "size", "fee_rate_bps") },
    { transaction_hash: name },
  ),
};

export function userMessages({ userTime, matchTimeField }: DialectRules): MessageShapes {
  const own: Fields = {
    ...placed,
    id: name,
    side,
    price: amount,
    timestamp: userTime,
    ...shapeFields(text, "owner", "outcome"),
  };
  const orderMessage = record(
    {
      ...own,
      order_owner: text,
      associate_trades: nullable(arrayShape(name)),
      ...shapeFields(amount, "original_size", "size_matched"),
      type: anyShape("PLACEMENT", "UPDATE", "CANCELLATION"),
    },
    {
      ...shapeFields(digits, "created_at", "expiration"),
      ...shapeFields(name, "order_type", "status", "maker_address"),
    },
  );
  const tradeMessage = record({
    ...own,
    type: anyShape("TRADE"),
    size: amount,
    trade_owner: text,
    ...shapeFields(name, "taker_order_id", "status"),
    ...shapeFields(digits, matchTimeField, "last_update"),
    maker_orders: arrayShape(record(makerOrder)),
  });
  return { order: orderMessage, trade: tradeMessage };
}
