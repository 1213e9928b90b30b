/** The estimated result of the order in the current book. */
import { subtractMicros } from "../../../../../src/core/units.ts";
import { TermHint } from "../../../pages/learn/term-hint.tsx";
import type { Term } from "../../../pages/learn/terms.ts";
import { useFormats, useText } from "../../../text/language.tsx";
import { estimateOrder } from "../estimate-order.ts";
import type { OrderEstimate } from "../estimate-order.ts";
import type { Fees } from "../fees.ts";
import type { OrderPlan } from "../plan-order.ts";

type Props = { readonly plan: OrderPlan; readonly fees: Fees | undefined; readonly outcome: string };

export function OrderPreview({ plan, fees, outcome }: Props) {
  const { trade } = useText();
  if (fees === undefined) return null;
  const estimate = estimateOrder(plan, fees);
  if (estimate.shares === 0) return null;
  return (
    <dl className="trade-preview" aria-label={trade.preview.title}>
      <Statistics plan={plan} estimate={estimate} />
      {plan.form.side === "BUY" && <Payout estimate={estimate} outcome={outcome} />}
      <WorstCase plan={plan} estimate={estimate} />
    </dl>
  );
}

type RowProps = {
  readonly name: string;
  readonly value: string;
  readonly kind?: string;
  /** Glossary term that explains the name. */
  readonly term?: Term;
};

const Row = ({ name, value, kind = "", term }: RowProps) => (
  <div className={kind}>
    <dt className="with-hint">
      {name}
      {term !== undefined && <TermHint of={term} />}
    </dt>
    <dd className="number">{value}</dd>
  </div>
);

type StatisticsProps = { readonly plan: OrderPlan; readonly estimate: OrderEstimate };

function Statistics({ plan: { form, remaining, limit }, estimate }: StatisticsProps) {
  const { preview } = useText().trade;
  const formats = useFormats();
  const isBuy = form.side === "BUY";
  const { fee } = estimate;
  return (
    <>
      <Row name={preview.average} term="averagePrice" value={formats.cents(estimate.average)} />
      <Row name={preview.shares} value={formats.shares(estimate.shares)} />
      <Row name={isBuy ? preview.cost : preview.proceeds} value={formats.money(estimate.money)} />
      <Row name={preview.fee} term="fee" value={fee === 0 ? preview.free : formats.money(fee)} />
      {fee !== 0 && <Row name={isBuy ? preview.total : preview.net} value={formats.money(estimate.total)} />}
      {form.kind === "limit" && remaining > 0 && (
        <Row name={preview.rests} value={preview.restsAt(formats.shares(remaining), formats.cents(limit))} />
      )}
    </>
  );
}

type PayoutProps = { readonly estimate: OrderEstimate; readonly outcome: string };

function Payout({ estimate: { payout, total }, outcome }: PayoutProps) {
  const { preview } = useText().trade;
  const formats = useFormats();
  const profit = subtractMicros(payout, total);
  const value = `${formats.change(profit)} (${formats.percent(profit / total)})`;
  return (
    <>
      <Row name={preview.payout(outcome)} value={formats.money(payout)} kind="trade-payout" />
      <Row name={preview.profit} value={value} kind={profit < 0 ? "down" : "up"} />
    </>
  );
}

/** Shows the result at the signed price. Shows nothing if the order only rests, since its price is then certain. */
function WorstCase({ plan, estimate: { least } }: StatisticsProps) {
  const { form, limit, matched, maxCost, remaining } = plan;
  const { preview } = useText().trade;
  const formats = useFormats();
  const price = formats.cents(limit);
  if (matched.shares === 0) return null;
  const isDropped = form.kind === "market" && remaining > 0;
  const most = isDropped ? least.money : maxCost;
  const value =
    form.side === "SELL"
      ? preview.soldFor(formats.money(least.money), price)
      : preview.boughtFor(formats.shares(least.shares), formats.money(most), price);
  return <Row name={preview.worst} value={value} />;
}
