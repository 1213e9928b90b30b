/** The request body of an order placement, and its conversion to a command of the exchange. */
import { Type } from "typebox";
import type { Static } from "typebox";
import type { Context } from "../../../context.ts";
import type { PlaceOrder } from "../../../core/events/command.ts";
import { readOrderParams } from "../../../core/orders/order-params.ts";
import { isRejection, reject } from "../../../core/rejection.ts";
import type { Rejection } from "../../../core/rejection.ts";
import type { OrderKind, SignedFields, Token } from "../../../core/state.ts";
import { collateralText, micros, parseCount, parseDecimal } from "../../../core/units.ts";
import type { Micros } from "../../../core/units.ts";
import { LIVE_EXPIRY, LIVE_MARKET_BUYS } from "../../../settings/strictness.ts";
import type { Strictness } from "../../../settings/strictness.ts";
import { kindOfMarket, normalizeCondition } from "../../../core/markets/market-version.ts";
import { parseAddress } from "../../../signing/address.ts";
import { readKeyId } from "../../../signing/credentials.ts";
import { ORDER_REJECTIONS } from "../../../signing/orders/order-verdict.ts";
import type { VerifiedOrder } from "../../../signing/orders/order-verdict.ts";
import { parseSignedOrder } from "../../../signing/orders/signed-order.ts";
import type { OrderProblem, SignedOrder } from "../../../signing/orders/signed-order.ts";
import type { ActiveKey } from "../../../store/keys/api-keys.ts";
import { askThreadWithTimeout } from "../../../store/sql/with-timeout.ts";
import {
  MAX_SECONDS,
  parseIntendedDecimal,
  nearestAmounts,
  nearestHint,
  nearestSeconds,
} from "../../values/intended-amount.ts";
import { DIFFERENCES } from "../../dialects/dialect-differences.ts";
import type { Dialect } from "../../dialects/dialect.ts";
import { describeMistake } from "../../operation/validation-fault.ts";
import { explainWrongToken, unknownToken } from "../../values/token-id.ts";
import { hintForOrder } from "./explain-signature.ts";
import { OrderControlFields, readOrderControls, rejectMisspelt } from "./order-controls.ts";
import type { ControlTerms } from "./order-controls.ts";

const textField = (description?: string) =>
  Type.String({ maxLength: 1_024, ...(description && { description }) });
const Text = textField();
const Count = Type.Union([Text, Type.Integer()]);

/** The signed order. Its optional fields show the version of its struct. */
const SignedOrderBody = Type.Object({
  tokenId: textField("Token id: a decimal number that names the outcome"),
  conditionId: Type.Optional(textField("Condition id: 0x and 64 hex digits that name the market")),
  maker: Text,
  signer: Text,
  makerAmount: Text,
  takerAmount: Text,
  side: Type.Enum(["BUY", "SELL"]),
  salt: Count,
  signatureType: Type.Integer(),
  signature: Text,
  timestamp: Type.Optional(Text),
  metadata: Type.Optional(Type.Union([Text, Type.Null(), Type.Record(Type.String(), Type.Unknown())])),
  builder: Type.Optional(
    Type.String({
      description:
        "Of version 2: the signed code of the builder, 32 bytes in hex; zero is none, whatever builder headers come",
    }),
  ),
  expiration: Type.Optional(Text),
  taker: Type.Optional(Text),
  nonce: Type.Optional(Count),
  feeRateBps: Type.Optional(Count),
});

const ORDER_FIELDS: ReadonlySet<string> = new Set(Object.keys(SignedOrderBody.properties));

export const OrderPayload = Type.Object({
  order: SignedOrderBody,
  orderType: Type.Optional(
    Type.Enum(["GTC", "GTD", "FOK", "FAK"], { description: "GTC unless given; null and {} are as absent" }),
  ),
  owner: Text,
  postOnly: Type.Optional(Type.Boolean()),
  ...OrderControlFields,
});
export type OrderPayload = Static<typeof OrderPayload>;

/** Order type if the request states none. */
export const DEFAULT_TYPE = "GTC";

type Body = OrderPayload["order"];

/** Caller of a placement: the key that signs the request, and the dialect that it comes in. */
export type OrderCaller = { readonly caller: ActiveKey; readonly dialect: Dialect };

