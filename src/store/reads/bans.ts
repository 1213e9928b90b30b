/** Owners whose orders are refused, and who refused them why. */
import type { Sql } from "../sql/database.ts";

export type Ban = {
  readonly address: string;
  /** Engine time, milliseconds. */
  readonly at: number;
  readonly operator: string | null;
  readonly reason: string | null;
};

/** Lists bans in the order of the addresses. */
export function listBans(sql: Sql): Promise<Ban[]> {
  return sql<Ban[]>`
    select address, bans.at, operator, reason
    from bans left join lateral (
      select operator, reason from audit where subject = address and action = 'ban'
      order by batch desc, place desc limit 1
    ) as entry on true
    order by address`;
}

export async function isBanned(sql: Sql, address: string): Promise<boolean> {
  const rows = await sql`select from bans where address = ${address}`;
  return rows.length > 0;
}
