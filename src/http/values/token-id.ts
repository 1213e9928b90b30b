/** Tokens in requests: their forms, and the lookup of market and outcome. */
import { Type } from "typebox";
import type { Context } from "../../context.ts";
import { reject } from "../../core/rejection.ts";
import type { Rejection } from "../../core/rejection.ts";
import { isPublished } from "../../core/markets/flags.ts";
import type { Exchange, Market, Token } from "../../core/state.ts";
import { parseCondition, versionOf } from "../../core/markets/market-version.ts";
import type { MarketVersion } from "../../core/markets/market-version.ts";
import { CONDITION_PATTERN, TOKEN_PATTERN, otherId } from "../operation/id-patterns.ts";
import { findPublicMarket, findPublicToken } from "./shown-prices.ts";
import { describeMistake } from "../operation/validation-fault.ts";

// Rejections of unknown ids, with the actual kind of the id if it is known.

export function unknownToken(context: Context, given: string): Rejection {
  return reject(
    "unknown_token",
    `no market lists token ${given}${formatReason(explainWrongToken(context, given))}`,
  );
}

export function unknownMarket(context: Context, given: string): Rejection {
  return reject(
    "unknown_market",
    `no market has condition ${given}${formatReason(explainWrongCondition(context, given))}`,
  );
}

const formatReason = (why: string | undefined): string => (why === undefined ? "" : `; ${why}`);

/** Explains an id given as a token id that is none: the kind of id, and for a condition id the market's tokens. */
export function explainWrongToken({ engine }: Pick<Context, "engine">, given: string): string | undefined {
  const { exchange } = engine;
  const hex = parseHexId(given);
  const market = findPublicMarket(exchange, given) ?? findPublicMarket(exchange, hex ?? "");
  if (market !== undefined) return `it is a condition id: ${describeMarketTokens(market)}`;
  return explainVersion(exchange, given, hex) ?? otherId(TOKEN_PATTERN, given);
}

/** Explains an id by the two versions of Polymarket's protocol, which give a market's outcomes ids of two forms. */
function explainVersion(exchange: Exchange, given: string, hex: string | undefined): string | undefined {
  const other = exchange.otherVersionTokens.get(given);
  if (other !== undefined && isPublished(other.market))
    return `it is the ${NAMES[versionOf(other.market)].other} of a ${versionOf(other.market)} market, which has no book: choose ids by the market's version, not by which field is there; for this outcome ${NAMES[versionOf(other.market)].own} has ${other.market.tokenIds[other.outcome]}`;
  if (hex === undefined) return undefined;
  const ofCondition = findPublicMarket(exchange, `${hex.slice(0, -2)}00`);
  if (ofCondition !== undefined && versionOf(ofCondition) === "v2")
    return `it is a position id whose last byte, the outcome, is ${Number.parseInt(hex.slice(-2), 16)}, expected 0 or 1: ${describeMarketTokens(ofCondition)}`;
  const shifted = findPublicMarket(exchange, `0x${hex.slice(4)}00`);
  return shifted !== undefined && versionOf(shifted) === "v2"
    ? `it is a condition id without the byte for the outcome: ${describeMarketTokens(shifted)}`
    : undefined;
}

const NAMES: Readonly<Record<MarketVersion, { readonly own: string; readonly other: string }>> = {
  v1: { own: "clobTokenIds", other: "position id (positionIds)" },
  v2: { own: "positionIds", other: "token id (clobTokenIds)" },
};

/** Explains an id given as a condition id that is none: the kind of id, and for a token id the market's condition. */
function explainWrongCondition({ engine }: Context, given: string): string | undefined {
  const { exchange } = engine;
  const token = findPublicToken(exchange, given) ?? findPublicToken(exchange, toDecimalId(given) ?? "");
  if (token === undefined) return explainPadding(exchange, given) ?? otherId(CONDITION_PATTERN, given);
  return `it is the id of a token: its market's condition is ${token.market.conditionId}`;
}

/** Explains 31 bytes of a Protocol V2 condition that are padded before instead of after them. */
function explainPadding(exchange: Pick<Exchange, "marketByCondition">, given: string): string | undefined {
  const market = given.startsWith("0x00") ? findPublicMarket(exchange, `0x${given.slice(4)}`) : undefined;
  return market && `its 31 bytes are padded before them, expected after them: ${market.conditionId}`;
}

const describeMarketTokens = ({ tokenIds }: Market): string =>
  `its market's tokens are ${tokenIds.join(" and ")}`;

const parseHexId = (given: string): string | undefined =>
  new RegExp(TOKEN_PATTERN).test(given) ? `0x${BigInt(given).toString(16).padStart(64, "0")}` : undefined;

function toDecimalId(given: string): string | undefined {
  const conditionId = parseCondition(given);
  return conditionId && BigInt(conditionId).toString();
}

/** Required token id. */
export const TokenId = Type.String({ pattern: TOKEN_PATTERN, description: "Token id, a decimal number" });

/** Decimal number: token ids from another exchange, or from before a reset, also have this form. */
const NUMBER = /^[0-9]*$/;

/** Tokens or markets per batch request. */
export const BATCH_TOKENS = 500;
export const BATCH_BODY_BYTES = 256 * 1024;

/** Query field `side`, which clients send although both sides are answered. */
export const UnusedSide = Type.Optional(
  Type.String({ description: "Changes nothing: both sides are answered" }),
);

/** Body of the batch reads. */
export const TokenList = Type.Array(
  Type.Object({
    token_id: Type.String({
      maxLength: 100,
      description: "Token id; unknown ones are left out of the answer, an id of another kind is refused",
    }),
    side: UnusedSide,
  }),
  { maxItems: BATCH_TOKENS },
);

/** Finds the token of a single read, or rejects. */
export function readToken(context: Context, tokenId: string): Token | Rejection {
  return findPublicToken(context.engine.exchange, tokenId) ?? unknownToken(context, tokenId);
}

/**
 * Lists the tokens of a batch read by id: each once, in the order of the request, without unknown ones. An id of another
 * kind is refused, since no token could ever match it.
 */
export function listKnownTokens(
  context: Context,
  tokenIds: readonly string[],
): Map<string, Token> | Rejection {
  const known = new Map<string, Token>();
  for (const tokenId of tokenIds) {
    const token = findPublicToken(context.engine.exchange, tokenId);
    const instead =
      token !== undefined || NUMBER.test(tokenId) ? undefined : explainWrongToken(context, tokenId);
    if (instead !== undefined) {
      const mistake = describeMistake("token_id", { expected: "a token id", got: tokenId, instead });
      return reject("invalid_payload", mistake);
    }
    if (token !== undefined) known.set(tokenId, token);
  }
  return known;
}
