/** Volume of markets: collateral that changed hands in their fills. */
import type { Micros } from "../../core/units.ts";
import { totalVolume } from "../catalog/volume-spans.ts";
import type { SinceHour } from "../catalog/catalog-records.ts";
import type { Sql } from "../sql/database.ts";

export type MarketVolume = { readonly conditionId: string; readonly volume: Micros };

/** Markets by condition (lower case, without repetitions), or those of an event. */
export type VolumeFilter = { readonly conditionIds: readonly string[] } | { readonly eventId: number };

/** Lists volumes by condition in the order asked for, or by event in the order of their listing. */
export function listMarketVolumes(sql: Sql, of: VolumeFilter): Promise<MarketVolume[]> {
  const chosen =
    "eventId" in of
      ? sql`(select no, no as place from markets where event_id = ${of.eventId}) as chosen`
      : sql`(
          select no, place from unnest(${of.conditionIds as string[]}::text[]) with ordinality as asked (condition_id, place)
          join markets using (condition_id)
        ) as chosen`;
  return sql<MarketVolume[]>`
    select condition_id as "conditionId", volume
    from ${chosen} join markets using (no) join market_states on market = no and status <> 'draft' order by place`;
}

/** Volume of a market since an hour, besides all of it. */
export type RecentVolume = MarketVolume & {
  readonly tokenIds: readonly [string, string];
  readonly volume24h: Micros;
};

type Since = {
  /** Lower case, without repetitions. */
  readonly conditionIds: readonly string[];
  readonly since: SinceHour;
};

/** Lists both volumes of the markets with these conditions, at one commit. */
export const listRecentVolumes = (sql: Sql, { conditionIds, since }: Since): Promise<RecentVolume[]> =>
  sql<RecentVolume[]>`
    select condition_id as "conditionId", token_ids as "tokenIds", market_states.volume, (
      select ${totalVolume(sql)} from market_volumes where market_volumes.market = no and hour >= ${since}
    ) as "volume24h"
    from markets join market_states on market_states.market = no and status <> 'draft'
    where condition_id = any(${conditionIds as string[]}::text[])`;
