/** Reasons why an order cannot succeed now, found before it is sent. */
import { complement, NO_LOTS, subtractMicros } from "../../../../src/core/units.ts";
import type { Lots, Micros, Ticks } from "../../../../src/core/units.ts";
import type { OrderBook } from "../../api/live/order-book.ts";
import type { Market } from "../market.ts";
import type { Balances } from "../../account/wallet/balances.ts";
import { computeRequiredMoney } from "./estimate-order.ts";
import type { Fees } from "./fees.ts";
import { isPartial } from "./plan-order.ts";
import type { OrderPlan, OrderProblem } from "./plan-order.ts";

export type OrderBlock =
  | {
      readonly kind:
        | Exclude<OrderProblem, "range">
        | "closed"
        | "wallet"
        | "crosses"
        | "past"
        | "postOnlyMode";
    }
  | { readonly kind: "mode"; readonly mode: string }
  | { readonly kind: "tooLittle"; readonly shares: Lots }
  | { readonly kind: "range"; readonly lowest: Ticks; readonly highest: Ticks }
  | { readonly kind: "offTick"; readonly tick: Ticks }
  | { readonly kind: "minimum"; readonly minimum: Lots }
  | {
      readonly kind: "money";
      readonly needed: Micros;
      readonly available: Micros;
      readonly missing: Micros;
      /** True for a market order that the book can fill only in part. */
      readonly partly: boolean;
    }
  | { readonly kind: "shares"; readonly needed: Lots; readonly available: Lots };

export type OrderCircumstances = {
  readonly market: Pick<Market, "acceptingOrders" | "minimumSize" | "tick">;
  readonly tokenId: string;
  readonly book: OrderBook | undefined;
  /** Mode of the exchange. */
  readonly mode: string;
  readonly hasWallet: boolean;
  /** Balances of the wallet; `undefined` until they are loaded. */
  readonly balances: Balances | undefined;
  readonly fees: Fees | undefined;
  /** Current time in unix milliseconds. */
  readonly now: number;
};

const MODES_WITHOUT_ORDERS = new Set(["cancel-only", "read-only", "halted"]);

/** Finds the first reason why the order cannot succeed. Reasons that no input can change come first. */
export function findOrderBlock(
  planned: OrderPlan | OrderProblem,
  about: OrderCircumstances,
): OrderBlock | undefined {
  if (!about.market.acceptingOrders) return { kind: "closed" };
  if (MODES_WITHOUT_ORDERS.has(about.mode)) return { kind: "mode", mode: about.mode };
  if (!about.hasWallet) return { kind: "wallet" };
  if (planned === "range") return buildRangeBlock(about);
  if (typeof planned === "string") return { kind: planned };
  return findModeBlock(planned, about) ?? findTermBlock(planned, about) ?? findBalanceBlock(planned, about);
}

const getTick = ({ book, market }: OrderCircumstances): Ticks => book?.tick ?? market.tick;

function buildRangeBlock(about: OrderCircumstances): OrderBlock {
  const tick = getTick(about);
  return { kind: "range", lowest: tick, highest: complement(tick) };
}

const findModeBlock = ({ form }: OrderPlan, { mode }: OrderCircumstances): OrderBlock | undefined =>
  mode === "post-only" && !(form.kind === "limit" && form.postOnly) ? { kind: "postOnlyMode" } : undefined;

function findTermBlock(plan: OrderPlan, about: OrderCircumstances): OrderBlock | undefined {
  const { form, matched, remaining } = plan;
  if (form.kind === "limit") return findLimitBlock(plan, about);
  if (matched.shares === 0) return { kind: "nothing" };
  return form.whole && remaining > 0 ? { kind: "tooLittle", shares: matched.shares } : undefined;
}

function findLimitBlock(
  { form, limit, size, matched, expiresAt }: OrderPlan,
  about: OrderCircumstances,
): OrderBlock | undefined {
  const { market, now } = about;
  const tick = getTick(about);
  if (limit < tick || limit > complement(tick)) return buildRangeBlock(about);
  if (limit % tick !== 0) return { kind: "offTick", tick };
  if (size < market.minimumSize) return { kind: "minimum", minimum: market.minimumSize };
  if (expiresAt !== undefined && expiresAt * 1000 <= now) return { kind: "past" };
  return form.postOnly && matched.shares > 0 ? { kind: "crosses" } : undefined;
}

function findBalanceBlock(
  plan: OrderPlan,
  { balances, tokenId, fees }: OrderCircumstances,
): OrderBlock | undefined {
  if (balances === undefined) return undefined;
  if (plan.form.side === "SELL") {
    const available = balances.shares.get(tokenId)?.available ?? NO_LOTS;
    return plan.size <= available ? undefined : { kind: "shares", needed: plan.size, available };
  }
  const { available } = balances.collateral;
  const needed = computeRequiredMoney(plan, fees);
  return needed <= available
    ? undefined
    : {
        kind: "money",
        needed,
        available,
        missing: subtractMicros(needed, available),
        partly: isPartial(plan),
      };
}
