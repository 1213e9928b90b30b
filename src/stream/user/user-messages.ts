/**
 * What the owner of an order is told of it: the record of the order, or of a trade, as the trading interface answers
 * it, with the names that the services use on their channels beside it. Times are unix seconds as text in every
 * dialect, and `timestamp` is in milliseconds but for Kuest's clients.
 */
import type { Order } from "../../core/state.ts";
import { priceText, sharesText } from "../../core/units.ts";
import { DIFFERENCES } from "../../http/dialects/dialect-differences.ts";
import type { Dialect } from "../../http/dialects/dialect.ts";
import { tradeAnswer } from "../../http/trading/trades/trade-record.ts";
import { checksumAddress } from "../../signing/address.ts";
import { tradeId } from "../../store/reads/trade-id.ts";
import type { TradeParty, TradeRecord } from "../../store/reads/trades.ts";
import type { DescribedMarket } from "../described-markets.ts";
import type { Described, OwnBatch } from "./user-feed.ts";
import { MOST_TRADES } from "./user-happenings.ts";
import type { Happening, OrderHappening, TradeHappening } from "./user-happenings.ts";
import type { OrderMessage, TradeMessage } from "./user-schema.ts";

/** A message without what its connection numbers it by. */
export type UserMessage = OrderMessage | TradeMessage;

export type MessageView = {
  readonly dialect: Dialect;
  /** Lower-case address. */
  readonly owner: string;
};

type Told = Pick<OwnBatch, "at" | "hash"> & { readonly described: Described };

/** A commit is final at once, so that a trade goes through all the steps that clients wait for. */
const TRADE_STEPS = ["MATCHED", "MINED", "CONFIRMED"] as const;

/** One message of an order, three of a trade. Every market of a happening has a description. */
export function userMessages(happening: Happening, told: Told, view: MessageView): UserMessage[] {
  const { market } = happening.type === "order" ? happening.order : happening.taker;
  const description = told.described.markets.get(market.no);
  if (description === undefined) throw new Error(`market ${market.conditionId} has no description`);
  if (happening.type === "order") return [orderMessage(happening, description, told, view)];
  const trade = tradeMessage(happening, description, told, view);
  return TRADE_STEPS.map((status) => ({ ...trade, status }));
}

function orderMessage(
  happening: OrderHappening,
  { outcomes }: DescribedMarket,
  { at, described }: Told,
  { dialect }: MessageView,
): OrderMessage {
  const { change, order, filled, trades, tradeCount, reason } = happening;
  const earlier = described.earlierTrades.get(order.no) ?? [];
  const recent = trades.slice(Math.max(0, tradeCount - MOST_TRADES), tradeCount);
  return {
    event_type: "order",
    type: change,
    id: order.id,
    market: order.market.conditionId,
    asset_id: order.market.tokenIds[order.outcome],
    owner: order.apiKey,
    order_owner: order.apiKey,
    side: order.side,
    price: priceText(order.limit),
    original_size: sharesText(order.lots),
    size_matched: sharesText(filled),
    outcome: outcomes[order.outcome],
    maker_address: checksumAddress(order.account.address),
    associate_trades: [...earlier, ...recent].slice(-MOST_TRADES).map(tradeId),
    status: statusOf(happening),
    order_type: order.kind,
    created_at: secondsText(order.placedAt),
    expiration: secondsText(order.expiresAt),
    ...(reason !== undefined && { cancel_reason: reason }),
    timestamp: timestampText(at, dialect),
  };
}

/** Clients know no other words: why an order was cancelled stands beside it. */
function statusOf({ change, order, filled }: OrderHappening): OrderMessage["status"] {
  if (change === "CANCELLATION") return "CANCELED";
  return filled === order.lots ? "MATCHED" : "LIVE";
}

function tradeMessage(
  happening: TradeHappening,
  description: DescribedMarket,
  { at, hash }: Told,
  { dialect, owner }: MessageView,
): TradeMessage {
  const record = tradeRecord(happening, description, { at, hash });
  const { type: _role, maker_orders: makers, ...trade } = tradeAnswer(record, { dialect, caller: owner });
  const time = secondsText(at);
  const { taker, maker } = record;
  return {
    event_type: "trade",
    type: "TRADE",
    ...trade,
    match_time: time,
    matchtime: time,
    last_update: time,
    maker_orders: makers.map((order) => ({ ...order, outcome_index: maker.outcome })),
    trade_owner: taker.owner === owner ? taker.apiKey : maker.apiKey,
    timestamp: timestampText(at, dialect),
  };
}

function tradeRecord(
  { fill, taker, feeRate }: TradeHappening,
  { outcomes, conditionId }: DescribedMarket,
  { at, hash }: Pick<OwnBatch, "at" | "hash">,
): TradeRecord {
  const party = (order: Order, fee: TradeParty["fee"]): TradeParty => ({
    orderId: order.id,
    wallet: order.account.address,
    owner: order.account.owner,
    apiKey: order.apiKey,
    tokenId: order.market.tokenIds[order.outcome],
    outcome: order.outcome,
    outcomeLabel: outcomes[order.outcome],
    side: order.side,
    fee,
  });
  return {
    no: fill.no,
    conditionId,
    lots: fill.lots,
    price: fill.price,
    at,
    hash,
    taker: party(taker, fill.takerFee),
    maker: party(fill.maker, fill.makerFee),
    builder: null,
    feeRate,
  };
}

const secondsText = (ms: number): string => String(Math.floor(ms / 1000));

const timestampText = (at: number, dialect: Dialect): string =>
  DIFFERENCES.userTimestamps.does[dialect] === "seconds" ? secondsText(at) : String(at);
