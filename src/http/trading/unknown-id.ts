/** Rejections of unknown ids, with the actual kind of the id if it is known. */
import type { Context } from "../../context.ts";
import { reject } from "../../core/rejection.ts";
import type { Rejection } from "../../core/rejection.ts";
import type { Market } from "../../core/state.ts";
import { CONDITION_PATTERN, otherId, TOKEN_PATTERN } from "../id-patterns.ts";
import { findPublicMarket, findPublicToken } from "../shown-prices.ts";

export function unknownToken(context: Context, given: string): Rejection {
  return reject("unknown_token", `no market lists token ${given}${because(notToken(context, given))}`);
}

export function unknownMarket(context: Context, given: string): Rejection {
  return reject("unknown_market", `no market has condition ${given}${because(notCondition(context, given))}`);
}

const because = (why: string | undefined): string => (why === undefined ? "" : `; ${why}`);

/** Returns the kind of an id given as a token's, if it is a condition id, in hex or decimal. */
export function notToken({ engine }: Pick<Context, "engine">, given: string): string | undefined {
  const market =
    findPublicMarket(engine.exchange, given) ?? findPublicMarket(engine.exchange, hexOf(given) ?? "");
  return market === undefined ? otherId(TOKEN_PATTERN, given) : `it is a condition id: ${tokensOf(market)}`;
}

/** Returns the kind of an id given as a condition's, if it is a token id, in decimal or hex. */
function notCondition({ engine }: Context, given: string): string | undefined {
  const { exchange } = engine;
  const token = findPublicToken(exchange, given) ?? findPublicToken(exchange, decimalOf(given) ?? "");
  if (token === undefined) return otherId(CONDITION_PATTERN, given);
  return `it is the id of a token: its market's condition is ${token.market.conditionId}`;
}

const tokensOf = ({ tokenIds }: Market): string => `its market's tokens are ${tokenIds.join(" and ")}`;

const hexOf = (given: string): string | undefined =>
  new RegExp(TOKEN_PATTERN).test(given) ? `0x${BigInt(given).toString(16).padStart(64, "0")}` : undefined;

const decimalOf = (given: string): string | undefined =>
  new RegExp(CONDITION_PATTERN).test(given) ? BigInt(given).toString() : undefined;