/** Verifies the payload for the caller, cheap checks first. Returns the command that places the order, or a rejection. */
export async function readOrderPayload(
  context: Context,
  payload: OrderPayload,
  { caller, dialect }: OrderCaller,
): Promise<PlaceOrder | Rejection> {
  const { order: body, owner, orderType = DEFAULT_TYPE } = payload;
  const parsed = parseSignedOrder(body);
  if (!parsed.ok) return malformedOrder(context, body, parsed);
  const amounts = readAmounts(body);
  if (isRejection(amounts)) return amounts;
  const misspelt = rejectMisspelt(payload, ORDER_FIELDS);
  if (misspelt !== undefined) return misspelt;
  const controls = readOrderControls(context, payload, parsed.order);
  if (isRejection(controls)) return controls;
  if (readKeyId(owner) !== caller.apiKey && parseAddress(owner) !== caller.address) {
    return reject(
      "owner_mismatch",
      `owner: expected the caller's API key ${caller.apiKey}, or address ${caller.address}, got ${JSON.stringify(owner)}`,
    );
  }
  const { exchange } = context.engine;
  const token = exchange.tokens.get(body.tokenId);
  if (token === undefined) return unknownToken(context, body.tokenId);
  if (body.conditionId !== undefined && normalizeCondition(body.conditionId) !== token.market.conditionId) {
    return reject(
      "condition_mismatch",
      `conditionId: expected ${token.market.conditionId}, got ${body.conditionId}`,
    );
  }
  const verdict = await askThreadWithTimeout(
    "signatures",
    context.verifier.verify({
      order: parsed.order,
      caller: caller.address,
      kind: kindOfMarket(token.market),
      impersonated: caller.impersonated === true,
      makerOwner: exchange.accountByAddress.get(parsed.order.maker)?.owner,
    }),
  );
  if (!verdict.ok) {
    const signatureRequest = { order: parsed.order, caller, market: token.market };
    return reject(
      ORDER_REJECTIONS[verdict.reason],
      await hintForOrder(context, signatureRequest, verdict.hint),
    );
  }
  const rules =
    DIFFERENCES.liveRules.does[dialect] === "applied" ? context.config.strictness : NO_STRICT_RULES;
  const verified = { token, amounts, controls, verdict, order: parsed.order, kind: orderType, caller, rules };
  return buildPlaceOrder(payload, verified);
}

const NO_STRICT_RULES: Strictness = new Set();

/**
 * Explains a malformed order by likely mistakes: another kind of id for the token, or amounts in units instead of base
 * units.
 */
function malformedOrder(context: Context, body: Body, { reason, field, hint }: OrderProblem): Rejection {
  const near = field === "tokenId" ? explainWrongToken(context, body.tokenId) : hintBaseUnits(body, field);
  return reject(ORDER_REJECTIONS[reason], near === undefined ? hint : `${hint}; ${near}`);
}

function hintBaseUnits(body: Body, field: string): string | undefined {
  if (field !== "makerAmount" && field !== "takerAmount") return undefined;
  const given = body[field];
  const [base] = nearestAmounts(given, { places: 0, least: 1, most: Number.MAX_SAFE_INTEGER });
  if (base === undefined || !given.includes(".")) return base && `nearest: "${base}"`;
  const units = parseDecimal(parseIntendedDecimal(given) ?? "", BASE_UNIT_DECIMALS);
  return units ? `nearest: "${units}", if ${given} is meant` : undefined;
}

/** Decimal places of base units: 10^6 are one unit of collateral, or one share. */
const BASE_UNIT_DECIMALS = 6;

type Amounts = { readonly makerAmount: number; readonly takerAmount: number; readonly expiresAt: number };

function readAmounts(body: Body): Amounts | Rejection {
  const expiration = body.expiration ?? "0";
  const seconds = parseCount(expiration);
  if (seconds === undefined || seconds > MAX_SECONDS) {
    const expected = "unix seconds as canonical decimal text";
    const mistake = { expected, got: expiration, nearest: nearestSeconds(expiration) };
    return reject("invalid_payload", describeMistake("expiration", mistake));
  }
  const makerAmount = parseCount(body.makerAmount);
  const takerAmount = parseCount(body.takerAmount);
  if (!makerAmount) return badAmount("makerAmount", body.makerAmount);
  if (!takerAmount) return badAmount("takerAmount", body.takerAmount);
  return { makerAmount, takerAmount, expiresAt: seconds * 1000 };
}

