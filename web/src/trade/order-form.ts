/** The content of the order ticket's fields. */
import type { Ticks } from "../../../src/core/units.ts";
import { ticks } from "../../../src/core/units.ts";
import type { Side } from "../wallet/typed-data.ts";

export type OrderForm = {
  readonly side: Side;
  readonly kind: "market" | "limit";
  readonly unit: "money" | "shares";
  readonly amount: string;
  /** Price of a limit order in cents. */
  readonly price: string;
  readonly postOnly: boolean;
  /** True if a limit order expires, at the local time in `expiresAt`. */
  readonly expires: boolean;
  readonly expiresAt: string;
  /** True if a market order must fill completely or not at all. */
  readonly whole: boolean;
  /** Distance from the best price that a market order accepts. */
  readonly slippage: Slippage;
};

/** Slippage in ticks; "any" accepts every price. */
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
