/** Markets of tokens, with all that a reference of a token tells. */
import type { Payout } from "../../core/catalog.ts";
import type { Sql } from "../sql/database.ts";

/** A market with both of its tokens. */
export type TokenMarket = {
  readonly conditionId: string;
  readonly tokenIds: readonly [string, string];
  readonly outcomes: readonly [string, string];
  readonly title: string;
  readonly slug: string;
  readonly closed: boolean;
  readonly negativeRisk: boolean;
  readonly payout: Payout | null;
  readonly eventId: number;
  readonly eventSlug: string;
};

/** Lists the markets with these conditions (lower case, without repetitions), in their order. */
export const listTokenMarkets = (sql: Sql, conditionIds: readonly string[]): Promise<TokenMarket[]> =>
  sql<TokenMarket[]>`
    select condition_id as "conditionId", token_ids as "tokenIds",
      array[markets.content -> 'outcomes' ->> 0, markets.content -> 'outcomes' ->> 1] as outcomes,
      markets.content ->> 'question' as title, markets.slug, market_entries.closed,
      negative_risk as "negativeRisk", payout, event_id as "eventId", events.slug as "eventSlug"
    from unnest(${conditionIds as string[]}::text[]) with ordinality as asked (condition_id, place)
    join markets using (condition_id)
    join market_states on market_states.market = markets.no
    join market_entries on market_entries.market = markets.no and published
    join events on events.id = markets.event_id
    order by place`;
