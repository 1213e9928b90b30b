/**
 * Sizes of orders that a sandbox answers as a bad day of a service would: each provokes one refusal, or one delay. A
 * number never changes its meaning. The table of docs/start/sandbox-magic-values.md is generated from this one.
 */
import { REJECTIONS } from "../../core/rejection.ts";
import type { RejectionCode } from "../../core/rejection.ts";
import { parseDecimal } from "../../core/units.ts";

/** Whole part of all sizes; their hundredths are the number of the value. */
const WHOLE = 9_000;

/** Refusals by the hundredths of their size; numbers are only added. */
const REJECTED: Readonly<Record<number, RejectionCode>> = {
  1: "invalid_payload",
  2: "unsupported_signature_type",
  3: "invalid_amounts",
  4: "owner_mismatch",
  5: "unknown_token",
  6: "condition_mismatch",
  7: "signer_mismatch",
  8: "maker_not_allowed",
  9: "unsupported_contract",
  10: "invalid_signature",
  11: "wallet_taken",
  12: "price_out_of_range",
  13: "price_off_tick",
  14: "size_not_whole",
  15: "size_below_minimum",
  16: "not_accepting",
  17: "outcome_unknown",
  18: "quarantined",
  19: "exchange_halted",
  20: "read_only",
  21: "cancel_only",
  22: "post_only_mode",
  23: "duplicate_order",
  24: "market_not_open",
  25: "market_paused",
  26: "market_closed",
  27: "post_only_kind",
  28: "expiration_required",
  29: "order_expired",
  30: "fee_rate_too_low",
  31: "user_banned",
  32: "unknown_account",
  33: "amount_too_large",
  34: "insufficient_balance",
  35: "post_only_crosses",
  36: "self_trade",
  37: "fok_not_filled",
  38: "fak_not_matched",
  39: "too_many_orders",
  40: "rate_limited",
  41: "unauthorized",
  42: "expiration_too_soon",
  43: "market_buy_precision",
  44: "market_buy_too_small",
  45: "order_late",
  46: "replaced_not_open",
  47: "order_group_not_found",
  48: "order_group_stopped",
};

/** Milliseconds of the machine by which a request or an answer is late. */
const LATE_MS = 2_000;
/** Milliseconds of the exchange's clock after which a match is decided, or fails. */
const MATCH_MS = 3_000;

export type MagicEffect =
  | { readonly kind: "refuse"; readonly code: RejectionCode }
  | { readonly kind: "late-arrival" | "late-answer" | "failed-settlement"; readonly ms: number }
  | { readonly kind: "delayed-match"; readonly ms: number; readonly matches: boolean }
  | { readonly kind: "lost-answer" };

type Delay = readonly [effect: MagicEffect, meaning: string];

/** Delays by the hundredths of their size; numbers are only added. */
const DELAYS: Readonly<Record<number, Delay>> = {
  81: [{ kind: "late-answer", ms: LATE_MS }, "the order is carried out at once, and answered 2 s later"],
  82: [{ kind: "late-arrival", ms: LATE_MS }, "the order is carried out 2 s later, and answered then"],
  83: [
    { kind: "lost-answer" },
    "the order is carried out, and the connection ends without an answer; without threads of gateways only",
  ],
  84: [
    { kind: "delayed-match", ms: MATCH_MS, matches: true },
    "an order that would match is `delayed`, and matched after 3 s of the exchange's clock",
  ],
  85: [
    { kind: "delayed-match", ms: MATCH_MS, matches: false },
    "an order that would match is `delayed`, and after 3 s of the exchange's clock `unmatched`",
  ],
  86: [
    { kind: "failed-settlement", ms: MATCH_MS },
    "the order is matched, and after 3 s of the exchange's clock its trades are `FAILED`; without threads of gateways only",
  ],
};

export type MagicValue = {
  /** Shares, or the money of a market buy, as a decimal. */
  readonly size: string;
  readonly effect: MagicEffect;
  readonly meaning: string;
};

const buildValue = (number: string, effect: MagicEffect, meaning: string): MagicValue => ({
  size: `${WHOLE}.${number.padStart(2, "0")}`,
  effect,
  meaning,
});

/** All magic values, in the order of their numbers. */
export const MAGIC_VALUES: readonly MagicValue[] = [
  ...Object.entries(REJECTED).map(([number, code]) =>
    buildValue(number, { kind: "refuse", code }, REJECTIONS[code]),
  ),
  ...Object.entries(DELAYS).map(([number, [effect, meaning]]) => buildValue(number, effect, meaning)),
];

const BY_AMOUNT = new Map(MAGIC_VALUES.map((value) => [parseDecimal(value.size, 6), value]));

type OrderAmounts = {
  readonly side: "BUY" | "SELL";
  readonly orderType?: string | undefined;
  /** Base units. */
  readonly makerAmount: number;
  readonly takerAmount: number;
};

/** Finds the magic value of an order: by its shares, and of a market buy by its money. */
export function findMagicValue({
  side,
  orderType,
  makerAmount,
  takerAmount,
}: OrderAmounts): MagicValue | undefined {
  const isMarketBuy = side === "BUY" && (orderType === "FOK" || orderType === "FAK");
  const amount = side === "BUY" && !isMarketBuy ? takerAmount : makerAmount;
  return BY_AMOUNT.get(amount);
}
