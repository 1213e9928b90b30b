/**
 * Reads markets as the catalog shows them: one, a page, or those of some events. A page first finds market numbers in
 * the narrow tables of entries and states, then reads the contents of these alone.
 */
import type { Flags, MarketStatus, Payout } from "../../core/markets/catalog.ts";
import type { Ticks } from "../../core/units.ts";
import type { AnySql, Fragment } from "../sql/database.ts";
import { gatherInChunks, readInChunks } from "../sql/read-in-chunks.ts";
import {
  boundPredicates,
  flagPredicates,
  groupStatistics,
  pageInOrder,
  tagPredicates,
  versionPredicate,
} from "./catalog-pages.ts";
import type { Bounds, Entries, FlagFilter, Page, TagFilter, VersionFilter } from "./catalog-pages.ts";
import {
  marketKeys,
  marketRankings,
  priceBeforeDay,
  totalVolume,
  volumesBySpan,
} from "./catalog-rankings.ts";
import type { MarketEntry, Scope, SinceHour, SpanStatistics } from "./catalog-records.ts";
import { marketsInScope } from "./search/scope-terms.ts";

/** Filters of markets; a market must match all that are set. Tags are those of its event. */
export type MarketFilter = FlagFilter &
  TagFilter &
  VersionFilter &
  Bounds & {
    readonly eventId?: number | undefined;
    readonly eventSlug?: string | undefined;
    /** Ids; the market must have one of them. */
    readonly ids?: readonly number[] | undefined;
    readonly slugs?: readonly string[] | undefined;
    /** Lower case. */
    readonly conditionIds?: readonly string[] | undefined;
    /** Internal numbers. */
    readonly nos?: readonly number[] | undefined;
    /** Lower case. */
    readonly questionIds?: readonly string[] | undefined;
    readonly resolution?: ResolutionStatus | undefined;
    /** Lower bound of the order size that the market's rewards require, in shares. */
    readonly rewardsMinSize?: number | undefined;
  };

type ScopedMarkets = MarketFilter & { readonly scope: Scope };

/** Resolution status; `proposed` and `disputed` exclude markets that were resolved since. */
type ResolutionStatus = "proposed" | "disputed" | "resolved";

/** Sort orders of markets, each with its column. */
export const MARKET_ORDERS = {
  id: "id",
  slug: "slug",
  question: "question",
  startDate: "start_date",
  endDate: "end_date",
  createdAt: "created_at",
  updatedAt: "updated_at",
  volume: "volume",
  volumeNum: "volume",
  volume24hr: "volume_24h",
  volume1wk: "volume_1wk",
  volume1mo: "volume_1mo",
  volume1yr: "volume_1yr",
  volumeClob: "volume",
  volume24hrClob: "volume_24h",
  volume1wkClob: "volume_1wk",
  volume1moClob: "volume_1mo",
  volume1yrClob: "volume_1yr",
  liquidity: "liquidity",
  liquidityNum: "liquidity",
  liquidityClob: "liquidity",
  closedTime: "resolved_at",
  competitive: "competitive",
  spread: "spread",
  lastTradePrice: "last_price",
  bestBid: "best_bid",
  bestAsk: "best_ask",
  oneHourPriceChange: "price_change_1h",
  oneDayPriceChange: "price_change",
  oneWeekPriceChange: "price_change_1wk",
  oneMonthPriceChange: "price_change_1mo",
  oneYearPriceChange: "price_change_1yr",
  gameStartTime: "start_time",
  eventStartTime: "start_time",
  startTime: "start_time",
  umaEndDate: "resolved_at",
  startDateIso: "start_date",
  endDateIso: "end_date",
  // A market accepts orders from its start.
  acceptingOrdersTimestamp: "start_date",
  active: "active",
  closed: "closed",
  archived: "archived",
  // Sort orders by values that are equal for all markets.
  featured: "id",
} as const;

type MarketOrder = keyof typeof MARKET_ORDERS;

export type MarketPage = Page & {
  readonly filter: ScopedMarkets;
  readonly order: readonly MarketOrder[];
  readonly since: SinceHour;
};

type Reading = { readonly since: SinceHour };
type ScopedReading = Reading & { readonly scope: Scope };

/** Lists a page of the matching markets. Ties are in order of id, in the same direction. */
export function listMarkets(sql: AnySql, page: MarketPage): Promise<MarketEntry[]> {
  return readMarkets(sql, pageNumbers(sql, page), page);
}

