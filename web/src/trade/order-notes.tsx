/** Warnings before an order is sent: partial fills, insufficient funds and likely refusals. */
import { complement } from "../../../src/core/units.ts";
import type { Text } from "../text/en.ts";
import type { Formats } from "../text/formats.ts";
import { useFormats, useText } from "../text/language.tsx";
import { NO_SHARES, useBalances } from "../wallet/balances.ts";
import type { Balances } from "../wallet/balances.ts";
import { computeRequiredMoney } from "./estimate-order.ts";
import type { Fees } from "./fees.ts";
import type { OrderFieldProps } from "./order-field-props.ts";
import type { OrderPlan, OrderProblem } from "./plan-order.ts";

type Props = OrderFieldProps & {
  readonly planned: OrderPlan | OrderProblem;
  readonly fees: Fees | undefined;
  /** True once the user tried to send the order. Missing input is not reported before. */
  readonly showMissing: boolean;
};

export function OrderNotes({ planned, fees, market, outcome, view, showMissing }: Props) {
  const text = useText();
  const formats = useFormats();
  const { data: balances } = useBalances();
  const { tokenId } = market.outcomes[outcome];
  const tick = view.book?.tick ?? market.tick;
  const texts = { notes: text.trade.notes, formats };
  const notes =
    typeof planned === "string"
      ? problemNotes(planned, text, showMissing)
      : [
          ...bookNotes(planned, texts),
          ...formNotes(planned, texts, { tick, minimum: market.minimumSize }),
          ...(balances ? balanceNotes(planned, texts, { balances, tokenId, fees }) : []),
        ];
  return (
    <div role="status" className="trade-notes">
      {notes.map((note) => (
        <p key={note} className="trade-note">
          {note}
        </p>
      ))}
    </div>
  );
}

function problemNotes(problem: OrderProblem, { trade }: Text, showMissing: boolean): readonly string[] {
  if (problem === "nothing") return [trade.notes.nothing];
  if (problem === "blank") return showMissing ? [trade.problems.amount] : [];
  return [trade.problems[problem]];
}

type NoteTexts = { readonly notes: Text["trade"]["notes"]; readonly formats: Formats };

function bookNotes(
  { form, matched, remaining }: OrderPlan,
  { notes, formats }: NoteTexts,
): readonly string[] {
  if (form.kind === "limit") return form.postOnly && matched.shares > 0 ? [notes.crosses] : [];
  if (matched.shares === 0) return [notes.nothing];
  if (remaining > 0) return [(form.whole ? notes.tooLittle : notes.partly)(formats.shares(matched.shares))];
  return form.side === "BUY" && form.unit === "shares" ? [notes.better] : [];
}

type Terms = Pick<OrderFieldProps["market"], "tick"> & { readonly minimum: OrderPlan["size"] };

function formNotes(
  { form, limit, size, expiresAt }: OrderPlan,
  { notes, formats }: NoteTexts,
  { tick, minimum }: Terms,
): readonly string[] {
  if (form.kind === "market") return [];
  const highest = complement(tick);
  return [
    ...(limit < tick || limit > highest ? [notes.range(formats.cents(tick), formats.cents(highest))] : []),
    ...(limit % tick === 0 ? [] : [notes.offTick(formats.cents(tick))]),
    ...(size < minimum ? [notes.minimum(formats.shares(minimum))] : []),
    ...(expiresAt !== undefined && expiresAt * 1000 <= Date.now() ? [notes.past] : []),
  ];
}

type Funds = { readonly balances: Balances; readonly tokenId: string; readonly fees: Fees | undefined };

function balanceNotes(
  plan: OrderPlan,
  { notes, formats }: NoteTexts,
  { balances, tokenId, fees }: Funds,
): readonly string[] {
  if (plan.form.side === "SELL") {
    const { available } = balances.shares.get(tokenId) ?? NO_SHARES;
    if (plan.size <= available) return [];
    return [notes.shares(formats.shares(plan.size), formats.shares(available))];
  }
  const { available } = balances.collateral;
  const needed = computeRequiredMoney(plan, fees);
  return needed <= available ? [] : [notes.money(formats.money(needed), formats.money(available))];
}
