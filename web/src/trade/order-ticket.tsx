/** The order ticket: side, outcome, amount, result and the button; everything else is in its options. */
import { useState } from "react";
import type { SubmitEvent } from "react";
import { RefusedError } from "../api/client.ts";
import { useBook, useStatus } from "../live/live-context.tsx";
import type { Market } from "../markets/market.ts";
import type { PickedTerms } from "../markets/use-market-selection.ts";
import { centsText, lotsText } from "../money.ts";
import { useToasts } from "../parts/toasts.tsx";
import type { Formats } from "../text/formats.ts";
import { useFormats, useOutcomeName, useText } from "../text/language.tsx";
import { useBalances } from "../wallet/balances.ts";
import { useSession } from "../wallet/session.tsx";
import { AmountField } from "./amount-field.tsx";
import { useFees } from "./fees.ts";
import { findOrderBlock } from "./order-block.ts";
import type { OrderBlock } from "./order-block.ts";
import { EMPTY_FORM } from "./order-form.ts";
import type { OrderForm } from "./order-form.ts";
import { OrderNotes } from "./order-notes.tsx";
import { OrderOptions } from "./order-options.tsx";
import { OrderPreview } from "./order-preview.tsx";
import { OrderRefusal } from "./order-refusal.tsx";
import { OutcomeChoice } from "./outcome-choice.tsx";
import type { OrderPlan, OrderProblem } from "./plan-order.ts";
import { planTypedOrder } from "./plan-typed-order.ts";
import { reportOrder } from "./report-order.ts";
import { ResultLine } from "./result-line.tsx";
import { SideChoice } from "./side-choice.tsx";
import { SubmitOrder } from "./submit-order.tsx";
import { useOptionsOpen } from "./use-options-open.ts";
import { useSendOrder } from "./use-send-order.ts";

export type OrderTicketProps = {
  readonly market: Market;
  /** Index of the traded outcome. */
  readonly outcome: 0 | 1;
  readonly onOutcome: (outcome: 0 | 1) => void;
  /** Input that the user clicked elsewhere on the page; every click makes a new object. */
  readonly picked: PickedTerms | undefined;
  /** Called once an order was accepted. */
  readonly onSent?: () => void;
};

export function OrderTicket({ market, outcome, onOutcome, picked, onSent }: OrderTicketProps) {
  const text = useText();
  const formats = useFormats();
  const { say } = useToasts();
  const open = useOptionsOpen();
  const [form, setForm] = useOrderForm(picked, open.show);
  const nameOf = useOutcomeName();
  const { tokenId, name } = market.outcomes[outcome];
  const view = useBook(tokenId);
  const fees = useFees(market);
  const clear = (): void => setForm((now) => ({ ...now, amount: "" }));
  const sending = useSendOrder(market, tokenId, {
    onSent: (sent) => {
      clear();
      say({ title: market.question, lines: reportOrder(sent, { text, formats }) });
      onSent?.();
    },
    // A duplicate means that the repeated order had been accepted: sending again would place another one.
    onFailed: (error) => isDuplicate(error) && clear(),
  });
  const tick = view.book?.tick ?? market.tick;
  const planned = planTypedOrder({ form, book: view.book, tick }, formats);
  const plan = typeof planned === "string" ? undefined : planned;
  const block = useOrderBlock(planned, { market, tokenId });
  const change = (changed: Partial<OrderForm>): void => {
    setForm({ ...form, ...changed });
    // While it is unknown whether an order was accepted, it can be sent again.
    if (sending.isError && sending.again === undefined) sending.reset();
  };
  function submit(event: SubmitEvent): void {
    event.preventDefault();
    if (plan === undefined || block !== undefined) return;
    sending.mutate(plan);
  }
  const field = { form, change, market, outcome, view };
  return (
    <form className="stack" noValidate onSubmit={submit}>
      <h2 className="visually-hidden">{text.trade.title}</h2>
      <SideChoice {...field} />
      <OutcomeChoice {...field} onOutcome={onOutcome} />
      <AmountField {...field} />
      {!view.live && view.book !== undefined && <p className="trade-note">{text.trade.stale}</p>}
      <OrderNotes plan={block === undefined ? plan : undefined} />
      <ResultLine side={form.side} plan={plan} fees={fees} />
      <SubmitOrder {...field} block={block} busy={sending.isPending} />
      <OrderRefusal sending={sending} tokenId={tokenId} fees={fees} />
      <OrderOptions {...field} open={open}>
        {plan !== undefined && <OrderPreview plan={plan} fees={fees} outcome={nameOf(name)} />}
      </OrderOptions>
    </form>
  );
}

const isDuplicate = (error: unknown): boolean =>
  error instanceof RefusedError && error.code === "duplicate_order";

type Traded = Pick<OrderTicketProps, "market"> & { readonly tokenId: string };

/** Finds the reason why the order cannot succeed now. */
function useOrderBlock(
  planned: OrderPlan | OrderProblem,
  { market, tokenId }: Traded,
): OrderBlock | undefined {
  const { trader } = useSession();
  const { data: balances } = useBalances();
  const { mode } = useStatus();
  const { book } = useBook(tokenId);
  const fees = useFees(market);
  const hasWallet = trader !== undefined;
  return findOrderBlock(planned, { market, tokenId, book, mode, hasWallet, balances, fees, now: Date.now() });
}

/** Holds the form. A clicked price makes it a limit order at that price, and a position makes it a sale. */
function useOrderForm(picked: OrderTicketProps["picked"], showOptions: () => void) {
  const { written } = useFormats();
  const [form, setForm] = useState(EMPTY_FORM);
  const [seen, setSeen] = useState<OrderTicketProps["picked"]>();
  if (picked !== seen) {
    setSeen(picked);
    if (picked !== undefined) setForm({ ...form, ...termsOf(picked, written) });
    if (picked?.kind === "price") showOptions();
  }
  return [form, setForm] as const;
}

const termsOf = (picked: PickedTerms, written: Formats["written"]): Partial<OrderForm> =>
  picked.kind === "price"
    ? { kind: "limit", price: written(centsText(picked.price)) }
    : { side: "SELL", kind: "market", unit: "shares", amount: written(lotsText(picked.shares)) };