const badAmount = (name: string, got: string): Rejection =>
  reject(
    "invalid_amounts",
    `${name}: expected base units as canonical decimal text from 1 to 9007199254740991, got ${JSON.stringify(got)}` +
      nearestHint(got, { places: 0, least: 1, most: Number.MAX_SAFE_INTEGER }),
  );

type VerifiedPayload = {
  readonly token: Token;
  readonly amounts: Amounts;
  readonly controls: ControlTerms;
  readonly verdict: VerifiedOrder;
  readonly order: SignedOrder;
  readonly kind: OrderKind;
  readonly caller: ActiveKey;
  readonly rules: Strictness;
};

function buildPlaceOrder(payload: OrderPayload, verified: VerifiedPayload): PlaceOrder | Rejection {
  const { token, amounts, controls, verdict, order, kind, caller, rules } = verified;
  const rests = kind === "GTC" || kind === "GTD";
  const isMarketBuy = !rests && payload.order.side === "BUY";
  const terms =
    (isMarketBuy && rules.has("market-buys") ? rejectBudget(micros(amounts.makerAmount)) : undefined) ??
    readOrderParams(
      { side: payload.order.side, kind, ...amounts },
      token.market.tick,
      token.market.minimumLots,
    );
  if (isRejection(terms)) return withOrderId(terms, verdict.digest);
  return {
    type: "place-order",
    id: verdict.digest,
    maker: order.maker.toLowerCase(),
    owner: verdict.owner,
    tokenId: payload.order.tokenId,
    side: payload.order.side,
    kind,
    postOnly: payload.postOnly ?? false,
    expiresAt: rests ? amounts.expiresAt : 0,
    ...(rests && rules.has("gtd") && { expiry: LIVE_EXPIRY }),
    ...terms,
    ...(order.struct === "v1" && { highestFeeRate: Number(order.feeRateBps) }),
    ...controls,
    apiKey: caller.apiKey,
    signed: buildSignedFields(order, verdict),
  };
}

const MICROS_PER_CENT = 10_000;
const MICROS_PER_DOLLAR = 100 * MICROS_PER_CENT;

/** Rejects the money of a market buy as the live service does: parts of a cent, and less than a dollar. */
function rejectBudget(budget: Micros): Rejection | undefined {
  const { decimals, leastDollars } = LIVE_MARKET_BUYS;
  const got = collateralText(budget);
  if (budget % MICROS_PER_CENT !== 0) {
    const below = budget - (budget % MICROS_PER_CENT);
    return reject(
      "market_buy_precision",
      `makerAmount: expected money of at most ${decimals} decimals, got ${got}; nearest: ` +
        [below, below + MICROS_PER_CENT]
          .filter((amount) => amount >= leastDollars * MICROS_PER_DOLLAR)
          .map((amount) => `"${amount}"`)
          .join(" or "),
    );
  }
  if (budget >= leastDollars * MICROS_PER_DOLLAR) return undefined;
  return reject(
    "market_buy_too_small",
    `makerAmount: expected at least ${leastDollars} dollar, got ${got}; nearest: "${leastDollars * MICROS_PER_DOLLAR}"`,
    { amount: got, least: String(leastDollars) },
  );
}

/** Adds the order's id to a rejection. */
export const withOrderId = (rejection: Rejection, id: string): Rejection => ({
  ...rejection,
  values: { ...rejection.values, id },
});

/** Returns the signed fields as the journal stores them: in canonical form, without fields that the struct does not have. */
function buildSignedFields(order: SignedOrder, verdict: VerifiedOrder): SignedFields {
  const { salt, signer, makerAmount, takerAmount, signatureType, expiration } = order;
  const v1 = order.struct === "v1" ? order : undefined;
  const v2 = order.struct === "v2" ? order : undefined;
  return {
    domain: verdict.domain.id,
    salt,
    signer,
    makerAmount,
    takerAmount,
    signatureType,
    signature: verdict.signature,
    timestamp: v2?.timestamp ?? "",
    expiration,
    metadata: v2?.metadata ?? "",
    builder: v2?.builder ?? "",
    nonce: v1?.nonce ?? "",
    feeRateBps: v1?.feeRateBps ?? "",
  };
}
