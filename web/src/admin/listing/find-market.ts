/** One market for the operator, by whatever names it. */
import type { Market } from "../../api/generated/operator.ts";
import type { Ask } from "../operator-session.tsx";
import { namedMarkets } from "./list-queries.ts";

/** The operator API takes condition ids and slugs; ids and tokens are numbers, which the catalog knows. */
const NUMERIC = /^\d+$/;

export async function findMarket(ask: Ask, term: string, signal: AbortSignal): Promise<Market> {
  const [named] = NUMERIC.test(term) ? await namedMarkets(term, signal) : [];
  return ask("GET /markets/{market}", { params: { market: named?.conditionId ?? term }, signal });
}
