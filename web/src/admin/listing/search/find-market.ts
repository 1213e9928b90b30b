/** Finds one market by condition id, slug, catalog id or token id. */
import type { Market } from "../../../api/generated/operator.ts";
import type { OperatorClient } from "../../session/operator-session.tsx";
import { findNamedMarkets } from "../list-queries.ts";

/** The operator API takes condition ids and slugs. The catalog looks up ids and tokens, which are numbers. */
const NUMERIC = /^\d+$/;

export async function findMarket(
  request: OperatorClient,
  term: string,
  signal: AbortSignal,
): Promise<Market> {
  const [named] = NUMERIC.test(term) ? await findNamedMarkets(term, signal) : [];
  return request("GET /markets/{market}", { params: { market: named?.conditionId ?? term }, signal });
}
