/** The estimated result of the order in the current book: its cost, its proceeds and the details. */
import type { ReactNode } from "react";
import { subtractMicros } from "../../../../../src/core/units.ts";
import { roundToCents } from "../../../base/money.ts";
import { TermHint } from "../../../pages/learn/term-hint.tsx";
import type { Term } from "../../../pages/learn/terms.ts";
import { useFormats, useText } from "../../../text/language.tsx";
import type { OrderEstimate } from "../estimate-order.ts";
import type { OrderForm, OrderPlan } from "../plan-order.ts";

type RowProps = {
  readonly name: string;
  readonly value: ReactNode;
  /** A part of the value in small letters. */
  readonly note?: string | undefined;
  readonly kind?: string | undefined;
  /** Glossary term that explains the name. */
  readonly term?: Term;
};

const Row = ({ name, value, note, kind, term }: RowProps) => (
  <div className={kind}>
    <dt className="with-hint">
      {name}
      {term !== undefined && <TermHint of={term} />}
    </dt>
    <dd className="number">
      {note === undefined ? (
        value
      ) : (
        <>
          {value} <small className="soft">{note}</small>
        </>
      )}
    </dd>
  </div>
);

/** An order whose estimate is known and is of at least a hundredth of a share. */
export type EstimatedOrder = { readonly plan: OrderPlan; readonly estimate: OrderEstimate };

type AmountsProps = { readonly side: OrderForm["side"]; readonly order: EstimatedOrder | undefined };

/** The amounts that the trader pays and gets. The rows are there before an amount is typed, so that nothing moves after. */
export function OrderAmounts({ side, order }: AmountsProps) {
  const { amounts } = useText().trade;
  return (
    <dl className="trade-amounts" aria-label={amounts.title}>
      {side === "BUY" ? <Purchase order={order} /> : <Sale order={order} />}
    </dl>
  );
}

type OrderProps = { readonly order: EstimatedOrder | undefined };

const NOTHING = "–";

function Purchase({ order }: OrderProps) {
  const { amounts, preview } = useText().trade;
  const formats = useFormats();
  const names = { pay: amounts.pay, get: amounts.get, profit: amounts.profit };
  if (order === undefined)
    return (
      <>
        <Row name={names.pay} value={NOTHING} />
        <Row name={names.get} value={NOTHING} />
        <Row name={names.profit} term="profit" value={NOTHING} kind="trade-profit" />
      </>
    );
  const { total, fee, shares, average, payout } = order.estimate;
  // The difference of the amounts that are shown, so that the three agree to the cent.
  const profit = subtractMicros(roundToCents(payout), roundToCents(total));
  return (
    <>
      <Row
        name={names.pay}
        value={formats.money(total)}
        note={fee === 0 ? undefined : amounts.withFee(formats.money(fee))}
      />
      <Row
        name={names.get}
        value={preview.shareCount(formats.shares(shares))}
        note={amounts.each(formats.cents(average))}
      />
      <Row
        name={names.profit}
        term="profit"
        value={`${formats.change(profit)} (${formats.percent(profit / total)})`}
        note={amounts.pays(formats.money(payout))}
        kind={profit < 0 ? "trade-profit down" : "trade-profit up"}
      />
    </>
  );
}

function Sale({ order }: OrderProps) {
  const { amounts, preview } = useText().trade;
  const formats = useFormats();
  if (order === undefined)
    return (
      <>
        <Row name={amounts.sell} value={NOTHING} />
        <Row name={amounts.get} value={NOTHING} kind="trade-profit" />
      </>
    );
  const { total, fee, shares, average } = order.estimate;
  return (
    <>
      <Row
        name={amounts.sell}
        value={preview.shareCount(formats.shares(shares))}
        note={amounts.each(formats.cents(average))}
      />
      <Row
        name={amounts.get}
        value={formats.money(total)}
        note={fee === 0 ? undefined : amounts.afterFee(formats.money(fee))}
        kind="trade-profit"
      />
    </>
  );
}

/** The details: the average price, the fee, what rests, and the worst case. */
export function OrderPreview({ plan, estimate }: EstimatedOrder) {
  const { preview } = useText().trade;
  const formats = useFormats();
  const { form, remaining, limit } = plan;
  const { fee, average } = estimate;
  return (
    <dl className="trade-preview" aria-label={preview.title}>
      <Row name={preview.average} term="averagePrice" value={formats.cents(average)} />
      <Row name={preview.fee} term="fee" value={fee === 0 ? preview.free : formats.money(fee)} />
      {form.kind === "limit" && remaining > 0 && (
        <Row name={preview.rests} value={preview.restsAt(formats.shares(remaining), formats.cents(limit))} />
      )}
      <WorstCase plan={plan} estimate={estimate} />
    </dl>
  );
}

/** Shows the result at the signed price. Shows nothing if the order only rests, since its price is then certain. */
function WorstCase({ plan, estimate: { least } }: EstimatedOrder) {
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
