/** Amounts from which open interest is computed: the backing of markets, and the debt of conversions. */
import type { BackedMarket } from "../../core/open-interest.ts";
import type { Micros } from "../../core/units.ts";
import type { Sql } from "../sql/database.ts";

export type BackedRow = BackedMarket & {
  readonly conditionId: string;
  /** Catalog id. */
  readonly event: number;
};

/** Lists all markets of the events of these conditions (lower case), event by event, in order of listing. */
export async function listBackedMarkets(sql: Sql, conditionIds: readonly string[]): Promise<BackedRow[]> {
  const rows = await sql<(Omit<BackedRow, "payout"> & { payout: [number, number] | null })[]>`
    select condition_id as "conditionId", event_id as event, payout, backing, burned,
      coalesce(converted, 0)::bigint as converted
    from markets
    join market_states on market_states.market = markets.no and status <> 'draft'
    left join event_states on event_states.event = markets.event_id
    where event_id = any(array(
      select event_id from markets where condition_id = any(${conditionIds as string[]}::text[])
    ))
    order by event_id, no`;
  return rows.map(({ payout, ...row }) => ({ ...row, payout: payout ?? undefined }));
}

/** Sums the collateral behind all shares of all markets, less the amounts that conversions paid ahead. */
export async function sumOpenInterest(sql: Sql): Promise<Micros> {
  const [{ total }] = await sql<[{ total: Micros }]>`
    select (
      coalesce(sum(backing - case when payout[1] = 0 then 0 else burned * 10000 end), 0)
      + (select coalesce(sum(converted), 0) * 10000 from event_states)
    )::bigint as total
    from market_states`;
  return total;
}
