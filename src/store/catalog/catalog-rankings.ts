/**
 * Sort orders of the catalog by values that few markets have, such as a price or a time of resolution. A sort order is a
 * list of groups, lowest first. Within a group, rows are sorted by its key, or by id if it has none.
 */
import { MAX_MICROS, ONE } from "../../core/units.ts";
import type { AnySql, Fragment } from "../sql/database.ts";
import type { SinceHour } from "./catalog-records.ts";

// Sums of trading volume since an hour, used as sort keys.

/** Hours before the last 24 that a sort by volume includes. */
const EARLIER_HOURS = {
  volume_24h: 0,
  volume_1wk: 6 * 24,
  volume_1mo: 29 * 24,
  volume_1yr: 364 * 24,
} as const;
type VolumeColumn = keyof typeof EARLIER_HOURS;

const isVolume = (column: string): column is VolumeColumn => Object.hasOwn(EARLIER_HOURS, column);

/** Returns the first hour that a sort by volume includes; `undefined` for other sort orders. */
export const volumeSince = (column: string, since: SinceHour): SinceHour | undefined =>
  isVolume(column) ? since - EARLIER_HOURS[column] : undefined;

/** Sums amounts, limited to the largest amount. */
export const cappedSum = (sql: AnySql, amounts: Fragment): Fragment =>
  sql`least(coalesce(sum(${amounts}), 0), ${MAX_MICROS}::bigint)::bigint`;

/** Sums volumes, limited to the largest amount. */
export const totalVolume = (sql: AnySql): Fragment => cappedSum(sql, sql`market_volumes.volume`);

/**
 * Selects the volumes of all spans, of a market or an event. The yearly volume is the total less older volumes: most
 * have none, so at most a month is read.
 */
export function volumesBySpan(
  sql: AnySql,
  { isOwn, total, since }: { readonly isOwn: Fragment; readonly total: Fragment; readonly since: SinceHour },
): Fragment {
  const sumSince = (column: VolumeColumn): Fragment =>
    cappedSum(sql, sql`case when hour >= ${since - EARLIER_HOURS[column]} then market_volumes.volume end`);
  return sql`
    select ${sumSince("volume_24h")} as "volume24h", ${sumSince("volume_1wk")} as "volume1wk",
      ${totalVolume(sql)} as "volume1mo", ${total} - (
        select ${totalVolume(sql)} from market_volumes
        where ${isOwn} and hour < ${since - EARLIER_HOURS.volume_1yr}
      ) as "volume1yr"
    from market_volumes where ${isOwn} and hour >= ${since - EARLIER_HOURS.volume_1mo}`;
}

export type RankedGroup = {
  /** Tables and a `where`, to which conditions are appended. */
  readonly rows: Fragment;
  readonly key?: Fragment;
};

export type Rankings = { readonly [column: string]: () => readonly RankedGroup[] };

/** Sort values of a row, by column of the sort order. */
export type OrderKeys = { readonly [column: string]: () => Fragment };

const spread = (sql: AnySql): Fragment => sql`(coalesce(best_ask, 10000) - coalesce(best_bid, 0))`;
const nearness = (sql: AnySql): Fragment => sql`(10000 - abs(best_bid + best_ask - 10000))`;

/** Rankings of markets; `tables` are their entries and states. */
export const marketRankings = (sql: AnySql, tables: Fragment, since: SinceHour): Rankings => ({
  spread: () => [
    { rows: sql`${tables} where (best_bid is not null or best_ask is not null)`, key: spread(sql) },
    { rows: sql`${tables} where best_bid is null and best_ask is null` },
  ],
  competitive: () => [
    { rows: sql`${tables} where (best_bid is null or best_ask is null)` },
    { rows: sql`${tables} where best_bid is not null and best_ask is not null`, key: nearness(sql) },
  ],
  last_price: () => [
    { rows: sql`${tables} where last_price is null` },
    { rows: sql`${tables} where last_price is not null`, key: sql`last_price` },
  ],
  resolved_at: () => [
    { rows: sql`${tables} where resolved_at is null` },
    { rows: sql`${tables} where resolved_at is not null`, key: sql`resolved_at` },
  ],
  best_bid: () => [
    { rows: sql`${tables} where best_bid is null` },
    { rows: sql`${tables} where best_bid is not null`, key: sql`best_bid` },
  ],
  best_ask: () => [
    { rows: sql`${tables} where best_ask is not null`, key: sql`best_ask` },
    { rows: sql`${tables} where best_ask is null` },
  ],
  ...byFlags(sql, tables),
  ...eachSpan((earlier) => groupsByChange(sql, tables, since - earlier)),
  start_time: () =>
    groupsAmong(tables, sql`market`, {
      sql,
      some: sql`select no from markets where content ? 'gameStartTime'`,
      key: marketStart(sql),
    }),
});

