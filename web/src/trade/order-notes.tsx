/** Notes on an order that can be sent: a partial fill, or more shares if the book improves. */
import { useFormats, useText } from "../text/language.tsx";
import { isPartial } from "./plan-order.ts";
import type { OrderPlan } from "./plan-order.ts";

export function OrderNotes({ plan }: { readonly plan: OrderPlan | undefined }) {
  const { notes } = useText().trade;
  const formats = useFormats();
  return (
    <div role="status" className="trade-notes">
      {plan !== undefined && isPartial(plan) && (
        <p className="trade-note">{notes.partly(formats.shares(plan.matched.shares))}</p>
      )}
      {plan !== undefined && isBudget(plan) && <p className="trade-note">{notes.better}</p>}
    </div>
  );
}

/** Tells whether a market order of shares is signed as a budget. */
const isBudget = ({ form, remaining }: OrderPlan): boolean =>
  form.kind === "market" && form.side === "BUY" && form.unit === "shares" && remaining === 0;
