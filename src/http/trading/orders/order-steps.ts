/** Explains how far the validation of an order came: the checks of core/placement-checks.ts up to the one that failed. */
import type { PlaceOrder } from "../../../core/command.ts";
import { PLACEMENT_CHECKS } from "../../../core/placement-checks.ts";
import type { PlacementCheck } from "../../../core/placement-checks.ts";
import type { Rejection } from "../../../core/rejection.ts";
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
import { DEFAULT_TYPE } from "./order-payload.ts";
import type { OrderPayload } from "./order-payload.ts";

/** Facts about an order that its explanation shows. */
export type OrderFacts = {
  readonly payload: OrderPayload;
  readonly token: Token | undefined;
  readonly account: Account | undefined;
  /** The order as a command, if the request could be parsed. */
  readonly command: PlaceOrder | undefined;
  /** Checks of the signature; empty if it could not be parsed. */
  readonly signed: readonly Check[];
};

/** Returns the order's value and the expected value of a check. */
type Compare = (facts: OrderFacts, rejection: Rejection | undefined) => Comparison;

const COMPARISONS: { readonly [check: string]: Compare } = {
  amounts,
  token: ({ payload }) => ({ got: payload.order.tokenId }),
  price,
  size,
  "market state": ({ token }) => ({ expected: "active", ...(token && { got: token.market.status }) }),
  "order type": ({ payload }) => ({ got: payload.orderType ?? DEFAULT_TYPE }),
  expiration,
  minimum,
  balance: covered,
};

const [SIGNATURE] = PLACEMENT_CHECKS.signature;

/** Lists the checks of the request: all, or those up to the check that fails with the rejection's code. */
export const checkReading = (facts: OrderFacts, rejection: Rejection | undefined): Check[] =>
  explainChecks(
    [...PLACEMENT_CHECKS.request, ...PLACEMENT_CHECKS.signature, ...PLACEMENT_CHECKS.terms],
    facts,
    rejection,
  );

/** Lists the checks of the exchange: all, or those up to the check that fails with the rejection's code. */
export const checkDecision = (facts: OrderFacts, rejection: Rejection | undefined): Check[] =>
  explainChecks(DECISION, facts, rejection);

/** The checks of the exchange, without repeated checks of the same thing. */
const DECISION = [
  ...PLACEMENT_CHECKS.engine,
  ...PLACEMENT_CHECKS.order,
  ...PLACEMENT_CHECKS.book,
  ...PLACEMENT_CHECKS.fills,
].filter(({ check }, index, all) => all.findIndex((other) => other.check === check) === index);

function explainChecks(
  steps: readonly PlacementCheck[],
  facts: OrderFacts,
  rejection: Rejection | undefined,
): Check[] {
  const stop = rejection && steps.findIndex(({ codes }) => codes.includes(rejection.code));
  if (stop === -1) throw new Error(`no check of an order stands for ${rejection?.code}`);
  return steps.slice(0, stop === undefined ? undefined : stop + 1).flatMap((step, index) => {
    const wrong = index === stop ? rejection : undefined;
    if (step === SIGNATURE) return explainSigning(facts, wrong);
    const compared = COMPARISONS[step.check]?.(facts, wrong) ?? {};
    return wrong === undefined
      ? passed(step.check, compared)
      : failed(step.check, findingOf(facts, wrong), compared);
  });
}

/** Returns the single checks of the signature if they are known, else one check for all of them. */
function explainSigning({ signed }: OrderFacts, rejection: Rejection | undefined): readonly Check[] {
  if (rejection === undefined || signed.some(({ ok }) => !ok)) return signed;
  return [failed("signature", { mistake: rejection.code, hint: rejection.hint })];
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

/** Returns true if the balance would suffice without the reservations of open orders. */
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