/** Ranks rows outside a set first, then the rows of the set by key. */
const groupsAmong = (
  tables: Fragment,
  own: Fragment,
  { sql, some, key }: { readonly sql: AnySql; readonly some: Fragment; readonly key: Fragment },
): readonly RankedGroup[] => [
  { rows: sql`${tables} where ${own} <> all(array(${some}))` },
  { rows: sql`${tables} where ${own} = any(array(${some}))`, key },
];

/** Sort values of markets, from `market_entries` and `market_states`. */
export const marketKeys = (sql: AnySql, since: SinceHour) => ({
  ...buildVolumeSums(sql, sql`market_volumes.market = market_entries.market`, since),
  spread: () => spread(sql),
  competitive: () => sql`coalesce(${nearness(sql)}, -1)`,
  last_price: () => sql`coalesce(last_price, -1)`,
  best_bid: () => sql`coalesce(best_bid, 0)`,
  best_ask: () => sql`coalesce(best_ask, 10000)`,
  resolved_at: () => sql`coalesce(resolved_at, -1)`,
  ...eachSpan((earlier) => changeSince(sql, since - earlier)),
  start_time: () => marketStart(sql),
});

/** Builds a value for each sort order by price change, from the number of hours before the last 24. */
const eachSpan = <Made>(make: (earlier: number) => Made) => ({
  price_change_1h: () => make(-23),
  price_change: () => make(EARLIER_HOURS.volume_24h),
  price_change_1wk: () => make(EARLIER_HOURS.volume_1wk),
  price_change_1mo: () => make(EARLIER_HOURS.volume_1mo),
  price_change_1yr: () => make(EARLIER_HOURS.volume_1yr),
});

const changeSince = (sql: AnySql, since: SinceHour): Fragment => sql`coalesce(recorded_midpoint - (
  select midpoint from price_history
  where price_history.market = market_entries.market and minute < ${since * 60}::int
    and recorded_minute >= ${since * 60}::int
  order by minute desc limit 1
), 0)`;

/** Ranks rows with a flag above rows without it. */
const byFlags = (sql: AnySql, tables: Fragment): Rankings =>
  Object.fromEntries(
    ["active", "closed", "archived"].map((flag) => [
      flag,
      () => [{ rows: sql`${tables} where not ${sql(flag)}` }, { rows: sql`${tables} where ${sql(flag)}` }],
    ]),
  );

const marketStart = (sql: AnySql): Fragment => sql`coalesce((
  select ${gameStart(sql)} from markets where no = market_entries.market
), '')`;

/** Builds the volume sum of each sort key, from the first hour that the key includes. */
function buildVolumeSums(sql: AnySql, isOwn: Fragment, since: SinceHour) {
  const sumOf = (column: VolumeColumn) => (): Fragment =>
    sql`(
    select ${totalVolume(sql)} from market_volumes where ${isOwn} and hour >= ${since - EARLIER_HOURS[column]}
  )`;
  return {
    volume_24h: sumOf("volume_24h"),
    volume_1wk: sumOf("volume_1wk"),
    volume_1mo: sumOf("volume_1mo"),
    volume_1yr: sumOf("volume_1yr"),
  };
}

/** Builds the sort key of the start of a market's game. */
export const gameStart = (sql: AnySql): Fragment =>
  sql`(rtrim(content ->> 'gameStartTime', 'Z0.') collate "C")`;

/** Groups markets by price change in the last day: fallen, unchanged, risen. */
function groupsByChange(sql: AnySql, tables: Fragment, since: SinceHour): readonly RankedGroup[] {
  const minute = since * 60;
  const changed = sql`(
    select market, recorded_midpoint - earlier.midpoint as price_change
    from market_states cross join lateral (
      select midpoint from price_history
      where price_history.market = market_states.market and minute < ${minute}::int order by minute desc limit 1
    ) as earlier
    where recorded_minute >= ${minute}::int and recorded_midpoint <> earlier.midpoint
  )`;
  const moved = sql`${changed} as changed join ${tables} using (market)`;
  return [
    { rows: sql`${moved} where price_change < 0`, key: sql`price_change` },
    { rows: sql`${tables} where market <> all(array(select market from ${changed} as changed))` },
    { rows: sql`${moved} where price_change > 0`, key: sql`price_change` },
  ];
}

