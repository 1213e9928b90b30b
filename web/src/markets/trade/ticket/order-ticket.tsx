/** The order ticket: side, kind, outcome, amount, result and the button. The ticket's options have all other fields. */
import { useState } from "react";
import type { SubmitEvent } from "react";
import { Link } from "wouter";
import { lots, micros, subtractLots } from "../../../../../src/core/units.ts";
import { PAGE_PATHS } from "../../../../../src/http/page/page-paths.ts";
import { RejectedError, isUnanswered } from "../../../api/client.ts";
import { useBook, useStatus } from "../../../api/live/live-context.tsx";
import type { Market } from "../../market.ts";
import type { PickedValues } from "../../use-market-selection.ts";
import { formatCents, formatLots, readLots, readMicros } from "../../../base/money.ts";
import { RejectionCodeText, explainError } from "../../../parts/states.tsx";
import { useToasts } from "../../../parts/toasts.tsx";
import type { Text } from "../../../text/en.ts";
import type { Formats } from "../../../text/formats.ts";
import { useFormats, useOutcomeName, useText } from "../../../text/language.tsx";
import { NO_SHARES, isRevoked, useBalances } from "../../../account/wallet/balances.ts";
import type { Balances } from "../../../account/wallet/balances.ts";
import { useSession } from "../../../account/wallet/session.tsx";
import { SignInAgain } from "../../../account/wallet/sign-in-again.tsx";
import { AmountField } from "./amount-field.tsx";
import { computeAverage, computeRequiredMoney, estimateOrder } from "../estimate-order.ts";
import { useFees } from "../fees.ts";
import type { Fees } from "../fees.ts";
import { findOrderBlock } from "../order-block.ts";
import type { OrderBlock } from "../order-block.ts";
import type { OrderFieldProps } from "./order-field-props.ts";
import { KindChoice, OrderOptions, PriceField } from "./order-options.tsx";
import { OrderAmounts, OrderPreview } from "./order-preview.tsx";
import type { EstimatedOrder } from "./order-preview.tsx";
import { EMPTY_FORM, isPartial, planTypedOrder } from "../plan-order.ts";
import type { OrderForm, OrderPlan, OrderProblem } from "../plan-order.ts";
import { SubmitOrder, useSendOrder } from "./submit-order.tsx";
import type { OrderSubmission, SentOrder } from "./submit-order.tsx";
import { listOppositeLevels } from "../walk-book.ts";

// Notes on an order that can be sent: a partial fill, with a choice, shares that wait, or more shares if the book improves.

type OrderNotesProps = Pick<OrderFieldProps, "change"> & { readonly plan: OrderPlan | undefined };

function OrderNotes({ plan, change }: OrderNotesProps) {
  const { notes } = useText().trade;
  const formats = useFormats();
  return (
    <div role="status" className="trade-notes">
      {plan !== undefined && isPartial(plan) && <PartialNote plan={plan} change={change} />}
      {plan?.form.kind === "limit" && plan.remaining > 0 && (
        <p className="trade-note">
          {notes.waits[plan.form.side](formats.shares(plan.remaining), formats.cents(plan.limit))}
        </p>
      )}
      {plan !== undefined && isBudget(plan) && <p className="trade-note">{notes.better}</p>}
    </div>
  );
}

type PartialNoteProps = Pick<OrderFieldProps, "change"> & { readonly plan: OrderPlan };

/** Tells how much of a market order the book can fill, and offers to take any price if the worst price is in the way. */
function PartialNote({ plan: { form, matched, limit }, change }: PartialNoteProps) {
  const { notes } = useText().trade;
  const formats = useFormats();
  const isMoney = form.unit === "money";
  const part = isMoney ? formats.money(matched.money) : notes.shareCount(formats.shares(matched.shares));
  const whole = formats.typed(form.amount);
  const asked = isMoney
    ? formats.money(readMicros(whole) ?? micros(0))
    : formats.shares(readLots(whole) ?? lots(0));
  const isAnyPrice = form.slippage === "any";
  return (
    <div className="trade-note">
      <p>
        {isAnyPrice
          ? notes.partlyInBook(part, asked)
          : notes.partlyAt(part, asked, notes.within[form.side](formats.cents(limit)))}
      </p>
      {!isAnyPrice && (
        <button type="button" onClick={() => change({ slippage: "any" })}>
          {notes.takeAnyPrice}
        </button>
      )}
    </div>
  );
}

/** Tells whether a market order of shares is signed as a budget. */
const isBudget = ({ form, remaining }: OrderPlan): boolean =>
  form.kind === "market" && form.side === "BUY" && form.unit === "shares" && remaining === 0;

// Explains the refusal of an order, with amounts in the page's formats.

type RejectedOrder = {
  readonly plan: OrderPlan;
  readonly tokenId: string;
  readonly fees: Fees | undefined;
  /** Balances, which are reloaded after the refusal. */
  readonly balances: Balances | undefined;
};

type Words = { readonly text: Text; readonly formats: Formats };

