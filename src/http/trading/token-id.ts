/** Tokens in requests: how they are named, and the market and outcome behind a name. */
import { Type } from "typebox";
import type { Context } from "../../context.ts";
import { reject } from "../../core/rejection.ts";
import type { Rejection } from "../../core/rejection.ts";
import type { Token } from "../../core/state.ts";
import { TOKEN_PATTERN } from "../id-patterns.ts";
import { findPublicToken } from "../shown-prices.ts";
import { describeMistake } from "../validation-fault.ts";
import { notToken, unknownToken } from "./unknown-id.ts";

/** A token that a request must name. */
export const TokenId = Type.String({ pattern: TOKEN_PATTERN, description: "Token id, a decimal number" });

/** Numbers may be tokens of another exchange, or of one that was begun anew. */
const NUMBER = /^[0-9]*$/;

/** Tokens and markets that one request of a batch read may name. */
export const BATCH_TOKENS = 500;
export const BATCH_BODY_BYTES = 256 * 1024;

/** A side that clients name where both are answered. */
export const UnusedSide = Type.Optional(
  Type.String({ description: "Changes nothing: both sides are answered" }),
);

/** The body of the batch reads. */
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

/** The token of a single read, or why there is none. */
export function readToken(context: Context, tokenId: string): Token | Rejection {
  return findPublicToken(context.engine.exchange, tokenId) ?? unknownToken(context, tokenId);
}

/**
 * The tokens of a batch read by id: each once, in the order of the request, unknown ones left out. An id of another kind is
 * refused, since all that it names would be missing.
 */
export function listKnownTokens(
  context: Context,
  tokenIds: readonly string[],
): Map<string, Token> | Rejection {
  const known = new Map<string, Token>();
  for (const tokenId of tokenIds) {
    const token = findPublicToken(context.engine.exchange, tokenId);
    const instead = token !== undefined || NUMBER.test(tokenId) ? undefined : notToken(context, tokenId);
    if (instead !== undefined) {
      const mistake = describeMistake("token_id", { expected: "a token id", got: tokenId, instead });
      return reject("invalid_payload", mistake);
    }
    if (token !== undefined) known.set(tokenId, token);
  }
  return known;
}