/** Finds the first market with this id or slug, or the one with this condition; `undefined` if none is in scope. */
export async function findMarket(
  sql: AnySql,
  key: { readonly id: number } | { readonly conditionId: string } | { readonly slug: string },
  within: ScopedReading,
): Promise<MarketEntry | undefined> {
  const named =
    "id" in key
      ? { ids: [key.id] }
      : "slug" in key
        ? { slugs: [key.slug] }
        : { conditionIds: [key.conditionId] };
  const numbers = sql`array(
    select market from market_entries where true ${marketPredicates(sql, { ...named, scope: within.scope })} order by id, market limit 1
  )`;
  const [entry] = await readMarkets(sql, numbers, within);
  return entry;
}

/** Lists the markets of these events that are in scope, by id. */
export function listEventsMarkets(
  sql: AnySql,
  eventIds: readonly number[],
  within: ScopedReading,
): Promise<MarketEntry[]> {
  const numbers = sql`array(
    select market from market_entries
    where event = any(${eventIds as number[]}::bigint[]) ${marketPredicates(sql, { scope: within.scope })} order by id, market
  )`;
  return readMarkets(sql, numbers, within);
}

const marketPredicates = (sql: AnySql, filter: ScopedMarkets): Fragment => sql`
  ${flagPredicates(sql, filter)} ${marketEventPredicates(sql, filter)} ${namePredicates(sql, filter)} ${boundPredicates(sql, filter)}
  ${versionPredicate(sql, filter)}
  ${filter.rewardsMinSize === undefined ? sql`` : rewardsPredicate(sql, filter.rewardsMinSize)}
  ${filter.resolution === undefined ? sql`` : resolutionPredicate(sql, filter.resolution)}
  ${marketsInScope(sql, filter.scope)}`;

const marketEventPredicates = (sql: AnySql, filter: MarketFilter): Fragment => {
  const { tagIds, tagSlugs, eventId, eventSlug } = filter;
  const ofEvents = (term: Fragment): Fragment =>
    sql`and event in (select event from event_entries where ${term})`;
  const isTagged = tagIds !== undefined || tagSlugs !== undefined;
  return sql`
    ${isTagged ? ofEvents(sql`true ${tagPredicates(sql, filter)}`) : sql``}
    ${eventId === undefined ? sql`` : sql`and event = ${eventId}`}
    ${eventSlug === undefined ? sql`` : ofEvents(sql`slug = ${eventSlug}`)}`;
};

const namePredicates = (
  sql: AnySql,
  { ids, slugs, conditionIds, nos, questionIds }: MarketFilter,
): Fragment => sql`
  ${
    questionIds === undefined
      ? sql``
      : sql`and market = any(array(select no from markets where content ->> 'questionId' = any(${questionIds as string[]}::text[])))`
  }
  ${ids === undefined ? sql`` : sql`and id = any(${ids as number[]}::bigint[])`}
  ${slugs === undefined ? sql`` : sql`and slug = any(${slugs as string[]}::text[])`}
  ${
    conditionIds === undefined
      ? sql``
      : sql`and market = any(array(select no from markets where condition_id = any(${conditionIds as string[]}::text[])))`
  }
  ${nos === undefined ? sql`` : sql`and market = any(${nos as number[]}::int[])`}`;

const rewardsPredicate = (sql: AnySql, least: number): Fragment => sql`and market = any(array(
  select no from markets where coalesce((content #>> '{rewards,minSize}')::numeric, 0) >= ${least}::numeric
))`;

function resolutionPredicate(sql: AnySql, status: ResolutionStatus): Fragment {
  if (status === "resolved") return sql`and (payout is not null or status = 'resolved')`;
  return sql`
    and payout is null and status <> 'resolved' and proposed_payout is not null
    and ${status === "disputed" ? sql`disputed` : sql`not disputed`}`;
}

function pageNumbers(sql: AnySql, page: MarketPage): Fragment {
  const tables = sql`market_entries left join market_states using (market)`;
  const entries: Entries = {
    key: "market",
    ties: ["id", "market"],
    tables,
    terms: marketPredicates(sql, page.filter),
    traded: (since) => tradedMarkets(sql, since),
    since: page.since,
    keys: marketKeys(sql, page.since),
    rankings: marketRankings(sql, tables, page.since),
  };
  const columns = page.order.map((order) => MARKET_ORDERS[order]);
  return pageInOrder(sql, entries, columns, page);
}

