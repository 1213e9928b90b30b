/**
 * The version of the markets that a list by cursor has unless it is asked for. Polymarket's clients say that its lists have
 * `v1` alone: a program that does not ask misses the `v2` markets there, and so it does here under the rule `v1-lists`.
 */
import type { Context } from "../../context.ts";
import type { MarketVersion } from "../../core/markets/market-version.ts";
import type { Dialect } from "../dialects/dialect.ts";
import { DIFFERENCES } from "../dialects/dialect-differences.ts";

/** Parameters that name markets or events, which are found in any version. */
const NAMING = new Set([
  "id",
  "slug",
  "question_ids",
  "event_id",
  "event_slug",
  "eventSlug",
  "conditionId",
  "condition_id",
  "condition_ids",
  "clob_token_ids",
  "position_ids",
]);

type ListCall = {
  readonly context: Context;
  readonly dialect: Dialect;
  readonly query: { readonly version?: MarketVersion[] };
};

/** Returns the request with the version that its list has; the same request if it asks for one, or names what it lists. */
export function withListedVersion<Call extends ListCall>(call: Call): Call {
  const { context, dialect, query } = call;
  const isStrict =
    DIFFERENCES.listedVersions.does[dialect] === "v1" && context.config.strictness.has("v1-lists");
  const isNamed = Object.keys(query).some((name) => NAMING.has(name));
  if (!isStrict || isNamed || query.version !== undefined) return call;
  return { ...call, query: { ...query, version: ["v1"] } };
}
