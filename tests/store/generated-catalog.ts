/**
 * A large catalog made by SQL, for what depends on sizes and statistics: plans of queries. Most events are old and
 * closed, few tags, series and wallets have most events and many have few, and few markets were ever traded. Nothing
 * in it can be searched for.
 */
import type { Sql } from "../../src/store/sql/database.ts";

export const COMMON_TAG = { id: 1, slug: "tag-1" };
/** A tag of about one event in a thousand. */
export const RARE_TAG = { id: 900, slug: "tag-900" };
export const COMMON_SERIES = "series-1";
export const RARE_SERIES = "series-390";
export const COMMON_WALLET = `0x${"0".repeat(39)}1`;
export const RARE_WALLET = `0x${"0".repeat(37)}399`;
/** The hour at which the catalog stands; trading was recorded in the week before. */
export const HOUR = 494_000;

/** Fills an empty database with events number 1 to `events`, catalog ids ten times as high, and 2.5 markets for each. */
export async function generateCatalog(sql: Sql, events: number): Promise<void> {
  await insertEvents(sql, events);
  await insertMarkets(sql, events);
  await insertFigures(sql);
  await insertTags(sql);
  await sql`vacuum analyze`;
}

/** A number from 0 to 1 that looks random, from a number and a name. */
const part = (sql: Sql, number: string, name: string) =>
  sql.unsafe(`(abs(hashtext('${name} ' || (${number}))::float8) / 2147483648)`);

const dateOf = (sql: Sql, hours: string) =>
  sql.unsafe(`rtrim(to_char('2022-01-01'::timestamp + interval '1 hour' * (${hours}),
    'YYYY-MM-DD"T"HH24:MI:SS"Z"'), 'Z0.')`);

async function insertEvents(sql: Sql, events: number): Promise<void> {
  await sql`
    insert into events (id, slug, content)
    select i * 10, 'event-' || reverse(i::text), jsonb_build_object('id', (i * 10)::text, 'slug', 'event-' || reverse(i::text),
      'title', 'Event ' || i, 'description', repeat(md5(i::text) || ' ', 15), 'tags', '[]'::jsonb,
      'series', case when i % 7 = 0
        then jsonb_build_array(jsonb_build_object('id', (i % 400)::text, 'recurrence', 'weekly')) else '[]'::jsonb end)
    from generate_series(1, ${events}::int) as i`;
  await sql`
    insert into event_entries (event, slug, ticker, title, start_date, creation_date, end_date, created_at, updated_at,
      tag_ids, tag_slugs, series_slugs, creators, active, closed, archived, published, phrases, words)
    select i * 10, 'event-' || reverse(i::text), 'event-' || reverse(i::text), md5(i::text),
      case when ${part(sql, "i", "start")} < 0.03 then '' else ${dateOf(sql, "i * 0.4 + 24")} end,
      ${dateOf(sql, "i * 0.4 + 24")}, ${dateOf(sql, "i * 0.4 + 3000 * (i % 97) / 97.0")},
      ${dateOf(sql, "i * 0.4")}, ${dateOf(sql, "i * 0.4 + i % 500")},
      tags.ids, tags.slugs,
      case when ${part(sql, "i", "series")} < 0.15
        then array['series-' || (1 + floor(400 * ${part(sql, "i", "which series")} ^ 2)::int)]
        else array[]::text[] end,
      array['0x' || lpad((1 + floor(400 * ${part(sql, "i", "wallet")} ^ 4)::int)::text, 40, '0')],
      ${part(sql, "i", "active")} > 0.01,
      ${part(sql, "i", "closed")} < case when i < 0.85 * ${events}::int then 0.998 else 0.1 end,
      ${part(sql, "i", "archived")} < 0.02, ${part(sql, "i", "published")} > 0.02, array['event ' || i], ''
    from generate_series(1, ${events}::int) as i cross join lateral (
      select array_agg(distinct tag::bigint) as ids, array_agg(distinct 'tag-' || tag) as slugs
      from (select 1 + floor(900 * ${part(sql, "i * 4 + k", "tag")} ^ 4)::int as tag from generate_series(0, 3) as k) as t
    ) as tags`;
}

async function insertMarkets(sql: Sql, events: number): Promise<void> {
  await sql`
    insert into markets (no, id, event_id, condition_id, token_ids, slug, content)
    select row_number() over (order by i, k), i * 100 + k, i * 10, '0x' || case when i % 40 = 0
        then '01' || md5(i || 'c' || k) || repeat('0', 20) || lpad(to_hex(k), 8, '0') || '00'
        else md5(i || 'c' || k) || md5(k || 'd' || i) end,
      array[(i * 1000 + k)::text, (i * 1000 + k + 500)::text], 'market-' || reverse(i::text) || '-' || k,
      jsonb_build_object('id', (i * 100 + k)::text, 'question', 'Market ' || i,
        'description', repeat(md5((i + k)::text) || ' ', 15), 'rewards', '{"rates": []}'::jsonb,
        'questionId', '0x' || md5(i || 'q' || k) || md5(k || 'q' || i))
        || case when i % 9 = 0 then jsonb_build_object('gameStartTime',
          to_char('2022-01-01'::timestamp + interval '1 hour' * (i * 0.4), 'YYYY-MM-DD"T"HH24:MI:SS"Z"'))
          else '{}'::jsonb end
    from generate_series(1, ${events}::int) as i
    cross join lateral generate_series(0, case when i % 50 = 0 then 50 when i % 2 = 0 then 1 else 0 end) as k`;
  await sql`
    insert into market_entries (market, id, event, slug, question, start_date, end_date, created_at, updated_at,
      creator, active, closed, archived, published, phrases, words)
    select no, markets.id, event, markets.slug, md5(no::text), start_date, end_date, created_at, updated_at,
      coalesce(creators[1], ''), active, closed, archived, published, array[]::text[], array[]::text[]
    from markets join event_entries on event = event_id`;
}

async function insertFigures(sql: Sql): Promise<void> {
  await sql`
    insert into market_states (market, status, tick, minimum_lots, negative_risk, backing, shown_price, volume, liquidity)
    select market, case when closed then 'resolved' else 'active' end, 100, 100, false, 0, 10000,
      case when ${part(sql, "market", "traded")} < 0.3 then (1e9 * ${part(sql, "market", "volume")} ^ 6)::bigint else 0 end,
      case when not closed and ${part(sql, "market", "quoted")} < 0.5
        then (1e8 * ${part(sql, "market", "liquidity")} ^ 6)::bigint else 0 end
    from market_entries`;
  await sql`
    insert into event_figures (event, volume, liquidity)
    select event, sum(volume), sum(liquidity) from market_entries join market_states using (market) group by event`;
  await sql`
    insert into market_volumes (hour, market, event, volume)
    select hour, market, event, 1 + volume / 1000
    from market_states join market_entries using (market) cross join generate_series(${HOUR - 168}::int, ${HOUR}::int) as hour
    where liquidity > 0 and (${part(sql, "market * 1000 + hour", "hour")} < 0.1)`;
}

async function insertTags(sql: Sql): Promise<void> {
  await sql`
    insert into tags (id, slug, content, event_count, phrases, words)
    select i, 'tag-' || i, jsonb_build_object('id', i::text, 'label', 'Tag ' || i, 'slug', 'tag-' || i), 0,
      array[]::text[], ''
    from generate_series(1, 900) as i`;
  await sql`
    insert into series (id, slug, content)
    select i, 'series-' || i, jsonb_build_object('id', i::text, 'slug', 'series-' || i)
    from generate_series(1, 400) as i`;
}