const tradedMarkets = (sql: AnySql, since: SinceHour): Fragment => sql`
  select market, ${totalVolume(sql)} as volume_24h from market_volumes where hour >= ${since} group by market`;

type MarketRow = Flags & SpanStatistics & Omit<MarketEntry, "flags" | "figures">;

/** Reads markets by number, in the order of the numbers. */
export async function readMarkets(
  sql: AnySql,
  numbers: Fragment,
  { since }: Reading,
): Promise<MarketEntry[]> {
  const [isOwn, total] = [sql`market_volumes.market = no`, sql`market_states.volume`];
  const spans = volumesBySpan(sql, { isOwn, total, since });
  const query = sql<MarketRow[]>`
    select no, event_id::text as "eventId", content, active, closed, archived, status, tick,
      minimum_lots as "minimumLots", negative_risk as "negativeRisk", payout, best_bid as bid, best_ask as ask,
      last_price as "lastPrice", volume, liquidity, backing, burned, coalesce(converted, 0)::bigint as converted, opened_at as "openedAt",
      case when fee_rate is not null then jsonb_build_object('rate', fee_rate, 'exponent', fee_exponent,
        'takerOnly', fee_taker_only) end as fees, proposed_payout is not null as "isProposed", disputed as "isDisputed",
      resolved_at as "resolvedAt", case when coalesce(proposed_payout[1], resolved_at) is null then '{}' else array(
        select step from resolution_steps as steps
        where steps.market = no and step in ('proposed', 'disputed') and not exists (
          select from resolution_steps as later
          where later.market = no and later.step = 'undone'
            and (later.batch, later.place) > (steps.batch, steps.place)
        )
        order by steps.batch, steps.place
      ) end as proposals,
      "volume24h", "volume1wk", "volume1mo", "volume1yr"
    from unnest(${numbers}) with ordinality as page (no, position)
    join markets using (no)
    join market_entries on market_entries.market = no
    join market_states on market_states.market = no
    left join event_states on event_states.event = event_id
    cross join lateral (${spans}) as spans
    order by position`;
  return gatherInChunks(query, groupStatistics);
}

// Markets shown on event cards: the few likeliest of each event. All markets of the events are read with their prices
// and ranked; texts are read only for the shown ones.

/** Market with its prices, which are those of outcome 0. */
export type PricedMarket = {
  /** The exchange's own number. */
  readonly no: number;
  readonly eventId: string;
  readonly closed: boolean;
  readonly payout: Payout | null;
  readonly bid: Ticks | null;
  readonly ask: Ticks | null;
  readonly lastPrice: Ticks | null;
};

/** Texts of a market, and its midpoint a day ago. */
export type CardMarket = {
  readonly no: number;
  readonly slug: string;
  readonly question: string;
  /** Short title in the event; "" if there is none. */
  readonly groupItemTitle: string;
  readonly outcomes: readonly string[];
  /** The token of outcome 0. */
  readonly tokenId: string;
  readonly status: MarketStatus;
  /** Half ticks; `null` if no price was recorded yet. */
  readonly dayBefore: number | null;
};

/** Rows read at a time; they have no texts. */
const CHUNK_SIZE = 500;

/** Lists the published markets of these events by id. */
export const listPricedMarkets = (
  sql: AnySql,
  eventIds: readonly number[],
  scope: Scope,
): Promise<PricedMarket[]> =>
  readInChunks(
    sql<PricedMarket[]>`
      select market as no, event::text as "eventId", closed, payout, best_bid as bid, best_ask as ask,
        last_price as "lastPrice"
      from market_entries join market_states using (market)
      where event = any(${eventIds as number[]}::bigint[]) and not archived and status <> 'draft'
        ${marketsInScope(sql, scope)}
      order by id, market`,
    CHUNK_SIZE,
  );

/** Reads the markets with these numbers, in no order. */
export const listCardMarkets = (
  sql: AnySql,
  nos: readonly number[],
  since: SinceHour,
): Promise<CardMarket[]> =>
  readInChunks(sql<CardMarket[]>`
    select no, slug, coalesce(content ->> 'question', '') as question,
      coalesce(content ->> 'groupItemTitle', '') as "groupItemTitle", content -> 'outcomes' as outcomes,
      token_ids[1] as "tokenId", status,
      (${priceBeforeDay(sql, sql`no`, since)}) as "dayBefore"
    from markets join market_states on market_states.market = no
    where no = any(${nos as number[]}::bigint[])`);
