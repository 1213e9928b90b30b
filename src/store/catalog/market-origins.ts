/** Origins of markets: their creator and the tags of their event, by the exchange's own number of the market. */
import type { AnySql } from "../sql/database.ts";

export type MarketOrigin = {
  /** A wallet; "" when the listing names none. */
  readonly creator: string;
  /** Slugs of the event's tags. */
  readonly tags: readonly string[];
};

/** Markets of these numbers; unknown ones are left out. */
export async function findMarketOrigins(
  sql: AnySql,
  numbers: readonly number[],
): Promise<ReadonlyMap<number, MarketOrigin>> {
  const rows = await sql<(MarketOrigin & { readonly no: number })[]>`
    select no, coalesce(markets.content ->> 'creator', '') as creator,
      array(select tag ->> 'slug' from jsonb_array_elements(events.content -> 'tags') with ordinality as tags (tag, place)
            order by place) as tags
    from markets
    join events on events.id = markets.event_id
    where no = any(${numbers as number[]}::int[])`;
  return new Map(rows.map(({ no, ...origin }) => [no, origin]));
}