function explainOrderRejection(error: unknown, order: RejectedOrder, words: Words): string {
  if (isUnanswered(error)) return words.text.common.unanswered;
  const { code } = error instanceof RejectedError ? error : { code: "" };
  if (code === "insufficient_balance") return explainShortage(order, words);
  return words.text.trade.refusals[code] ?? explainError(error, words.text);
}

/** Names the missing money or shares, unless the balances are outdated and show none. */
function explainShortage({ plan, tokenId, fees, balances }: RejectedOrder, { text, formats }: Words): string {
  const { lacks, short, blocks } = text.trade;
  if (balances === undefined) return short;
  if (plan.form.side === "SELL") {
    const { available } = balances.shares.get(tokenId) ?? NO_SHARES;
    return available >= plan.size
      ? short
      : blocks.shares(formats.shares(available), formats.shares(plan.size));
  }
  const { available } = balances.collateral;
  const needed = computeRequiredMoney(plan, fees);
  return available >= needed ? short : lacks(formats.money(available), formats.moneyUp(needed));
}

// The refusal of a sent order: its reason in words, and its code for developers.

type Props = {
  readonly sending: OrderSubmission;
  readonly tokenId: string;
  readonly fees: Fees | undefined;
};

function OrderRejectionNotice({ sending: { error, again, variables: plan }, tokenId, fees }: Props) {
  const text = useText();
  const formats = useFormats();
  const { data: balances } = useBalances();
  return (
    <div role="alert">
      {error !== null &&
        plan !== undefined &&
        (isRevoked(error) ? (
          <SignInAgain error={error} />
        ) : (
          <div className="failure">
            <p>
              <strong>{isUnanswered(error) ? `${text.common.noAnswer}.` : text.trade.refused}</strong>{" "}
              {explainOrderRejection(error, { plan, tokenId, fees, balances }, { text, formats })}
            </p>
            {again && (
              <button type="button" onClick={again}>
                {text.common.retry}
              </button>
            )}
            <RejectionCodeText error={error} />
          </div>
        ))}
    </div>
  );
}

// Buttons for the two outcomes, each with its current price.

type OutcomeChoiceProps = OrderFieldProps & { readonly onOutcome: (outcome: 0 | 1) => void };

function OutcomeChoice(props: OutcomeChoiceProps) {
  const { trade } = useText();
  return (
    <div className="trade-outcomes" role="group" aria-label={trade.outcome}>
      <OutcomeButton {...props} own={0} />
      <OutcomeButton {...props} own={1} />
    </div>
  );
}

function OutcomeButton({
  market,
  outcome,
  onOutcome,
  form,
  own,
}: OutcomeChoiceProps & { readonly own: 0 | 1 }) {
  const formats = useFormats();
  const nameOf = useOutcomeName();
  const { tokenId, name } = market.outcomes[own];
  const { book, live } = useBook(tokenId);
  const price = listOppositeLevels(book, form.side)[0]?.price;
  return (
    <button
      type="button"
      className={own === 0 ? "first" : "second"}
      aria-pressed={outcome === own}
      onClick={() => onOutcome(own)}
    >
      <span className="trade-outcome-name">{nameOf(name)}</span>
      <span className={live ? "number" : "number trade-stale"}>
        {price === undefined ? "–" : formats.cents(price)}
      </span>
    </button>
  );
}

// Describes the result of an accepted order.

type ReportOrderWords = { readonly text: Text; readonly formats: Formats };

/** Returns one sentence for each part of the order: traded, resting or dropped. */
function reportOrder({ plan, placed }: SentOrder, { text, formats }: ReportOrderWords): readonly string[] {
  const { trade } = text;
  const isBuy = plan.form.side === "BUY";
  const [got, given] = [placed.takingAmount, placed.makingAmount];
  const shares = readLots(isBuy ? got : given) ?? lots(0);
  const money = readMicros(isBuy ? given : got) ?? micros(0);
  const remaining = subtractLots(plan.size, shares);
  const average = formats.cents(computeAverage(money, shares));
  return [
    ...(shares > 0
      ? [(isBuy ? trade.bought : trade.sold)(formats.shares(shares), average, formats.money(money))]
      : []),
    ...(plan.form.kind === "limit" && remaining > 0
      ? [trade.resting(formats.shares(remaining), formats.cents(plan.limit))]
      : []),
    ...(plan.form.kind === "market" && plan.remaining > 0 ? [trade.dropped] : []),
  ];
}

/** Confirms an accepted order in the ticket, until the next one is typed. */
function OrderConfirmation({ sent }: { readonly sent: SentOrder | undefined }) {
  const text = useText();
  const formats = useFormats();
  return (
    <div role="status">
      {sent && (
        <div className="success">
          {reportOrder(sent, { text, formats }).map((line) => (
            <p key={line}>{line}</p>
          ))}
          <Link href={PAGE_PATHS.portfolio}>{text.trade.seePortfolio}</Link>
        </div>
      )}
    </div>
  );
}

// Buttons for buy or sell.

const SIDES = ["BUY", "SELL"] as const;

