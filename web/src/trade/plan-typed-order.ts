/** Plans the order of a form with numbers in the language of the page. */
import type { Formats } from "../text/formats.ts";
import { planOrder } from "./plan-order.ts";
import type { OrderPlan, OrderProblem, PlanInput } from "./plan-order.ts";

/** Returns a plan that contains the form as typed. */
export function planTypedOrder({ form, ...about }: PlanInput, { typed }: Formats): OrderPlan | OrderProblem {
  const read = { ...form, amount: typed(form.amount), price: typed(form.price) };
  const planned = planOrder({ ...about, form: read });
  return typeof planned === "string" ? planned : { ...planned, form };
}
