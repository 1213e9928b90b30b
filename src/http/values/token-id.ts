/** Tokens in requests: their forms, and the lookup of market and outcome. */
import { Type } from "typebox";
import type { Context } from "../../context.ts";
import { reject } from "../../core/rejection.ts";
import type { Rejection } from "../../core/rejection.ts";
import type { Market, Token } from "../../core/state.ts";
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
  const market =
    findPublicMarket(engine.exchange, given) ?? findPublicMarket(engine.exchange, parseHexId(given) ?? "");
  return market === undefined
    ? otherId(TOKEN_PATTERN, given)
    : `it is a condition id: ${describeMarketTokens(market)}`;
}

/** Explains an id given as a condition id that is none: the kind of id, and for a token id the market's condition. */
function explainWrongCondition({ engine }: Context, given: string): string | undefined {
  const { exchange } = engine;
  const token = findPublicToken(exchange, given) ?? findPublicToken(exchange, toDecimalId(given) ?? "");
  if (token === undefined) return otherId(CONDITION_PATTERN, given);
  return `it is the id of a token: its market's condition is ${token.market.conditionId}`;
}

const describeMarketTokens = ({ tokenIds }: Market): string =>
  `its market's tokens are ${tokenIds.join(" and ")}`;

const parseHexId = (given: string): string | undefined =>
  new RegExp(TOKEN_PATTERN).test(given) ? `0x${BigInt(given).toString(16).padStart(64, "0")}` : undefined;

const toDecimalId = (given: string): string | undefined =>
  new RegExp(CONDITION_PATTERN).test(given) ? BigInt(given).toString() : undefined;

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
