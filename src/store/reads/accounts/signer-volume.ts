/** The volume of a signer: of all wallets that it signs for. */
import type { AnySql } from "../../sql/database.ts";

/** Sums the volume, in micros, that an owner's wallets have had since the start of a day (days since 1970, UTC). */
export async function sumVolumeSince(sql: AnySql, owner: string, since: number): Promise<number> {
  const [row] = await sql<{ volume: number }[]>`
    select coalesce(sum(latest.volume - coalesce(before.volume, 0)), 0)::float8 as volume
    from accounts
    cross join lateral (
      select volume from account_days where account = accounts.no order by day desc limit 1
    ) as latest
    left join lateral (
      select volume from account_days where account = accounts.no and day < ${since}::int order by day desc limit 1
    ) as before on true
    where accounts.owner = ${owner}`;
  return row?.volume ?? 0;
}
