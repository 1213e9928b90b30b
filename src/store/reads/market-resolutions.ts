/** Resolutions of listed markets, by condition, question or event. */
import type { Sql } from "../sql/database.ts";
import { resolutionColumns } from "./resolution-steps.ts";
import type { Resolution } from "./resolution-steps.ts";

export type MarketResolution = Resolution & {
  readonly conditionId: string;
  /** "" where the listing has none. */
  readonly questionId: string;
  readonly negativeRisk: boolean;
};

export type ResolutionFilter =
  | { readonly conditionIds: readonly string[] }
  | { readonly eventIds: readonly number[] }
  /** Lower case, as it is stored. */
  | { readonly questionId: string };

/** Lists markets that are resolved, or of which a resolution was proposed, in order of their listing. */
export function listMarketResolutions(sql: Sql, filter: ResolutionFilter): Promise<MarketResolution[]> {
  const asked =
    "conditionIds" in filter
      ? sql`condition_id = any(${filter.conditionIds as string[]}::text[])`
      : "eventIds" in filter
        ? sql`event_id = any(${filter.eventIds as number[]}::bigint[])`
        : sql`content ->> 'questionId' = ${filter.questionId}`;
  return sql<MarketResolution[]>`
    select * from (
      select no, condition_id as "conditionId", coalesce(content ->> 'questionId', '') as "questionId",
        negative_risk as "negativeRisk", ${resolutionColumns(sql)}
      from markets join market_states on market_states.market = markets.no where ${asked}
    ) as found
    where payout is not null or json_array_length(steps::json) > 0
    order by no`;
}
