/**
 * Keys of a wallet besides trading keys: `readonly` keys read its orders and trades, and `builder` keys name the
 * builder whose client brought an order. Not derived from the journal.
 */
import type { OwnSql } from "../sql/database.ts";
import type { ActiveKey } from "./api-keys.ts";

export type FurtherKeyKind = "readonly" | "builder";

export type FurtherKey = ActiveKey & {
  readonly kind: FurtherKeyKind;
  readonly createdAt: Date;
  readonly revokedAt: Date | null;
};

/** Maximum number of usable keys of one kind per wallet. */
export const MAX_FURTHER_KEYS = 20;
/** Maximum length of a listing: usable keys first, then the latest of the others. */
const MAX_LISTED = 100;

const columns = (sql: OwnSql) => sql`
  kind, api_key as "apiKey", address, created_at as "createdAt", revoked_at as "revokedAt"`;

/** Counts the usable keys of a kind that a wallet has. */
export async function countFurtherKeys(sql: OwnSql, kind: FurtherKeyKind, address: string): Promise<number> {
  const [{ count }] = await sql<[{ count: number }]>`
    select count(*)::int as count from further_keys
    where address = ${address} and kind = ${kind} and revoked_at is null`;
  return count;
}

/** Stores a key; an existing key is not changed, revoked or not. */
export async function addFurtherKey(sql: OwnSql, { kind, apiKey, address }: NewFurtherKey): Promise<void> {
  await sql`
    insert into further_keys (api_key, kind, address) values (${apiKey}, ${kind}, ${address})
    on conflict do nothing`;
}

export type NewFurtherKey = Pick<FurtherKey, "kind" | "apiKey" | "address">;

/** Finds a usable key; `apiKey` is a UUID. */
export async function findFurtherKey(
  sql: OwnSql,
  kind: FurtherKeyKind,
  apiKey: string,
): Promise<ActiveKey | undefined> {
  const [key] = await sql<ActiveKey[]>`
    select api_key as "apiKey", address from further_keys
    where api_key = ${apiKey} and kind = ${kind} and revoked_at is null`;
  return key;
}

/** Lists the latest usable keys of a kind. */
export const listLatestKeys = (sql: OwnSql, kind: FurtherKeyKind, most: number): Promise<ActiveKey[]> =>
  sql<ActiveKey[]>`
    select api_key as "apiKey", address from further_keys where kind = ${kind} and revoked_at is null
    order by created_at desc, api_key limit ${most}`;

/** Reads a key, revoked or not; `apiKey` is a UUID. */
export async function readFurtherKey(sql: OwnSql, apiKey: string): Promise<FurtherKey | undefined> {
  const [key] = await sql<FurtherKey[]>`select ${columns(sql)} from further_keys where api_key = ${apiKey}`;
  return key;
}

/** Lists a wallet's keys: usable ones first, and within both groups the latest first. */
export const listFurtherKeys = (sql: OwnSql, kind: FurtherKeyKind, address: string): Promise<FurtherKey[]> =>
  sql<FurtherKey[]>`
    select ${columns(sql)} from further_keys where address = ${address} and kind = ${kind}
    order by revoked_at is not null, created_at desc, api_key limit ${MAX_LISTED}`;

/** Keys to revoke: the named one, a UUID, or all of a wallet. */
export type FurtherKeySelection = { readonly address: string; readonly apiKey?: string | undefined };

/** Revokes keys for good, and returns those that were usable until now. */
export const revokeFurtherKeys = (
  sql: OwnSql,
  kind: FurtherKeyKind,
  { address, apiKey, at = new Date() }: FurtherKeySelection & { readonly at?: Date },
): Promise<FurtherKey[]> =>
  sql<FurtherKey[]>`
    update further_keys set revoked_at = ${at}
    where address = ${address} and kind = ${kind} and revoked_at is null
      ${apiKey === undefined ? sql`` : sql`and api_key = ${apiKey}`}
    returning ${columns(sql)}`;
