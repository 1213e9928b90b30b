/** The time of a virtual clock, stored so that it survives a restart. Virtual time does not pass while no exchange runs. */
import type { Client } from "pg";
import type { OwnSql, Sql } from "../sql/database.ts";

export type StoredVirtualTime = { readonly time: number; readonly rate: number };

/** Reads the saved clock; `undefined` before the first start in virtual time. */
export async function readVirtualTime(client: Client): Promise<StoredVirtualTime | undefined> {
  const { rows } = await client.query<{ time: string; rate: number }>("select time, rate from virtual_clock");
  const [row] = rows;
  return row && { time: Number(row.time), rate: row.rate };
}

/** Reads like `readVirtualTime`, on a pool. */
export async function readStoredTime(sql: Sql): Promise<StoredVirtualTime | undefined> {
  const [row] = await sql<StoredVirtualTime[]>`select time, rate from virtual_clock`;
  return row;
}

export async function saveVirtualTime(sql: OwnSql, { time, rate }: StoredVirtualTime): Promise<void> {
  await sql`
    insert into virtual_clock (time, rate) values (${time}, ${rate})
    on conflict (single) do update set time = excluded.time, rate = excluded.rate`;
}