/** Rankings of events; `tables` are their entries and statistics. */
export const eventRankings = (sql: AnySql, tables: Fragment, since: SinceHour): Rankings => ({
  ...byFlags(sql, tables),
  closed_time: () => groupsByMarket(sql, tables, marketKey(sql, "closed_time")),
  competitive: () => groupsByMarket(sql, tables, marketKey(sql, "competitive")),
  price_move: () => groupsByMove(sql, tables, since),
  start_time: () =>
    groupsAmong(tables, sql`event`, {
      sql,
      some: sql`select event_id from markets where content ? 'gameStartTime'`,
      key: eventStart(sql),
    }),
  open_interest: () =>
    groupsAmong(tables, sql`event`, {
      sql,
      some: sql`select event from market_entries join market_states using (market) where backing > 0`,
      key: openInterest(sql),
    }),
});

/** Sort values of events, from `event_entries` and `event_figures`. */
export const eventKeys = (sql: AnySql, since: SinceHour): OrderKeys => ({
  ...buildVolumeSums(sql, sql`market_volumes.event = event_entries.event`, since),
  closed_time: () => largestKey(sql, "closed_time"),
  competitive: () => largestKey(sql, "competitive"),
  price_move: () => sql`(
    select coalesce(max(abs(recorded_midpoint - earlier.midpoint)), 0)
    from market_states join market_entries using (market)
    cross join lateral (${priceBeforeDay(sql, sql`market_states.market`, since)}) as earlier
    where market_entries.event = event_entries.event and recorded_minute >= ${since * 60}::int and payout is null
  )`,
  open_interest: () => openInterest(sql),
  start_time: () => eventStart(sql),
});

/** Computes the open interest of an event: the backing of its markets less the amounts that conversions paid ahead. */
export const openInterest = (sql: AnySql): Fragment => sql`(
  select coalesce(sum(backing), 0) - ${ONE}::bigint * (
    coalesce(sum(burned) filter (where payout is null or payout[1] > 0), 0)
    - coalesce((select converted from event_states where event_states.event = event_entries.event), 0)
  )
  from market_states join market_entries using (market) where market_entries.event = event_entries.event
)`;

const eventStart = (sql: AnySql): Fragment => sql`coalesce((
  select min(${gameStart(sql)}) from markets
  where event_id = event_entries.event and content ? 'gameStartTime'
), '')`;

/** Groups events without a price change in the last day, then the other events by the largest absolute change of a market. */
function groupsByMove(sql: AnySql, tables: Fragment, since: SinceHour): readonly RankedGroup[] {
  const moves = sql`(
    select event, max(abs(recorded_midpoint - earlier.midpoint)) as move
    from market_states join market_entries using (market)
    cross join lateral (${priceBeforeDay(sql, sql`market_states.market`, since)}) as earlier
    where recorded_minute >= ${since * 60}::int and recorded_midpoint <> earlier.midpoint and payout is null
    group by event
  )`;
  return [
    { rows: sql`${tables} where event <> all(array(select event from ${moves} as moves))` },
    { rows: sql`${moves} as moves join ${tables} using (event) where true`, key: sql`move` },
  ];
}

/** Selects the midpoint of a market a day ago, or its first one if the market is younger. */
export const priceBeforeDay = (sql: AnySql, market: Fragment, since: SinceHour): Fragment => sql`
  select midpoint from (
    (select midpoint, 0 as place from price_history
     where price_history.market = ${market} and minute < ${since * 60}::int order by minute desc limit 1)
    union all
    (select midpoint, 1 from price_history where price_history.market = ${market} order by minute limit 1)
  ) as points order by place limit 1`;

/** Selects the largest key among an event's markets; -1 if none has it. */
function largestKey(sql: AnySql, column: "closed_time" | "competitive"): Fragment {
  const { has, key } = marketKey(sql, column);
  return sql`(
    select coalesce(max(${key}), -1) from market_entries join market_states using (market)
    where market_entries.event = event_entries.event and ${has}
  )`;
}

type MarketKey = { readonly has: Fragment; readonly key: Fragment };

const marketKey = (sql: AnySql, column: "closed_time" | "competitive"): MarketKey =>
  column === "closed_time"
    ? { has: sql`resolved_at is not null`, key: sql`resolved_at` }
    : { has: sql`best_bid is not null and best_ask is not null`, key: nearness(sql) };

/** Groups events without a market that has the key, then the other events by the largest key of their markets. */
function groupsByMarket(sql: AnySql, tables: Fragment, { has, key }: MarketKey): readonly RankedGroup[] {
  const largest = sql`(
    select event, key from (
      select market, event, ${key} as key from market_states join market_entries using (market) where ${has}
    ) as own
    where not exists (
      select from market_entries join market_states using (market)
      where market_entries.event = own.event and ${has} and (${key}, market) > (own.key, own.market)
    )
  ) as largest`;
  return [
    {
      rows: sql`${tables} where not exists (
        select from market_entries join market_states using (market)
        where market_entries.event = event_entries.event and ${has}
      )`,
    },
    { rows: sql`${largest} join ${tables} using (event) where true`, key: sql`key` },
  ];
}
