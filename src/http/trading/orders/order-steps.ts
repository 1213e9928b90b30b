/**
 * The checks that an order passes on its way to the book, in the order in which they are made: first those of what was
 * sent, then those of the exchange. Each stands for the rejections that it can end in.
 */
import type { PlaceOrder } from "../../../core/command.ts";
import type { Rejection, RejectionCode } from "../../../core/rejection.ts";
import { tokenNumber } from "../../../core/state.ts";
import type { Account, Market, Token } from "../../../core/state.ts";
import {
  baseUnits,
  collateralText,
  complement,
  cost,
  decimalText,
  NO_LOTS,
  priceText,
  sharesText,
} from "../../../core/units.ts";
import { failed, passed } from "../../../doctor/check.ts";
import type { Check, Comparison, Finding } from "../../../doctor/check.ts";
import type { OrderPayload } from "./order-payload.ts";

/** Known facts about an order when its checks are told. */
export type OrderFacts = {
  readonly payload: OrderPayload;
  readonly token: Token | undefined;
  readonly account: Account | undefined;
  /** Once what was sent is read. */
  readonly command: PlaceOrder | undefined;
  /** Checks of its signature: none when it could not be read. */
  readonly signed: readonly Check[];
};

type Step = {
  readonly check: string;
  readonly codes: readonly RejectionCode[];
  readonly compare?: (facts: OrderFacts, rejection: Rejection | undefined) => Comparison;
};

const SIGNATURE: Step = {
  check: "signature",
  codes: [
    "signer_mismatch",
    "maker_not_allowed",
    "unsupported_contract",
    "invalid_signature",
    "wallet_taken",
  ],
};

/** Checks of the request before the exchange is asked. */
const READING: readonly Step[] = [
  { check: "payload", codes: ["invalid_payload", "unsupported_signature_type"] },
  { check: "amounts", codes: ["invalid_amounts"], compare: amounts },
  { check: "owner", codes: ["owner_mismatch"] },
  { check: "token", codes: ["unknown_token"], compare: ({ payload }) => ({ got: payload.order.tokenId }) },
  { check: "condition", codes: ["condition_mismatch"] },
  SIGNATURE,
  { check: "price", codes: ["price_out_of_range", "price_off_tick"], compare: price },
  { check: "size", codes: ["size_not_whole", "size_below_minimum"], compare: size },
];

/** Checks by the exchange. */
const DECISION: readonly Step[] = [
  {
    check: "exchange",
    codes: [
      "not_accepting",
      "outcome_unknown",
      "quarantined",
      "exchange_halted",
      "read_only",
      "cancel_only",
      "post_only_mode",
    ],
  },
  { check: "new", codes: ["duplicate_order"] },
  {
    check: "market state",
    codes: ["market_not_open", "market_paused", "market_closed"],
    compare: ({ token }) => ({ expected: "active", ...(token && { got: token.market.status }) }),
  },
  { check: "order type", codes: ["post_only_kind"], compare: ({ payload }) => ({ got: payload.orderType }) },
  { check: "expiration", codes: ["expiration_required", "order_expired"], compare: expiration },
  { check: "price", codes: ["price_out_of_range", "price_off_tick"], compare: price },
  { check: "minimum", codes: ["size_below_minimum"], compare: minimum },
  { check: "fee rate", codes: ["fee_rate_too_low"] },
  { check: "ban", codes: ["user_banned"] },
  { check: "account", codes: ["wallet_taken", "unknown_account", "amount_too_large"] },
  { check: "balance", codes: ["insufficient_balance"], compare: covered },
  { check: "post-only", codes: ["post_only_crosses"] },
  { check: "fill", codes: ["self_trade", "fok_not_filled", "fak_not_matched"] },
  { check: "open orders", codes: ["too_many_orders"] },
];

/** The checks of what was sent: all, or those up to the one that a rejection stands for. */
export const checkReading = (facts: OrderFacts, rejection: Rejection | undefined): Check[] =>
  checksOf(READING, facts, rejection);

/** The checks of the exchange, in the same way. */
export const checkDecision = (facts: OrderFacts, rejection: Rejection | undefined): Check[] =>
  checksOf(DECISION, facts, rejection);

