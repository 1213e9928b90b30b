/**
 * Messages to the owner of an order: the record of the order or of a trade, as the trading interface answers it. Fields
 * that the services name differently on their channels are added. Times are unix seconds as text. `timestamp` is in
 * milliseconds, for Kuest's clients in seconds.
 */
import type { Order } from "../../core/state.ts";
import { priceText, sharesText } from "../../core/units.ts";
import { DIFFERENCES } from "../../http/dialects/dialect-differences.ts";
import type { Dialect } from "../../http/dialects/dialect.ts";
import { flatOrder } from "../../http/trading/orders/orders.ts";
import { tradeAnswer } from "../../http/trading/trades/trades.ts";
import type { TradeView } from "../../http/trading/trades/trades.ts";
import { checksumAddress } from "../../signing/address.ts";
import { tradeId } from "../../store/reads/fills.ts";
import type { OrderRecord } from "../../store/reads/orders.ts";
import type { EarlierTrades, TradeParty, TradeRecord } from "../../store/reads/trades.ts";
import type { MessageNumbers } from "../numbering.ts";
import { textFrame } from "../text-frame.ts";
import type { OwnerBatch } from "./user-feed.ts";
import type { OrderMessage, TradeMessage } from "./user-schema.ts";
import { MAX_TRADES } from "./user-updates.ts";
import type { OrderUpdate, TradeUpdate, UserUpdate } from "./user-updates.ts";

/** A message without the numbers added by its connection. */
type UserMessage = OrderMessage | TradeMessage;

type MessageView = Pick<TradeView, "dialect" | "settlements"> & {
  /** Lower-case address. */
  readonly owner: string;
};

type DescribedBatch = Pick<OwnerBatch, "at" | "hash"> & { readonly earlierTrades: EarlierTrades };

/** Statuses of a trade that clients wait for; a commit is final at once, so all are sent together. */
const TRADE_STEPS = ["MATCHED", "MINED", "CONFIRMED"] as const;
/** Final statuses of a settlement that a fault kept open. */
const LAST_STEPS = { confirmed: ["MINED", "CONFIRMED"], failed: ["FAILED"] } as const;

/**
 * Builds one message for an order, three for a trade. A trade in a unit that the dialect's clients do not use gives none. A
 * trade whose settlement a fault keeps open gives one, and the others once it is settled or failed.
 */
export function userMessages(update: UserUpdate, batch: DescribedBatch, view: MessageView): UserMessage[] {
  if (update.type === "order") return [orderMessage(update, batch, view)];
  if (update.unit !== DIFFERENCES.tradeUnits.does[view.dialect]) return [];
  if (update.type === "settlement") {
    const { trade, ended } = update;
    const settled = tradeMessage(trade, ended.at, view);
    return LAST_STEPS[ended.outcome].map((status) => ({ ...settled, status }));
  }
  const trade = tradeMessage(tradeRecord(update, batch), batch.at, view);
  const steps = view.settlements?.find(update.no) === undefined ? TRADE_STEPS : (["MATCHED"] as const);
  return steps.map((status) => ({ ...trade, status }));
}

function orderMessage(
  update: OrderUpdate,
  { at, earlierTrades }: DescribedBatch,
  { dialect }: MessageView,
): OrderMessage {
  const { change, order, filled, trades, tradeCount, reason } = update;
  const earlier = earlierTrades.get(order.no) ?? [];
  const recent = trades.slice(Math.max(0, tradeCount - MAX_TRADES), tradeCount);
  const unit = DIFFERENCES.tradeUnits.does[dialect];
  const numbers = [...earlier, ...recent].slice(-MAX_TRADES).map((trade) => trade[unit]);
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
    outcome: order.market.outcomes[order.outcome],
    maker_address: checksumAddress(order.account.address),
    associate_trades: [...new Set(numbers)].map(tradeId),
    status: statusOf(update),
    order_type: order.kind,
    created_at: secondsText(order.placedAt),
    expiration: secondsText(order.expiresAt),
    ...(reason !== undefined && { cancel_reason: reason }),
    timestamp: timestampText(at, dialect),
  };
}

