/** The request body of an order placement, and its conversion to a command of the exchange. */
import { Type } from "typebox";
import type { Static } from "typebox";
import type { Context } from "../../../context.ts";
import type { PlaceOrder } from "../../../core/events/command.ts";
import { readOrderParams } from "../../../core/orders/order-params.ts";
import { isRejection, reject } from "../../../core/rejection.ts";
import type { Rejection } from "../../../core/rejection.ts";
import type { OrderKind, SignedFields, Token } from "../../../core/state.ts";
import { parseCount, parseDecimal } from "../../../core/units.ts";
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
import { describeMistake } from "../../operation/validation-fault.ts";
import { explainWrongToken, unknownToken } from "../../values/token-id.ts";
import { hintForOrder } from "./explain-signature.ts";

const textField = (description?: string) =>
  Type.String({ maxLength: 1_024, ...(description && { description }) });
const Text = textField();
const Count = Type.Union([Text, Type.Integer()]);

/** The signed order. Its optional fields show the version of its struct. */
const SignedOrderBody = Type.Object({
  tokenId: textField("Token id"),
  conditionId: Type.Optional(textField("Condition id")),
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

export const OrderPayload = Type.Object({
  order: SignedOrderBody,
  orderType: Type.Optional(
    Type.Enum(["GTC", "GTD", "FOK", "FAK"], { description: "GTC unless given; null and {} are as absent" }),
  ),
  owner: Text,
  postOnly: Type.Optional(Type.Boolean()),
});
export type OrderPayload = Static<typeof OrderPayload>;

/** Order type if the request states none. */
export const DEFAULT_TYPE = "GTC";

type Body = OrderPayload["order"];

/** Verifies the payload for `caller`, cheap checks first. Returns the command that places the order, or a rejection. */
export async function readOrderPayload(
  context: Context,
  payload: OrderPayload,
  caller: ActiveKey,
): Promise<PlaceOrder | Rejection> {
  const { order: body, owner, orderType = DEFAULT_TYPE } = payload;
  const parsed = parseSignedOrder(body);
  if (!parsed.ok) return malformedOrder(context, body, parsed);
  const amounts = readAmounts(body);
  if (isRejection(amounts)) return amounts;
  if (readKeyId(owner) !== caller.apiKey && parseAddress(owner) !== caller.address) {
    return reject(
      "owner_mismatch",
      `owner: expected the caller's API key ${caller.apiKey}, or address ${caller.address}, got ${JSON.stringify(owner)}`,
    );
  }
  const { exchange } = context.engine;
  const token = exchange.tokens.get(body.tokenId);
  if (token === undefined) return unknownToken(context, body.tokenId);
  if (body.conditionId !== undefined && body.conditionId.toLowerCase() !== token.market.conditionId) {
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
      negRisk: token.market.negativeRisk,
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
  return buildPlaceOrder(payload, { token, amounts, verdict, order: parsed.order, kind: orderType, caller });
}

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
  readonly verdict: VerifiedOrder;
  readonly order: SignedOrder;
  readonly kind: OrderKind;
  readonly caller: ActiveKey;
};

function buildPlaceOrder(payload: OrderPayload, verified: VerifiedPayload): PlaceOrder | Rejection {
  const { token, amounts, verdict, order, kind, caller } = verified;
  const terms = readOrderParams(
    { side: payload.order.side, kind, ...amounts },
    token.market.tick,
    token.market.minimumLots,
  );
  if (isRejection(terms)) return withOrderId(terms, verdict.digest);
  const rests = kind === "GTC" || kind === "GTD";
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
    ...terms,
    ...(order.struct === "v1" && { highestFeeRate: Number(order.feeRateBps) }),
    apiKey: caller.apiKey,
    signed: buildSignedFields(order, verdict),
  };
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