function checksOf(steps: readonly Step[], facts: OrderFacts, rejection: Rejection | undefined): Check[] {
  const stop = rejection && steps.findIndex(({ codes }) => codes.includes(rejection.code));
  if (stop === -1) throw new Error(`no check of an order stands for ${rejection?.code}`);
  return steps.slice(0, stop === undefined ? undefined : stop + 1).flatMap((step, index) => {
    const wrong = index === stop ? rejection : undefined;
    if (step === SIGNATURE) return signatureChecks(facts, wrong);
    const compared = step.compare?.(facts, wrong) ?? {};
    return wrong === undefined
      ? passed(step.check, compared)
      : failed(step.check, findingOf(facts, wrong), compared);
  });
}

/** Checks of the signature, in detail where that is known. */
function signatureChecks({ signed }: OrderFacts, rejection: Rejection | undefined): readonly Check[] {
  if (rejection === undefined || signed.some(({ ok }) => !ok)) return signed;
  return [failed(SIGNATURE.check, { mistake: rejection.code, hint: rejection.hint })];
}

function findingOf({ payload, token }: OrderFacts, { code, hint, values }: Rejection): Finding {
  switch (code) {
    case "invalid_payload":
      return { mistake: payload.order.tokenId.startsWith("0x") ? "order_token" : "order_body", hint };
    case "unknown_token":
      return { mistake: "order_token", hint };
    case "condition_mismatch":
      return {
        mistake: "order_token",
        hint: `${hint}; the market of token ${payload.order.tokenId} is ${token?.market.conditionId}`,
      };
    case "insufficient_balance":
      return { mistake: isHeld(values ?? {}) ? "balance_held" : "balance_too_small", hint };
    default:
      return { mistake: code, hint };
  }
}

/** True if the balance would suffice without the holds of open orders. */
const isHeld = ({ balance = "0", needed = "0" }: Readonly<Record<string, string>>): boolean =>
  BigInt(balance) >= BigInt(needed);

function amounts({ payload: { order } }: OrderFacts): Comparison {
  return {
    expected: "base units (0.000001), as decimal text",
    got: `makerAmount ${order.makerAmount}, takerAmount ${order.takerAmount}`,
  };
}

function price({ token, command }: OrderFacts, rejection: Rejection | undefined): Comparison {
  const got = command === undefined ? rejection?.values?.["price"] : priceText(command.limit);
  return { ...(token && { expected: pricesOf(token.market) }), ...(got !== undefined && { got }) };
}

const pricesOf = ({ tick }: Market): string =>
  `${priceText(tick)} to ${priceText(complement(tick))} in steps of ${priceText(tick)}`;

function size({ payload: { order }, command }: OrderFacts): Comparison {
  const shares = order.side === "BUY" ? order.takerAmount : order.makerAmount;
  const got = command === undefined ? decimalText(BigInt(shares), 6) : sharesText(command.lots);
  return { expected: "shares in steps of 0.01", got };
}

function minimum({ token, command }: OrderFacts): Comparison {
  if (token === undefined || command === undefined) return {};
  return {
    expected: `at least ${sharesText(token.market.minimumLots)} shares`,
    got: sharesText(command.lots),
  };
}

function expiration({ payload: { order, orderType } }: OrderFacts): Comparison {
  const expected = orderType === "GTD" ? "unix seconds in the future" : "none, or unix seconds in the future";
  return { expected, got: order.expiration ?? "none" };
}

function covered({ token, account, command }: OrderFacts): Comparison {
  if (token === undefined || command === undefined) return {};
  if (command.side === "BUY") {
    const needed = command.budget ?? cost(command.lots, command.limit);
    const has =
      account && `balance ${collateralText(account.collateral)}, held ${collateralText(account.held)}`;
    return { expected: `${collateralText(needed)} of collateral`, got: has ?? "no account yet" };
  }
  const { lots, held } = account?.positions.get(tokenNumber(token.market, token.outcome)) ?? NOTHING;
  return {
    expected: `${sharesText(command.lots)} shares of the token (${baseUnits(command.lots)} base units)`,
    got: `balance ${sharesText(lots)}, held ${sharesText(held)}`,
  };
}

const NOTHING = { lots: NO_LOTS, held: NO_LOTS };
