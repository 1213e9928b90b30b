/**
 * Turns the form into an order to sign, and computes its fills in the current book. All amounts are integers, rounded
 * as the exchange rounds. An order that the exchange would refuse still gives a plan, since its refusal explains more.
 */
import {
  ONE,
  addMicros,
  affordableLots,
  baseUnits,
  complement,
  cost,
  lots,
  micros,
  subtractLots,
  ticks,
} from "../../../../src/core/units.ts";
import type { Lots, Micros, Ticks } from "../../../../src/core/units.ts";
import type { OrderBook } from "../../api/live/order-book.ts";
import { readCents, readLots, readMicros } from "../../base/money.ts";
import type { Formats } from "../../text/formats.ts";
import type { Side } from "../../account/wallet/credentials.ts";
import type { OrderKind, SignedOrder } from "../../account/wallet/place-order.ts";
import {
  listLevelsWithin,
  computeLotsWorth,
  matchShares,
  listOppositeLevels,
  sellForMoney,
  spendMoney,
} from "./walk-book.ts";
import type { BookMatch } from "./walk-book.ts";

// The content of the order ticket's fields.

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
type Slippage = Ticks | "any";
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

export type OrderPlan = {
  readonly form: OrderForm;
  readonly kind: OrderKind;
  /** Expiry in unix seconds. */
  readonly expiresAt: number | undefined;
  /** Worst price that the signature allows. */
  readonly limit: Ticks;
  /** Amounts given and received at the price `limit`, in millionths. */
  readonly makerAmount: number;
  readonly takerAmount: number;
  /** Shares of the order. For a market buy, the shares that its budget buys at the worst price. */
  readonly size: Lots;
  /** Largest cost of a purchase without fees; 0 for a sale. */
  readonly maxCost: Micros;
  /** Immediate fills; `remaining` is the shares that are left after these. */
  readonly matched: BookMatch;
  readonly remaining: Lots;
};

/** True for a market order that the book can fill only in part: the rest is dropped. */
export const isPartial = ({ form, matched, remaining }: OrderPlan): boolean =>
  form.kind === "market" && !form.whole && matched.shares > 0 && remaining > 0;

export type OrderProblem = "blank" | "amount" | "small" | "price" | "range" | "expiry" | "nothing";

type PlanInput = {
  readonly form: OrderForm;
  readonly book: OrderBook | undefined;
  readonly tick: Ticks;
};

export function planOrder(input: PlanInput): OrderPlan | OrderProblem {
  const { form } = input;
  if (form.amount.trim() === "") return "blank";
  const amount = form.unit === "money" ? readMicros(form.amount) : readLots(form.amount);
  if (amount === undefined) return "amount";
  if (amount === 0) return "blank";
  return form.kind === "limit" ? planLimit(input) : planMarket(input);
}

function planLimit({ form, book }: PlanInput): OrderPlan | OrderProblem {
  const limit = readCents(form.price);
  if (limit === undefined) return "price";
  if (limit === 0 || limit >= ONE) return "range";
  const expiresAt = form.expires ? readSeconds(form.expiresAt) : undefined;
  if (form.expires && expiresAt === undefined) return "expiry";
  const size = computeSizeAt(form, limit);
  if (size === 0) return "small";
  const matched = matchShares(listLevelsWithin(book, form.side, limit), size);
  const isBuy = form.side === "BUY";
  const [money, shares] = [cost(size, limit), baseUnits(size)];
  return {
    form,
    expiresAt,
    limit,
    size,
    matched,
    kind: form.expires ? "GTD" : "GTC",
    makerAmount: isBuy ? money : shares,
    takerAmount: isBuy ? shares : money,
    maxCost: isBuy ? addMicros(matched.money, cost(subtractLots(size, matched.shares), limit)) : micros(0),
    remaining: subtractLots(size, matched.shares),
  };
}

/** Reads the shares of the form, or converts its money at the price. */
function computeSizeAt({ unit, amount }: OrderForm, price: Ticks): Lots {
  if (unit === "shares") return readLots(amount) ?? lots(0);
  return affordableLots(readMicros(amount) ?? micros(0), price);
}

