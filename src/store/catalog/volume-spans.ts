/** Sums of what was traded since an hour, by which lists are sorted. */
import { MAX_MICROS } from "../../core/units.ts";
import type { AnySql, Fragment } from "../sql/database.ts";
import type { SinceHour } from "./catalog-records.ts";

/** Hours of volumes that an order goes by, beyond the last 24. */
export const EARLIER_HOURS = {
  volume_24h: 0,
  volume_1wk: 6 * 24,
  volume_1mo: 29 * 24,
  volume_1yr: 364 * 24,
} as const;
export type VolumeColumn = keyof typeof EARLIER_HOURS;

const isVolume = (column: string): column is VolumeColumn => Object.hasOwn(EARLIER_HOURS, column);

/** The hour since which an order by volume goes; `undefined` of another order. */
export const volumeSince = (column: string, since: SinceHour): SinceHour | undefined =>
  isVolume(column) ? since - EARLIER_HOURS[column] : undefined;

/** A sum of volumes, up to the largest amount there is. */
export const totalVolume = (sql: AnySql): Fragment =>
  sql`least(coalesce(sum(market_volumes.volume), 0), ${MAX_MICROS}::bigint)::bigint`;
