/** The keys with a session of heartbeats: one row each, deleted when the key's session ends. */
import type { OwnSql } from "../sql/database.ts";

export type Heartbeat = {
  readonly apiKey: string;
  /** Lower-case address of the key's owner. */
  readonly address: string;
  /** Id that the next heartbeat must name. */
  readonly id: string;
};

export const listHeartbeats = (sql: OwnSql): Promise<Heartbeat[]> =>
  sql<Heartbeat[]>`select api_key as "apiKey", address, heartbeat_id as id from heartbeats`;

export async function saveHeartbeat(sql: OwnSql, { apiKey, address, id }: Heartbeat): Promise<void> {
  await sql`
    insert into heartbeats (api_key, address, heartbeat_id) values (${apiKey}, ${address}, ${id})
    on conflict (api_key) do update set heartbeat_id = excluded.heartbeat_id`;
}

export async function deleteHeartbeat(sql: OwnSql, apiKey: string): Promise<void> {
  await sql`delete from heartbeats where api_key = ${apiKey}`;
}
