/** Properties of every field of the order ticket. */
import type { BookView } from "../../../api/live/book-views.ts";
import type { Market } from "../../market.ts";
import type { ChangeForm, OrderForm } from "../plan-order.ts";

export type OrderFieldProps = {
  readonly form: OrderForm;
  readonly change: ChangeForm;
  readonly market: Market;
  readonly outcome: 0 | 1;
  /** Live book of the outcome. */
  readonly view: BookView;
};