/** Returns the status of an order. Clients know only these three; the reason of a cancellation is a separate field. */
function statusOf({ change, order, filled }: OrderUpdate): OrderMessage["status"] {
  if (change === "CANCELLATION") return "CANCELED";
  return filled === order.lots ? "MATCHED" : "LIVE";
}

/** Builds the message of a trade for a status change at `at`, ms. */
function tradeMessage(record: TradeRecord, at: number, { owner, ...view }: MessageView): TradeMessage {
  const {
    type: _role,
    match_time: _shown,
    maker_orders,
    ...trade
  } = tradeAnswer(record, { ...view, caller: owner });
  const { dialect } = view;
  const matched = secondsText(record.at);
  const { taker, fills } = record;
  const own = [taker, ...fills.map(({ maker }) => maker)].find((party) => party.owner === owner);
  return {
    event_type: "trade",
    type: "TRADE",
    ...trade,
    owner: taker.apiKey,
    ...(DIFFERENCES.matchTimes.does[dialect] === "both" && { match_time: matched }),
    matchtime: matched,
    last_update: secondsText(at),
    maker_orders: maker_orders.map((order, place) => ({
      ...order,
      outcome_index: fills[place]?.maker.outcome ?? 0,
    })),
    trade_owner: (own ?? taker).apiKey,
    timestamp: timestampText(at, dialect),
  };
}

function tradeRecord(
  { no, taker, takerFee, totals, fills, feeRate }: TradeUpdate,
  { at, hash }: Pick<OwnerBatch, "at" | "hash">,
): TradeRecord {
  return {
    no,
    conditionId: taker.market.conditionId,
    at,
    hash,
    taker: partyOf(taker, takerFee),
    totals,
    fills: fills.map(({ lots, price, maker, makerFee }) => ({
      lots,
      price,
      maker: partyOf(maker, makerFee),
    })),
    builder: null,
    feeRate,
  };
}

const partyOf = (order: Order, fee: TradeParty["fee"]): TradeParty => ({
  orderId: order.id,
  wallet: order.account.address,
  owner: order.account.owner,
  apiKey: order.apiKey,
  tokenId: order.market.tokenIds[order.outcome],
  outcome: order.outcome,
  outcomeLabel: order.market.outcomes[order.outcome],
  side: order.side,
  fee,
});

const secondsText = (ms: number): string => String(Math.floor(ms / 1000));

const timestampText = (at: number, dialect: Dialect): string =>
  DIFFERENCES.userTimestamps.does[dialect] === "seconds" ? secondsText(at) : String(at);

// Frame of a client's open orders, within the size limit of one send.

export const MAX_ORDERS = 10_000;
/** Maximum bytes of the orders' JSON. */
const MAX_BYTES = 3 * 1024 * 1024;

type FrameOptions = {
  readonly dialect: Dialect;
  /** True if the frame has all open orders. */
  readonly complete: boolean;
  readonly numbers: MessageNumbers;
};

/** Frames the oldest orders, as many as fit. */
export function openOrdersFrame(
  orders: readonly OrderRecord[],
  { dialect, complete, numbers }: FrameOptions,
): Buffer {
  const records: string[] = [];
  let bytes = 0;
  for (const order of orders) {
    const shown = { ...order, tradeIds: order.tradeIds.slice(-MAX_TRADES) };
    const record = JSON.stringify(flatOrder(shown, { dialect, anonymous: false }));
    bytes += Buffer.byteLength(record) + 1;
    if (bytes > MAX_BYTES) break;
    records.push(record);
  }
  const isAll = complete && records.length === orders.length;
  const head = JSON.stringify({ event_type: "open_orders", complete: isAll, ...numbers });
  return textFrame(Buffer.from(`${head.slice(0, -1)},"orders":[${records.join(",")}]}`));
}
