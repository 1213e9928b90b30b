/** Sums of trading volume since an hour, used as sort keys. */
import { MAX_MICROS } from "../../core/units.ts";
import type { AnySql, Fragment } from "../sql/database.ts";
import type { SinceHour } from "./catalog-records.ts";

/** Hours before the last 24 that an order by volume includes. */
export const EARLIER_HOURS = {
  volume_24h: 0,
  volume_1wk: 6 * 24,
  volume_1mo: 29 * 24,
  volume_1yr: 364 * 24,
} as const;
export type VolumeColumn = keyof typeof EARLIER_HOURS;

const isVolume = (column: string): column is VolumeColumn => Object.hasOwn(EARLIER_HOURS, column);

/** Returns the first hour of an order by volume; `undefined` for other orders. */
export const volumeSince = (column: string, since: SinceHour): SinceHour | undefined =>
  isVolume(column) ? since - EARLIER_HOURS[column] : undefined;

/** Sums amounts, limited to the largest amount. */
export const totalOf = (sql: AnySql, amounts: Fragment): Fragment =>
  sql`least(coalesce(sum(${amounts}), 0), ${MAX_MICROS}::bigint)::bigint`;

/** Sums volumes, limited to the largest amount. */
export const totalVolume = (sql: AnySql): Fragment => totalOf(sql, sql`market_volumes.volume`);

/**
 * Selects the volumes of all spans, of a market or an event. The yearly volume is the total less older volumes: most
 * have none, so at most a month is read.
 */
export function volumesBySpan(
  sql: AnySql,
  { isOwn, total, since }: { readonly isOwn: Fragment; readonly total: Fragment; readonly since: SinceHour },
): Fragment {
  const sumSince = (column: VolumeColumn): Fragment =>
    totalOf(sql, sql`case when hour >= ${since - EARLIER_HOURS[column]} then market_volumes.volume end`);
  return sql`
    select ${sumSince("volume_24h")} as "volume24h", ${sumSince("volume_1wk")} as "volume1wk",
      ${totalVolume(sql)} as "volume1mo", ${total} - (
        select ${totalVolume(sql)} from market_volumes
        where ${isOwn} and hour < ${since - EARLIER_HOURS.volume_1yr}
      ) as "volume1yr"
    from market_volumes where ${isOwn} and hour >= ${since - EARLIER_HOURS.volume_1mo}`;
}
