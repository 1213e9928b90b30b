/** One line with the result of an order: the payout of a purchase if its outcome wins, or the proceeds of a sale. */
import { TermHint } from "../learn/term-hint.tsx";
import { useFormats, useText } from "../text/language.tsx";
import { estimateOrder } from "./estimate-order.ts";
import type { Fees } from "./fees.ts";
import type { OrderForm } from "./order-form.ts";
import type { OrderPlan } from "./plan-order.ts";

type Props = {
  readonly side: OrderForm["side"];
  readonly plan: OrderPlan | undefined;
  readonly fees: Fees | undefined;
};

export function ResultLine({ side, plan, fees }: Props) {
  const { trade } = useText();
  const formats = useFormats();
  const buy = side === "BUY";
  const estimate = plan === undefined || fees === undefined ? undefined : estimateOrder(plan, fees);
  const isEmpty = estimate === undefined || estimate.shares === 0;
  return (
    <div className="trade-result">
      <span>
        {buy ? trade.toWin : trade.toReceive}
        {buy && <TermHint of="toWin" />}
        {!isEmpty && (
          <small className="soft number">
            {trade.sharesAt(formats.shares(estimate.shares), formats.cents(estimate.average))}
          </small>
        )}
      </span>{" "}
      <strong className={isEmpty ? "number soft" : "number up"}>
        {isEmpty ? "–" : formats.money(buy ? estimate.payout : estimate.total)}
      </strong>
    </div>
  );
}
