/** Sizes of a cancelled order in answers. */
import { Type } from "typebox";
import type { CanceledSizes } from "../../../core/orders/canceled-orders.ts";
import { sharesText } from "../../../core/units.ts";

export const CanceledSize = Type.Object({
  order_id: Type.String({ description: "Id of the cancelled order" }),
  original_size: Type.String({ description: "Shares that the order was placed with" }),
  size_matched: Type.String({ description: "Shares that were filled before the cancel" }),
  size_canceled: Type.String({ description: "Shares that the cancel took out of the book" }),
});
type CanceledSize = Type.Static<typeof CanceledSize>;

export const describeSizes = (
  order_id: string,
  { placed, matched, canceled }: CanceledSizes,
): CanceledSize => ({
  order_id,
  original_size: sharesText(placed),
  size_matched: sharesText(matched),
  size_canceled: sharesText(canceled),
});
