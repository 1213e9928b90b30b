/** Explains the refusal of an order, with amounts in the page's formats. */
import { isUnanswered, RefusedError } from "../api/client.ts";
import { explainError } from "../parts/states.tsx";
import type { Text } from "../text/en.ts";
import type { Formats } from "../text/formats.ts";
import type { Balances } from "../wallet/balances.ts";
import { NO_SHARES } from "../wallet/balances.ts";
import { computeRequiredMoney } from "./estimate-order.ts";
import type { Fees } from "./fees.ts";
import type { OrderPlan } from "./plan-order.ts";

export type RefusedOrder = {
  readonly plan: OrderPlan;
  readonly tokenId: string;
  readonly fees: Fees | undefined;
  /** Balances after the refusal, which reloads them. */
  readonly balances: Balances | undefined;
};

type Words = { readonly text: Text; readonly formats: Formats };

export function explainOrderRefusal(error: unknown, order: RefusedOrder, words: Words): string {
  if (isUnanswered(error)) return words.text.common.unanswered;
  const { code } = error instanceof RefusedError ? error : { code: "" };
  if (code === "insufficient_balance") return explainShortage(order, words);
  return words.text.trade.refusals[code] ?? explainError(error, words.text);
}

/** Names the missing money or shares, unless the balances are outdated and show none. */
function explainShortage({ plan, tokenId, fees, balances }: RefusedOrder, { text, formats }: Words): string {
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