function SideChoice({ form, change }: Pick<OrderFieldProps, "form" | "change">) {
  const { common, trade } = useText();
  const names = { BUY: common.buy, SELL: common.sell };
  const units = { BUY: "money", SELL: "shares" } as const;
  return (
    <div className="trade-sides" role="group" aria-label={trade.side}>
      {SIDES.map((side) => (
        <button
          key={side}
          type="button"
          aria-pressed={form.side === side}
          onClick={() => form.side !== side && change({ side, unit: units[side], amount: "" })}
        >
          {names[side]}
        </button>
      ))}
    </div>
  );
}

export type OrderTicketProps = {
  readonly market: Market;
  /** Index of the traded outcome. */
  readonly outcome: 0 | 1;
  readonly onOutcome: (outcome: 0 | 1) => void;
  /** Input that the user clicked outside of the ticket; every click makes a new object. */
  readonly picked: PickedValues | undefined;
  /** Called once an order was accepted, which a short message then confirms instead of the ticket. */
  readonly onSent?: () => void;
};

export function OrderTicket({ market, outcome, onOutcome, picked, onSent }: OrderTicketProps) {
  const text = useText();
  const formats = useFormats();
  const { say } = useToasts();
  const [form, setForm] = useOrderForm(picked);
  const { tokenId } = market.outcomes[outcome];
  const view = useBook(tokenId);
  const fees = useFees(market);
  const clear = (): void => setForm((now) => ({ ...now, amount: "" }));
  const sendAction = useSendOrder(market, tokenId, {
    onSent: (sent) => {
      clear();
      if (onSent === undefined) return;
      say({ title: market.question, lines: reportOrder(sent, { text, formats }) });
      onSent();
    },
    // A duplicate means that the repeated order had been accepted: sending again would place another one.
    onFailed: (error) => isDuplicate(error) && clear(),
  });
  const tick = view.book?.tick ?? market.tick;
  const planned = planTypedOrder({ form, book: view.book, tick }, formats);
  const plan = typeof planned === "string" ? undefined : planned;
  const order = estimatePlan(plan, fees);
  const block = useOrderBlock(planned, { market, tokenId });
  const change = (changed: Partial<OrderForm>): void => {
    setForm({ ...form, ...changed });
    // While it is unknown whether an order was accepted, it can be sent again.
    if (sendAction.isSuccess || (sendAction.isError && sendAction.again === undefined)) sendAction.reset();
  };
  function submit(event: SubmitEvent): void {
    event.preventDefault();
    if (plan === undefined || block !== undefined) return;
    sendAction.mutate(plan);
  }
  const field = { form, change, market, outcome, view };
  return (
    <form className="stack" noValidate onSubmit={submit}>
      <h2 className="visually-hidden">{text.trade.title}</h2>
      <div className="trade-head">
        <SideChoice {...field} />
        <KindChoice {...field} />
      </div>
      <OutcomeChoice {...field} onOutcome={onOutcome} />
      {form.kind === "limit" && <PriceField {...field} />}
      <AmountField {...field} />
      {!view.live && view.book !== undefined && <p className="trade-note">{text.trade.stale}</p>}
      <OrderNotes plan={block === undefined ? plan : undefined} change={change} />
      <OrderAmounts side={form.side} order={order} />
      <SubmitOrder {...field} block={block} busy={sendAction.isPending} total={order?.estimate.total} />
      <OrderRejectionNotice sending={sendAction} tokenId={tokenId} fees={fees} />
      <OrderConfirmation sent={onSent === undefined ? sendAction.data : undefined} />
      <OrderOptions {...field}>{order !== undefined && <OrderPreview {...order} />}</OrderOptions>
    </form>
  );
}

function estimatePlan(plan: OrderPlan | undefined, fees: Fees | undefined): EstimatedOrder | undefined {
  if (plan === undefined || fees === undefined) return undefined;
  const estimate = estimateOrder(plan, fees);
  return estimate.shares === 0 ? undefined : { plan, estimate };
}

const isDuplicate = (error: unknown): boolean =>
  error instanceof RejectedError && error.code === "duplicate_order";

type TradedMarket = Pick<OrderTicketProps, "market"> & { readonly tokenId: string };

/** Finds the reason why the order cannot succeed now. */
function useOrderBlock(
  planned: OrderPlan | OrderProblem,
  { market, tokenId }: TradedMarket,
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
function useOrderForm(picked: OrderTicketProps["picked"]) {
  const { written } = useFormats();
  const [form, setForm] = useState(EMPTY_FORM);
  const [seen, setSeen] = useState<OrderTicketProps["picked"]>();
  if (picked !== seen) {
    setSeen(picked);
    if (picked !== undefined) setForm({ ...form, ...toFormFields(picked, written) });
  }
  return [form, setForm] as const;
}

const toFormFields = (picked: PickedValues, written: Formats["written"]): Partial<OrderForm> =>
  picked.kind === "price"
    ? { kind: "limit", price: written(formatCents(picked.price)) }
    : { side: "SELL", kind: "market", unit: "shares", amount: written(formatLots(picked.shares)) };
