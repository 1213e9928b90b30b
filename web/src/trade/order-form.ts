/** What the user fills in, as it stands in the fields. */
import type { Ticks } from "../../../src/core/units.ts";
import { ticks } from "../../../src/core/units.ts";
import type { Side } from "../wallet/typed-data.ts";

export type OrderForm = {
  readonly side: Side;
  readonly kind: "market" | "limit";
  readonly unit: "money" | "shares";
  readonly amount: string;
  /** Of a limit order, in cents. */
  readonly price: string;
  readonly postOnly: boolean;
  /** Of a limit order; blank when it does not expire. Local time, as the browser's field has it. */
  readonly expires: boolean;
  readonly expiresAt: string;
  /** Of a market order: all of it or nothing. */
  readonly whole: boolean;
  /** Of a market order: how far from the best price it may go. */
  readonly slippage: Slippage;
};

/** In ticks; "any" is whatever price. */
export type Slippage = Ticks | "any";
export const SLIPPAGES: readonly Slippage[] = [ticks(100), ticks(200), ticks(500), ticks(1_000), "any"];

export const EMPTY_FORM: OrderForm = {
  side: "BUY",
  kind: "market",
  unit: "money",
  amount: "",
  price: "",
  postOnly: false,
  expires: false,
  expiresAt: "",
  whole: false,
  slippage: ticks(500),
};

export type ChangeForm = (changed: Partial<OrderForm>) => void;
