/** All options of an order except side, outcome and amount: kind, price, expiry, slippage, unit, and the preview. */
import type { ReactNode } from "react";
import { ticks } from "../../../src/core/units.ts";
import { TermHint } from "../learn/term-hint.tsx";
import { centsText, readCents } from "../money.ts";
import { useFormats, useText } from "../text/language.tsx";
import { LimitOptions } from "./limit-options.tsx";
import { MarketOptions } from "./market-options.tsx";
import type { OrderFieldProps } from "./order-field-props.ts";
import { PriceField } from "./price-field.tsx";
import type { OptionsOpen } from "./use-options-open.ts";
import { otherSide } from "./walk-book.ts";

const KINDS = ["market", "limit"] as const;
const UNITS = ["money", "shares"] as const;

type Props = OrderFieldProps & { readonly open: OptionsOpen; readonly children: ReactNode };

export function OrderOptions({ open, children, ...field }: Props) {
  const { trade } = useText();
  return (
    <details
      className="trade-more"
      open={open.isOpen}
      onToggle={({ currentTarget }) =>
        currentTarget.open !== open.isOpen && open.remember(currentTarget.open)
      }
    >
      <summary>
        {trade.options} <Chosen {...field} />
      </summary>
      {open.isOpen && (
        <div className="stack">
          <KindChoice {...field} />
          {field.form.kind === "limit" && <PriceField {...field} />}
          <UnitChoice {...field} />
          {field.form.kind === "limit" ? <LimitOptions {...field} /> : <MarketOptions {...field} />}
          {children}
        </div>
      )}
    </details>
  );
}

/** Names the kind of order beside the heading, so that closed options hide nothing important. */
function Chosen({ form }: OrderFieldProps) {
  const { trade } = useText();
  const formats = useFormats();
  const price = readCents(formats.typed(form.price)) ?? ticks(0);
  return (
    <span className="soft trade-chosen">
      {form.kind === "limit" ? `${trade.limit} ${price === 0 ? "–" : formats.cents(price)}` : trade.market}
    </span>
  );
}

function KindChoice({ form, change, market, outcome, view }: OrderFieldProps) {
  const { trade } = useText();
  const { written } = useFormats();
  function choose(kind: OrderFieldProps["form"]["kind"]): void {
    const price = otherSide(view.book, form.side)[0]?.price ?? market.outcomes[outcome].price;
    change(kind === "limit" && form.price === "" ? { kind, price: written(centsText(price)) } : { kind });
  }
  return (
    <div className="trade-line">
      <span id="trade-kind">{trade.kind}</span>
      <div className="segments" role="group" aria-labelledby="trade-kind">
        {KINDS.map((kind) => (
          <button key={kind} type="button" aria-pressed={form.kind === kind} onClick={() => choose(kind)}>
            {trade[kind]}
          </button>
        ))}
      </div>
    </div>
  );
}

function UnitChoice({ form, change }: OrderFieldProps) {
  const { trade } = useText();
  const names = { money: trade.inMoney, shares: trade.inShares };
  return (
    <div className="trade-line">
      <span className="with-hint">
        <span id="trade-unit">{trade.unit}</span>
        <TermHint of="share" />
      </span>
      <div className="segments" role="group" aria-labelledby="trade-unit">
        {UNITS.map((unit) => (
          <button
            key={unit}
            type="button"
            aria-pressed={form.unit === unit}
            onClick={() => change({ unit, amount: unit === form.unit ? form.amount : "" })}
          >
            {names[unit]}
          </button>
        ))}
      </div>
    </div>
  );
}
