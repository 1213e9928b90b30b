/** The keys whose orders are cancelled when their last connection ends: one row each, deleted with the session. */
import type { OwnSql } from "../sql/database.ts";

export type ConnectedKey = {
  readonly apiKey: string;
  /** Lower-case address of the key's owner. */
  readonly address: string;
  /** Time for a connection to return, ms. */
  readonly graceMs: number;
};

export const listConnectedKeys = (sql: OwnSql): Promise<ConnectedKey[]> =>
  sql<ConnectedKey[]>`select api_key as "apiKey", address, grace_ms as "graceMs" from connected_keys`;

export async function saveConnectedKey(
  sql: OwnSql,
  { apiKey, address, graceMs }: ConnectedKey,
): Promise<void> {
  await sql`
    insert into connected_keys (api_key, address, grace_ms) values (${apiKey}, ${address}, ${graceMs})
    on conflict (api_key) do update set grace_ms = excluded.grace_ms`;
}

export async function deleteConnectedKey(sql: OwnSql, apiKey: string): Promise<void> {
  await sql`delete from connected_keys where api_key = ${apiKey}`;
}
