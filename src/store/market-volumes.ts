/** What was ever traded in markets: collateral that changed hands in their fills. */
import type { Micros } from "../core/units.ts";
import type { Sql } from "./database.ts";

export type MarketVolume = { readonly conditionId: string; readonly volume: Micros };

/**
 * Of the markets with these conditions (lower case, without repetitions), in their order; or of all markets of an event,
 * in the order of their listing.
 */
export function listMarketVolumes(
  sql: Sql,
  of: { readonly conditionIds: readonly string[] } | { readonly eventId: number },
): Promise<MarketVolume[]> {
  const chosen =
    "eventId" in of
      ? sql`(select no, no as place from markets where event_id = ${of.eventId}) as chosen`
      : sql`(
          select no, place from unnest(${of.conditionIds as string[]}::text[]) with ordinality as asked (condition_id, place)
          join markets using (condition_id)
        ) as chosen`;
  return sql<MarketVolume[]>`
    select condition_id as "conditionId", volume
    from ${chosen} join markets using (no) join market_states on market = no order by place`;
}
