/** What the page makes of the fields of an order: its plan, and what it expects of it. */
import type { Lots, Micros, Ticks } from "../../src/core/units.ts";
import type { Level, OrderBook } from "../../web/src/live/order-book.ts";
import { loadPageModule } from "./load-page-module.ts";

export type OrderForm = {
  readonly side: "BUY" | "SELL";
  readonly kind: "market" | "limit";
  readonly unit: "money" | "shares";
  readonly amount: string;
  readonly price: string;
  readonly postOnly: boolean;
  readonly expires: boolean;
  readonly expiresAt: string;
  readonly whole: boolean;
  readonly slippage: Ticks | "any";
};

export type Met = { readonly fills: readonly Level[]; readonly shares: Lots; readonly money: Micros };

export type Plan = {
  readonly form: OrderForm;
  readonly kind: "GTC" | "GTD" | "FOK" | "FAK";
  readonly expiresAt: number | undefined;
  readonly limit: Ticks;
  readonly makerAmount: number;
  readonly takerAmount: number;
  readonly size: Lots;
  readonly spends: Micros;
  readonly met: Met;
  readonly left: Lots;
};

export type Fees = { readonly rate: number; readonly exponent: number; readonly takerOnly: boolean };

export type Expected = {
  readonly shares: Lots;
  readonly average: Ticks;
  readonly money: Micros;
  readonly fee: Micros;
  readonly total: Micros;
  readonly payout: Micros;
  readonly least: { readonly shares: Lots; readonly money: Micros };
};

type Asked = { readonly form: OrderForm; readonly book: OrderBook | undefined; readonly tick: Ticks };

type Orders = { planOrder(asked: Asked): Plan | string };
type FeeReckoning = {
  feeOfFills(fees: Fees, fills: readonly Level[]): Micros;
  feeOfResting(fees: Fees, order: { size: Lots; rests: Lots; limit: Ticks }): Micros;
};
type Expectations = {
  expect(plan: Plan, fees: Fees): Expected;
  neededMoney(plan: Plan, fees: Fees): Micros;
};

export const { planOrder }: Orders = await loadPageModule("trade/plan-order.ts");
export const { feeOfFills, feeOfResting }: FeeReckoning = await loadPageModule("trade/fees.ts");
export const { expect, neededMoney }: Expectations = await loadPageModule("trade/expected.ts");
export const { EMPTY_FORM, SLIPPAGES }: { EMPTY_FORM: OrderForm; SLIPPAGES: readonly (Ticks | "any")[] } =
  await loadPageModule("trade/order-form.ts");
