/** Owners whose orders are rejected, with the operator who banned them and the reason. */
import type { Sql } from "../sql/database.ts";

export type Ban = {
  readonly address: string;
  /** Engine time, milliseconds. */
  readonly at: number;
  readonly operator: string | null;
  readonly reason: string | null;
};

/** Lists bans by address. */
export const listBans = (sql: Sql): Promise<Ban[]> => readBans(sql, undefined);

/** Finds the ban of an owner; `undefined` if it may trade. */
export async function findBan(sql: Sql, owner: string): Promise<Ban | undefined> {
  const [ban] = await readBans(sql, owner);
  return ban;
}

function readBans(sql: Sql, owner: string | undefined): Promise<Ban[]> {
  return sql<Ban[]>`
    select address, bans.at, operator, reason
    from bans left join lateral (
      select operator, reason from audit where subject = address and action = 'ban'
      order by batch desc, place desc limit 1
    ) as entry on true
    ${owner === undefined ? sql`` : sql`where address = ${owner}`}
    order by address`;
}

export async function isBanned(sql: Sql, address: string): Promise<boolean> {
  const rows = await sql`select from bans where address = ${address}`;
  return rows.length > 0;
}
