/** The frame of a client's open orders, within the size that a connection takes at once. */
import type { Dialect } from "../../http/dialects/dialect.ts";
import { flatOrder } from "../../http/trading/orders/order-record.ts";
import type { OrderRecord } from "../../store/reads/orders.ts";
import type { MessageNumbers } from "../numbering.ts";
import { textFrame } from "../text-frame.ts";
import { MOST_TRADES } from "./user-updates.ts";

export const MOST_ORDERS = 10_000;
/** Limit on the JSON of the orders. */
const MOST_BYTES = 3 * 1024 * 1024;

type FrameOptions = {
  readonly dialect: Dialect;
  /** True if these are all open orders. */
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
    const shown = { ...order, tradeIds: order.tradeIds.slice(-MOST_TRADES) };
    const record = JSON.stringify(flatOrder(shown, { dialect, anonymous: false }));
    bytes += Buffer.byteLength(record) + 1;
    if (bytes > MOST_BYTES) break;
    records.push(record);
  }
  const isAll = complete && records.length === orders.length;
  const head = JSON.stringify({ event_type: "open_orders", complete: isAll, ...numbers });
  return textFrame(Buffer.from(`${head.slice(0, -1)},"orders":[${records.join(",")}]}`));
}
