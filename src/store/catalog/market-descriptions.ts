/** Descriptions of markets in rows of the data interface, by the exchange's own number of the market. */
import type { CatalogMarket } from "../../core/catalog.ts";
import type { AnySql } from "../sql/database.ts";
import { gatherInPieces } from "../sql/read-in-pieces.ts";

export type MarketDescription = Pick<
  CatalogMarket,
  "conditionId" | "tokenIds" | "outcomes" | "slug" | "negativeRisk"
> & {
  readonly title: string;
  /** "" without one, as the next. */
  readonly icon: string;
  /** RFC 3339 in UTC. */
  readonly endDate: string;
  readonly eventId: string;
  readonly eventSlug: string;
};

/** Pairs as columns of their own: arrays take the client longer to read than all else. */
type Row = Omit<MarketDescription, "tokenIds" | "outcomes"> & {
  readonly no: number;
  readonly tokenId0: string;
  readonly tokenId1: string;
  readonly outcome0: string;
  readonly outcome1: string;
};

/** Rows of some hundred bytes that are read at a time. */
const SHORT_ROWS = 100;

/** Markets of these numbers; repeated ones count once, unknown ones are left out. */
export async function findMarketDescriptions(
  sql: AnySql,
  numbers: readonly number[],
): Promise<ReadonlyMap<number, MarketDescription>> {
  if (numbers.length === 0) return new Map();
  const query = sql<Row[]>`
    select no, condition_id as "conditionId", token_ids[1] as "tokenId0", token_ids[2] as "tokenId1",
      markets.content -> 'outcomes' ->> 0 as outcome0, markets.content -> 'outcomes' ->> 1 as outcome1,
      markets.content ->> 'question' as title, markets.slug, negative_risk as "negativeRisk",
      coalesce(markets.content ->> 'icon', '') as icon, coalesce(markets.content ->> 'endDate', '') as "endDate",
      event_id::text as "eventId", events.slug as "eventSlug"
    from markets
    join market_states on market_states.market = markets.no
    join events on events.id = markets.event_id
    where no = any(${[...new Set(numbers)]}::int[])`;
  return new Map(await gatherInPieces(query, described, SHORT_ROWS));
}

const described = ({ no, tokenId0, tokenId1, outcome0, outcome1, ...description }: Row) =>
  [no, { ...description, tokenIds: [tokenId0, tokenId1], outcomes: [outcome0, outcome1] }] as const;
