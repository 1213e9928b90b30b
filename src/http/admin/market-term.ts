/** Markets in the paths of operations: by condition id, token id or number, or by slug where only one market has it. */
import { Type } from "typebox";
import type { Context } from "../../context.ts";
import { isRejection, reject } from "../../core/rejection.ts";
import type { Rejection } from "../../core/rejection.ts";
import { listConditionsNamed } from "../../store/reads/operator-markets.ts";
import { readFirst } from "../../store/sql/unavailable.ts";
import { parseCondition } from "../trading/ledger/wallet-request.ts";

export const MarketParams = Type.Object({
  market: Type.String({ description: "A condition id, token id or number, or the slug of one market" }),
});

/** The market's condition id; of an id it is not said that there is such a market. */
export async function readMarketTerm(context: Context, term: string): Promise<string | Rejection> {
  const conditionId = parseCondition(term);
  if (conditionId !== undefined) return conditionId;
  const token = context.engine.exchange.tokens.get(term);
  if (token !== undefined) return token.market.conditionId;
  const named = await readFirst(async () => listConditionsNamed(await context.sql(), [term]));
  const [found, ...others] = named.get(term) ?? [];
  if (found === undefined) return unknownMarket(term);
  if (others.length === 0) return found;
  const all = [found, ...others].join(", ");
  return reject("invalid_payload", `market: expected a condition id, since several are named so: ${all}`);
}

/** The condition id of a market that is listed. */
export async function readListedMarket(context: Context, term: string): Promise<string | Rejection> {
  const conditionId = await readMarketTerm(context, term);
  if (isRejection(conditionId)) return conditionId;
  const market = context.engine.exchange.marketByCondition.get(conditionId);
  return market?.conditionId ?? unknownMarket(term);
}

export const unknownMarket = (term: string): Rejection =>
  reject("unknown_market", `no market has the condition id, token id, number or slug "${term}"`);
