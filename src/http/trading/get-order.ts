/**
 * GET /data/order/{id}: one order, whatever became of it. The specification's record stands under `order`; the same
 * facts stand beside it under the flat names that the client libraries read.
 */
import { Type } from "typebox";
import { reject } from "../../core/rejection.ts";
import { priceText, sharesText } from "../../core/units.ts";
import { checksumAddress } from "../../signing/address.ts";
import { findOrder } from "../../store/orders.ts";
import type { OrderRecord } from "../../store/orders.ts";
import type { Dialect } from "../dialect.ts";
import { endpoint } from "../endpoint.ts";

const Text = Type.String();
const OrderAnswer = Type.Object({
  order: Type.Object({
    id: Text,
    status: Text,
    market: Text,
    originalSize: Text,
    sizeMatched: Text,
    outcome: Text,
    makerAddress: Text,
    owner: Text,
    price: Text,
    side: Text,
    assetId: Text,
    type: Text,
    associateTrades: Type.Array(Text),
    createdAt: Text,
    updatedAt: Text,
  }),
});

export const getOrder = endpoint({
  method: "GET",
  path: "/data/order/:id",
  summary: "Get one order of the caller",
  access: "key-or-public",
  params: Type.Object({ id: Type.String({ description: "Order id: the EIP-712 digest, in any case" }) }),
  answer: OrderAnswer,
  handle: async ({ context, dialect, params, caller }) => {
    const id = params.id.toLowerCase();
    const order = /^0x[0-9a-f]{64}$/.test(id) ? await findOrder(context.sql, id) : undefined;
    if (order === undefined || (caller !== undefined && order.owner !== caller.address)) {
      return { rejection: reject("order_not_found", `no order has id ${params.id}`) };
    }
    return { body: orderAnswer(order, dialect, caller === undefined) };
  },
});

function orderAnswer(order: OrderRecord, dialect: Dialect, anonymous: boolean): unknown {
  const owner = anonymous ? "" : order.apiKey;
  const status = dialect === "polymarket" ? order.status.toUpperCase() : order.status;
  const makerAddress = checksumAddress(order.maker);
  const shared = {
    id: order.id,
    status,
    market: order.conditionId,
    outcome: order.outcomeLabel,
    owner,
    side: order.side,
  };
  const price = priceText(order.limit);
  const [originalSize, sizeMatched] = [sharesText(order.lots), sharesText(order.filled)];
  return {
    order: {
      ...shared,
      originalSize,
      sizeMatched,
      makerAddress,
      price,
      assetId: order.tokenId,
      type: order.kind,
      associateTrades: order.tradeIds,
      createdAt: new Date(order.placedAt).toISOString(),
      updatedAt: new Date(order.updatedAt).toISOString(),
      ...(order.reason !== null && { reason: order.reason }),
    },
    ...shared,
    original_size: originalSize,
    size_matched: sizeMatched,
    maker_address: makerAddress,
    price,
    asset_id: order.tokenId,
    order_type: order.kind,
    type: order.kind,
    associate_trades: order.tradeIds,
    created_at: seconds(order.placedAt),
    updated_at: seconds(order.updatedAt),
    expiration: String(seconds(order.expiresAt)),
    post_only: order.postOnly,
    ...(order.reason !== null && { cancel_reason: order.reason }),
  };
}

const seconds = (ms: number): number => Math.floor(ms / 1000);
