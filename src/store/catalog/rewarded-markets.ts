/** Open markets with liquidity rewards, filtered and sorted by values that matter to market makers. */
import type { AnySql, Fragment } from "../sql/database.ts";
import { readMarkets } from "./catalog-markets.ts";
import { tagTerms } from "./catalog-pages.ts";
import { marketKeys } from "./catalog-rankings.ts";
import type { MarketEntry, SinceHour } from "./catalog-records.ts";

/** Bounds of a value: `above` exclusive, `most` inclusive. */
export type Span = { readonly above?: number | undefined; readonly most?: number | undefined };

export type RewardedFilter = {
  /** Part of the question or the description, ignoring case. */
  readonly text?: string | undefined;
  readonly eventTitle?: string | undefined;
  readonly tagSlugs?: readonly string[] | undefined;
  readonly eventIds?: readonly number[] | undefined;
  readonly marketId?: number | undefined;
  /** Volume of the last 24 hours, micros. */
  readonly volume24h: Span;
  /** Spread in ticks; an empty side counts as price 0 or 1. */
  readonly spread: Span;
  /** Price of the first outcome, half ticks. */
  readonly price: Span;
};

type Keys = ReturnType<typeof marketKeys>;
type Key = (sql: AnySql, keys: Keys) => Fragment;

const rate: Key = (sql) => sql`(
  select sum((rate ->> 'dailyRate')::numeric) from jsonb_array_elements(content #> '{rewards,rates}') as rate
)`;
const endDate: Key = (sql) => sql`coalesce(nullif(market_entries.end_date, ''), '2500-12-31')`;

/** Sort orders, each with its key. */
export const REWARDED_ORDERS = {
  market_id: (sql) => sql`market_entries.id`,
  created_at: (sql) => sql`market_entries.created_at`,
  volume_24hr: (_sql, keys) => keys.volume_24h(),
  spread: (_sql, keys) => keys.spread(),
  // Not measured.
  competitiveness: (sql) => sql`market_entries.id * 0`,
  max_spread: (sql) => sql`(content #>> '{rewards,maxSpread}')::numeric`,
  min_size: (sql) => sql`(content #>> '{rewards,minSize}')::numeric`,
  question: (sql) => sql`content ->> 'question'`,
  one_day_price_change: (_sql, keys) => keys.price_change(),
  rate_per_day: rate,
  price: (sql) => sql`shown_price`,
  end_date: endDate,
  start_date: (sql) => sql`market_entries.start_date`,
  reward_end_date: endDate,
} as const satisfies Readonly<Record<string, Key>>;

export type RewardedOrder = keyof typeof REWARDED_ORDERS;

export type RewardedPage = {
  readonly filter: RewardedFilter;
  readonly order: RewardedOrder;
  readonly descending: boolean;
  readonly since: SinceHour;
  readonly offset: number;
  readonly limit: number;
};

/** Market with the change of its recorded price in the last day, half ticks. */
export type RewardedMarket = MarketEntry & { readonly priceChange: number; readonly eventSlug: string };

/** Reads a page; ties are in order of id. */
export async function listRewardedMarkets(sql: AnySql, page: RewardedPage): Promise<RewardedMarket[]> {
  const { order, descending, since, offset, limit } = page;
  const keys = marketKeys(sql, since);
  const found = await sql<FoundRow[]>`
    select no, ${keys.price_change()}::int as "priceChange",
      (select slug from events where events.id = event_id) as "eventSlug"
    from market_entries join market_states using (market) join markets on no = market
    where status = 'active' and content @? '$.rewards.rates[0]' ${termsOf(sql, page, keys)}
    order by ${REWARDED_ORDERS[order](sql, keys)} ${descending ? sql`desc` : sql``}, market_entries.id, no limit ${limit} offset ${offset}::bigint`;
  const numbers = found.map(({ no }) => no);
  const entries = await readMarkets(sql, sql`${numbers}::int[]`, { since });
  const byNo = new Map(found.map(({ no, ...row }) => [no, row]));
  return entries.flatMap((entry) => {
    const row = byNo.get(entry.no);
    return row === undefined ? [] : { ...entry, ...row };
  });
}

type FoundRow = Pick<RewardedMarket, "no" | "priceChange" | "eventSlug">;

function termsOf(sql: AnySql, { filter }: RewardedPage, keys: Keys): Fragment {
  const { text, eventTitle, tagSlugs, eventIds, marketId, volume24h, spread, price } = filter;
  const within = (key: Fragment, { above, most }: Span): Fragment => sql`
    ${above === undefined ? sql`` : sql`and ${key} > ${above}::numeric`}
    ${most === undefined ? sql`` : sql`and ${key} <= ${most}::numeric`}`;
  const contains = (field: Fragment, part: string): Fragment =>
    sql`position(lower(${part}::text) in lower(${field})) > 0`;
  return sql`
    ${text === undefined ? sql`` : sql`and (${contains(sql`content ->> 'question'`, text)} or ${contains(sql`content ->> 'description'`, text)})`}
    ${eventTitle === undefined ? sql`` : sql`and event_id in (select id from events where ${contains(sql`events.content ->> 'title'`, eventTitle)})`}
    ${tagSlugs === undefined ? sql`` : sql`and event in (select event from event_entries where true ${tagTerms(sql, { tagSlugs })})`}
    ${eventIds === undefined ? sql`` : sql`and event = any(${eventIds as number[]}::bigint[])`}
    ${marketId === undefined ? sql`` : sql`and market_entries.id = ${marketId}`}
    ${within(keys.volume_24h(), volume24h)}
    ${within(keys.spread(), spread)} ${within(sql`shown_price`, price)}`;
}
