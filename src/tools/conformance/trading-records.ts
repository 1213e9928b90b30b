/** Shapes of the trading interface's records. */
import type { DialectRules } from "./dialect-rules.ts";
import {
  amount,
  amountOrBlank,
  digits,
  flag,
  hash,
  instant,
  integer,
  arrayShape,
  recordShape,
  milliseconds,
  name,
  number,
  object,
  anyShape,
  record,
  text,
} from "./shape.ts";
import type { Fields, Shape } from "./shape.ts";

const side = anyShape("BUY", "SELL");

export const rejectionShape = record({ error: name });

export const book = record({
  market: hash,
  asset_id: digits,
  timestamp: milliseconds,
  hash: name,
  bids: arrayShape(record({ price: amount, size: amount })),
  asks: arrayShape(record({ price: amount, size: amount })),
  min_order_size: amount,
  tick_size: amount,
  neg_risk: flag,
  last_trade_price: amountOrBlank,
});

/** Shape of prices: a side without orders has no price. */
export const prices = recordShape(record({}, { BUY: amount, SELL: amount }));

export const histories = record({ history: recordShape(arrayShape(record({ t: integer, p: number }))) });

const tokens = arrayShape(record({ token_id: digits, outcome: name, price: number, winner: flag }));
const rewards = record({
  rates: arrayShape(record({ asset_address: text, rewards_daily_rate: number })),
  min_size: number,
  max_spread: number,
});

const simplified: Fields = {
  condition_id: hash,
  status: name,
  neg_risk: flag,
  market_id: integer,
  question: text,
  slug: name,
  active: flag,
  closed: flag,
  archived: flag,
  accepting_orders: flag,
  tokens,
  rewards,
};
/** Lists next to the tokens, which Polymarket's clients do not read. */
const lists: Fields = { assets_ids: arrayShape(digits), outcomes: arrayShape(name) };

export const simplifiedMarket = record(simplified, lists);

export const fullMarket = ({ marketInstant }: DialectRules): Shape =>
  record(
    {
      ...simplified,
      enable_order_book: flag,
      notifications_enabled: flag,
      is_50_50_outcome: flag,
      accepting_order_timestamp: marketInstant,
      end_date_iso: marketInstant,
      game_start_time: marketInstant,
      question_id: text,
      description: text,
      market_slug: name,
      fpmm: text,
      neg_risk_market_id: text,
      neg_risk_request_id: text,
      icon: text,
      image: text,
      minimum_order_size: number,
      minimum_tick_size: number,
      seconds_delay: number,
      maker_base_fee: number,
      taker_base_fee: number,
      tags: arrayShape(text),
      event: record({ id: name, slug: name, title: text, ticker: text, description: text }),
      raw_metadata: object,
    },
    lists,
  );

/** Shape of a page of a listing. */
export const page = (item: Shape): Shape =>
  record({ data: arrayShape(item), next_cursor: name, limit: integer, count: integer });

export const placement = record({
  success: flag,
  errorMsg: text,
  orderID: name,
  takingAmount: amountOrBlank,
  makingAmount: amountOrBlank,
  status: name,
});

export const cancellation = record({ canceled: arrayShape(name), not_canceled: recordShape(text) });

export const order = record({
  order: record({
    id: name,
    status: name,
    market: hash,
    originalSize: amount,
    sizeMatched: amount,
    outcome: name,
    makerAddress: text,
    owner: text,
    price: amount,
    side,
    assetId: digits,
    type: name,
    associateTrades: arrayShape(text),
    createdAt: instant,
    updatedAt: instant,
  }),
});

const makerOrder = record({
  order_id: name,
  maker_address: text,
  owner: text,
  matched_amount: amount,
  fee_rate_bps: amount,
  price: amount,
  asset_id: digits,
  outcome: text,
  side,
});

export const trade = ({ tradeTime, tradeType }: DialectRules): Shape =>
  record({
    id: name,
    taker_order_id: name,
    market: hash,
    asset_id: digits,
    side,
    size: amount,
    fee_rate_bps: amount,
    price: amount,
    status: name,
    match_time: tradeTime,
    last_update: tradeTime,
    outcome: text,
    maker_address: text,
    owner: text,
    transaction_hash: text,
    bucket_index: integer,
    maker_orders: arrayShape(makerOrder),
    ...(tradeType && { type: anyShape("TAKER", "MAKER") }),
  });
