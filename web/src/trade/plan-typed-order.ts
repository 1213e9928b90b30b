/** Plans the order of a form whose numbers are written in the language of the page. */
import type { Formats } from "../text/formats.ts";
import { planOrder } from "./plan-order.ts";
import type { OrderPlan, OrderProblem, PlanInput } from "./plan-order.ts";

/** Gives a plan that keeps the form itself, as it was typed. */
export function planTypedOrder({ form, ...about }: PlanInput, { typed }: Formats): OrderPlan | OrderProblem {
  const read = { ...form, amount: typed(form.amount), price: typed(form.price) };
  const planned = planOrder({ ...about, form: read });
  return typeof planned === "string" ? planned : { ...planned, form };
}
