/**
 * An order as it is answered: the specification's record, and the same facts under the flat names that the client
 * libraries read.
 */
import { Type } from "typebox";
import { priceText, sharesText } from "../../../core/units.ts";
import { checksumAddress } from "../../../signing/address.ts";
import type { OrderRecord } from "../../../store/reads/orders.ts";
import { DIFFERENCES } from "../../dialects/dialect-differences.ts";
import type { Dialect } from "../../dialects/dialect.ts";
import { hiddenKey, shownKey } from "../keys/shown-key.ts";

const Text = Type.String();
const Instant = Type.Union([Type.Integer(), Text], {
  description: "Unix seconds; in the Kuest dialect ISO 8601 with milliseconds",
});

const Shared = {
  id: Text,
  status: Text,
  market: Text,
  outcome: Text,
  owner: Type.String({
    description: "The API key that placed it; blank where the order is read without one",
  }),
  side: Text,
  price: Text,
  type: Text,
};

export const NestedOrder = Type.Object({
  ...Shared,
  originalSize: Text,
  sizeMatched: Text,
  makerAddress: Text,
  assetId: Text,
  associateTrades: Type.Array(Text),
  createdAt: Text,
  updatedAt: Text,
  reason: Type.Optional(Type.String({ description: "Why it was cancelled" })),
});
export type NestedOrder = Type.Static<typeof NestedOrder>;

export const FlatOrder = Type.Object({
  ...Shared,
  original_size: Text,
  size_matched: Text,
  maker_address: Text,
  asset_id: Text,
  order_type: Text,
  associate_trades: Type.Array(Text),
  created_at: Instant,
  updated_at: Instant,
  expiration: Type.String({ description: "Unix seconds; 0 is never" }),
  post_only: Type.Boolean(),
  cancel_reason: Type.Optional(Type.String({ description: "Why it was cancelled" })),
});
export type FlatOrder = Type.Static<typeof FlatOrder>;

export type OrderView = {
  readonly dialect: Dialect;
  /** True if no key reads it. */
  readonly anonymous: boolean;
};

export function nestedOrder(order: OrderRecord, view: OrderView): NestedOrder {
  return {
    ...sharedFields(order, view),
    originalSize: sharesText(order.lots),
    sizeMatched: sharesText(order.filled),
    makerAddress: checksumAddress(order.maker),
    assetId: order.tokenId,
    associateTrades: [...order.tradeIds],
    createdAt: new Date(order.placedAt).toISOString(),
    updatedAt: new Date(order.updatedAt).toISOString(),
    ...(order.reason !== null && { reason: order.reason }),
  };
}

export function flatOrder(order: OrderRecord, view: OrderView): FlatOrder {
  return {
    ...sharedFields(order, view),
    original_size: sharesText(order.lots),
    size_matched: sharesText(order.filled),
    maker_address: checksumAddress(order.maker),
    asset_id: order.tokenId,
    order_type: order.kind,
    associate_trades: [...order.tradeIds],
    created_at: instant(order.placedAt, view),
    updated_at: instant(order.updatedAt, view),
    expiration: String(seconds(order.expiresAt)),
    post_only: order.postOnly,
    ...(order.reason !== null && { cancel_reason: order.reason }),
  };
}

const sharedFields = (order: OrderRecord, { dialect, anonymous }: OrderView) => ({
  id: order.id,
  status: DIFFERENCES.orderStatus.does[dialect] === "upper-case" ? order.status.toUpperCase() : order.status,
  market: order.conditionId,
  outcome: order.outcomeLabel,
  owner: anonymous ? hiddenKey(dialect) : shownKey(order.apiKey, dialect),
  side: order.side,
  price: priceText(order.limit),
  type: order.kind,
});

const instant = (ms: number, { dialect }: OrderView): FlatOrder["created_at"] =>
  DIFFERENCES.orderTimes.does[dialect] === "iso" ? new Date(ms).toISOString() : seconds(ms);

const seconds = (ms: number): number => Math.floor(ms / 1000);
