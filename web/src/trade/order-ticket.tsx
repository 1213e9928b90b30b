/** The order ticket: its fields, the estimate and the result. */
import { useState } from "react";
import type { SubmitEvent } from "react";
import type { Ticks } from "../../../src/core/units.ts";
import { useBook } from "../live/live-context.tsx";
import type { Market } from "../markets/market.ts";
import { centsText } from "../money.ts";
import { useOutcomeName, useText } from "../text/language.tsx";
import { useSession } from "../wallet/session.tsx";
import { AmountField } from "./amount-field.tsx";
import { useFees } from "./fees.ts";
import { LimitOptions } from "./limit-options.tsx";
import { MarketOptions } from "./market-options.tsx";
import { EMPTY_FORM } from "./order-form.ts";
import type { OrderForm } from "./order-form.ts";
import { OrderNotes } from "./order-notes.tsx";
import { OrderPreview } from "./order-preview.tsx";
import { OrderResult } from "./order-result.tsx";
import { OutcomeChoice } from "./outcome-choice.tsx";
import { planOrder } from "./plan-order.ts";
import { PriceField } from "./price-field.tsx";
import { SideChoice } from "./side-choice.tsx";
import { SubmitOrder } from "./submit-order.tsx";
import { useSendOrder } from "./use-send-order.ts";

export type OrderTicketProps = {
  readonly market: Market;
  /** Index of the traded outcome. */
  readonly outcome: 0 | 1;
  readonly onOutcome: (outcome: 0 | 1) => void;
  /** Price that the user clicked in the book; every click makes a new object. */
  readonly picked: { readonly price: Ticks } | undefined;
};

export function OrderTicket({ market, outcome, onOutcome, picked }: OrderTicketProps) {
  const { trade } = useText();
  const nameOf = useOutcomeName();
  const [form, setForm] = useOrderForm(picked);
  const [showMissing, setShowMissing] = useState(false);
  const { trader, showDialog } = useSession();
  const { tokenId } = market.outcomes[outcome];
  const view = useBook(tokenId);
  const fees = useFees(market);
  const sending = useSendOrder(market, tokenId);
  const planned = planOrder({ form, book: view.book, tick: view.book?.tick ?? market.tick });
  const change = (changed: Partial<OrderForm>): void => {
    setForm({ ...form, ...changed });
    if (sending.isError || sending.isSuccess) sending.reset();
  };
  function submit(event: SubmitEvent): void {
    event.preventDefault();
    if (trader === undefined) return showDialog(true);
    setShowMissing(typeof planned === "string");
    if (typeof planned === "object" && !sending.isPending) sending.mutate(planned);
    return undefined;
  }
  const field = { form, change, market, outcome, view };
  return (
    <form className="stack" noValidate onSubmit={submit}>
      <h2 className="visually-hidden">{trade.title}</h2>
      <SideChoice {...field} />
      <OutcomeChoice {...field} onOutcome={onOutcome} />
      {form.kind === "limit" && <PriceField {...field} />}
      <AmountField {...field} />
      {form.kind === "limit" ? <LimitOptions {...field} /> : <MarketOptions {...field} />}
      {!view.live && view.book !== undefined && <p className="trade-note">{trade.stale}</p>}
      {typeof planned === "object" && (
        <OrderPreview plan={planned} fees={fees} outcome={nameOf(market.outcomes[outcome].name)} />
      )}
      <OrderNotes {...field} planned={planned} fees={fees} showMissing={showMissing} />
      <SubmitOrder {...field} busy={sending.isPending} />
      <OrderResult sending={sending} />
    </form>
  );
}

/** Holds the form. A clicked price turns it into a limit order at that price. */
function useOrderForm(picked: OrderTicketProps["picked"]) {
  const [form, setForm] = useState(EMPTY_FORM);
  const [seen, setSeen] = useState(picked);
  if (picked !== seen) {
    setSeen(picked);
    if (picked !== undefined) setForm({ ...form, kind: "limit", price: centsText(picked.price) });
  }
  return [form, setForm] as const;
}
