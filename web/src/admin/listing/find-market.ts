/** Finds one market by condition id, slug, catalog id or token id. */
import type { Market } from "../../api/generated/operator.ts";
import type { Ask } from "../operator-session.tsx";
import { namedMarkets } from "./list-queries.ts";

/** The operator API takes condition ids and slugs. The catalog looks up ids and tokens, which are numbers. */
const NUMERIC = /^\d+$/;

export async function findMarket(ask: Ask, term: string, signal: AbortSignal): Promise<Market> {
  const [named] = NUMERIC.test(term) ? await namedMarkets(term, signal) : [];
  return ask("GET /markets/{market}", { params: { market: named?.conditionId ?? term }, signal });
}
