/** Sums of what was traded since an hour, by which lists are sorted. */
import { MAX_MICROS } from "../../core/units.ts";
import type { AnySql, Fragment } from "../sql/database.ts";
import type { SinceHour } from "./catalog-records.ts";

/** Hours of volumes that an order goes by, beyond the last 24. */
const EARLIER_HOURS: Readonly<Record<string, number>> = {
  volume_24h: 0,
  volume_1wk: 6 * 24,
  volume_1mo: 29 * 24,
  volume_1yr: 364 * 24,
};

/** The hour since which an order by volume goes; `undefined` of another order. */
export function volumeSince(column: string, since: SinceHour): SinceHour | undefined {
  const earlier = EARLIER_HOURS[column];
  return earlier === undefined ? undefined : since - earlier;
}

/** A sum of volumes, up to the largest amount there is. */
export const totalVolume = (sql: AnySql): Fragment =>
  sql`least(coalesce(sum(market_volumes.volume), 0), ${MAX_MICROS}::bigint)::bigint`;