function readSeconds(local: string): number | undefined {
  const at = Date.parse(local);
  return Number.isNaN(at) ? undefined : Math.floor(at / 1000);
}

function planMarket(input: PlanInput): OrderPlan | OrderProblem {
  const limit = findWorstPrice(input);
  if (limit === undefined) return "nothing";
  return input.form.side === "BUY" ? planPurchase(input, limit) : planSale(input, limit);
}

/** Finds the worst price that the slippage allows, on the market's tick size. */
function findWorstPrice({ form: { side, slippage }, book, tick }: PlanInput): Ticks | undefined {
  const [best] = listOppositeLevels(book, side);
  if (best === undefined) return undefined;
  const [lowest, highest] = [tick, complement(tick)];
  if (slippage === "any") return side === "BUY" ? highest : lowest;
  const steps = ticks(Math.ceil(slippage / tick) * tick);
  return side === "BUY"
    ? ticks(Math.min(best.price + steps, highest))
    : ticks(Math.max(best.price - steps, lowest));
}

/**
 * Plans a market buy, which is signed as a budget. A number of shares is priced in the current book, and beyond the book's
 * depth at the worst price.
 */
function planPurchase({ form, book }: PlanInput, limit: Ticks): OrderPlan | OrderProblem {
  const levels = listLevelsWithin(book, "BUY", limit);
  const wanted = form.unit === "shares" ? readLots(form.amount) : undefined;
  const budget = wanted === undefined ? (readMicros(form.amount) ?? micros(0)) : priceOf(wanted);
  function priceOf(size: Lots): Micros {
    const { shares, money } = matchShares(levels, size);
    return addMicros(money, cost(subtractLots(size, shares), limit));
  }
  const size = affordableLots(budget, limit);
  if (size === 0) return "small";
  const matched = spendMoney(levels, budget);
  return {
    form,
    limit,
    size,
    matched,
    kind: form.whole ? "FOK" : "FAK",
    expiresAt: undefined,
    makerAmount: budget,
    takerAmount: computeShareMillionths(budget, limit),
    maxCost: budget,
    remaining: affordableLots(micros(budget - matched.money), limit),
  };
}

/** Computes the millionths of a share that the budget buys, rounded down. */
const computeShareMillionths = (budget: Micros, limit: Ticks): number =>
  Number((BigInt(budget) * BigInt(ONE)) / BigInt(limit));

function planSale({ form, book }: PlanInput, limit: Ticks): OrderPlan | OrderProblem {
  const levels = listLevelsWithin(book, "SELL", limit);
  const size = form.unit === "shares" ? (readLots(form.amount) ?? lots(0)) : sizeFor(form);
  function sizeFor({ amount }: OrderForm): Lots {
    const wanted = readMicros(amount) ?? micros(0);
    const { shares, money } = sellForMoney(levels, wanted);
    return lots(shares + computeLotsWorth(micros(wanted - money), limit));
  }
  if (size === 0) return "small";
  const matched = matchShares(levels, size);
  return {
    form,
    limit,
    size,
    matched,
    kind: form.whole ? "FOK" : "FAK",
    expiresAt: undefined,
    makerAmount: baseUnits(size),
    takerAmount: cost(size, limit),
    maxCost: micros(0),
    remaining: subtractLots(size, matched.shares),
  };
}

// Plans the order of a form with numbers in the language of the page.

/** Returns a plan that contains the form as typed. */
export function planTypedOrder({ form, ...about }: PlanInput, { typed }: Formats): OrderPlan | OrderProblem {
  const read = { ...form, amount: typed(form.amount), price: typed(form.price) };
  const planned = planOrder({ ...about, form: read });
  return typeof planned === "string" ? planned : { ...planned, form };
}

// A signed order without an answer, with its plan. The plan's fills were computed in the book when the order was signed.

export type UnansweredOrder = { readonly plan: OrderPlan; readonly signed: SignedOrder };
