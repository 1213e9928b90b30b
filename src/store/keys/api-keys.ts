/**
 * API keys. The database stores the wallet and nonce of a key; secret and passphrase are derived from the master key
 * each time, so that nothing stored allows signing as a user. A key that ended with its master key is retired: it is
 * shown as revoked, and its nonce is free again.
 */
import { createSecretKey } from "node:crypto";
import type { KeyObject } from "node:crypto";
import { decodeSecret, deriveCredentials } from "../../signing/credentials.ts";
import type { Credentials, Secrets } from "../../signing/credentials.ts";
import type { OwnSql } from "../sql/database.ts";
import { isUuid, CACHED_AT_START, cacheKeys } from "./key-cache.ts";

/** A usable key and its owner. */
export type ActiveKey = {
  readonly apiKey: string;
  /** Lower-case address. */
  readonly address: string;
  /** True for a key of a sandbox whose orders need no signature of the wallet. */
  readonly impersonated?: true;
};

/** A key with its secrets, as needed to check a signed request. */
export type SigningKey = ActiveKey & { readonly passphrase: string; readonly secret: KeyObject };

export const signingKey = (key: ActiveKey, { passphrase, secret }: Secrets): SigningKey => ({
  ...key,
  passphrase,
  secret: createSecretKey(decodeSecret(secret)),
});

/** Public data of a key for its owner: nothing in it can sign. */
export type KeyRecord = {
  readonly apiKey: string;
  /** Lower-case address. */
  readonly address: string;
  /** Decimal text. */
  readonly nonce: string;
  readonly createdAt: Date;
  readonly revokedAt: Date | null;
};

export type KeyRing = {
  /**
   * Returns the credentials of (address, nonce), and registers the key if needed; `undefined` if that key was revoked.
   */
  create(address: string, nonce: string): Promise<Credentials | undefined>;
  /** Returns the credentials of (address, nonce) if the key was created and not revoked. */
  derive(address: string, nonce: string): Promise<Credentials | undefined>;
  /** True if (address, nonce) had a key that was revoked individually, so that there will be no other. */
  isRevoked(address: string, nonce: string): Promise<boolean>;
  /** Finds a usable key; `undefined` if it is unknown or revoked. */
  find(apiKey: string): Promise<SigningKey | undefined>;
  /** Finds a revoked key, with the secrets that it had. */
  findEnded(apiKey: string): Promise<SigningKey | undefined>;
  /** Returns true if `find` needs no database query for this key. */
  isRemembered(apiKey: string): boolean;
  /** Lists a wallet's keys, including revoked ones, the latest first: at most the latest thousand. */
  list(address: string): Promise<readonly KeyRecord[]>;
  /** Reads the key, revoked or not. */
  read(apiKey: string): Promise<KeyRecord | undefined>;
  /** Derives the credentials of (address, nonce), whether they were created or not. */
  credentialsOf(address: string, nonce: string): Credentials;
  /** Revokes a key for good: later requests are refused. A key that is revoked already is not changed. */
  revoke(apiKey: string, at?: Date): Promise<KeyRecord | undefined>;
  /**
   * Returns the credentials of a key that impersonates the wallet. Its nonce is negative: no wallet can sign for such a
   * key. Outside of a sandbox the key is not found.
   */
  impersonate(address: string): Promise<Credentials>;
  /** Lists the keys that impersonate wallets, revoked ones too, the latest first: at most the latest thousand. */
  listImpersonated(): Promise<readonly KeyRecord[]>;
  /** Drops a cached key: another process made or revoked it. */
  forget(apiKey: string): void;
  /** Clears the cache: the database was put back to an earlier state. */
  forgetAll(): void;
};

const columns = (sql: OwnSql) => sql`
  api_key as "apiKey", address, nonce::text as nonce, created_at as "createdAt", revoked_at as "revokedAt"`;

/** Rules of the keys of an exchange. */
export type KeyRules = {
  /** True in a sandbox: keys that impersonate wallets can be used. */
  readonly impersonation: boolean;
  /** Called with each key that is made or revoked. */
  readonly onForget?: ((apiKey: string) => void) | undefined;
};

/** Creates the access to all keys, with the latest of them cached. */
export async function createKeyRing(
  sql: OwnSql,
  masterKey: Uint8Array,
  { impersonation, onForget }: KeyRules,
): Promise<KeyRing> {
  const derivedKeyOf = (apiKey: string, origin: Origin): SigningKey | undefined =>
    isImpersonating(origin) && !impersonation ? undefined : derivedKey(masterKey, apiKey, origin);
  const keyCache = cacheKeys((apiKey) => readActiveKey(sql, apiKey, derivedKeyOf), onForget);
  keyCache.keep(await readLatestKeys(sql, derivedKeyOf));

  async function create(address: string, nonce: string): Promise<Credentials | undefined> {
    const credentials = deriveCredentials(masterKey, address, nonce);
    await sql`
      insert into api_keys (api_key, address, nonce) values (${credentials.apiKey}, ${address}, ${nonce})
      on conflict do nothing`;
    keyCache.forget(credentials.apiKey);
    return derive(address, nonce);
  }

  /** Derives credentials and caches the key: its owner is about to use it. */
  async function derive(address: string, nonce: string): Promise<Credentials | undefined> {
    const [row] = await sql`
      select 1 from api_keys
      where address = ${address} and nonce = ${nonce} and revoked_at is null and not retired`;
    if (row === undefined) return undefined;
    const credentials = deriveCredentials(masterKey, address, nonce);
    await keyCache.find(credentials.apiKey);
    return credentials;
  }

  /** Takes the next nonce below those whose keys were revoked for good. */
  async function impersonate(address: string): Promise<Credentials> {
    const [row] = await sql<[{ nonce: string }]>`
      select (-1 - count(*))::text as nonce from api_keys
      where address = ${address} and nonce < 0 and revoked_at is not null and not retired`;
    const credentials = await create(address, row.nonce);
    if (credentials === undefined) throw new Error(`the key of nonce ${row.nonce} of ${address} was revoked`);
    return credentials;
  }

  async function isRevoked(address: string, nonce: string): Promise<boolean> {
    const [row] = await sql`
      select 1 from api_keys
      where address = ${address} and nonce = ${nonce} and revoked_at is not null and not retired`;
    return row !== undefined;
  }

  async function revoke(apiKey: string, at = new Date()): Promise<KeyRecord | undefined> {
    const revoked = isUuid(apiKey) ? await markRevoked(sql, apiKey, at) : undefined;
    keyCache.forget(apiKey);
    return revoked;
  }

  const read = async (apiKey: string): Promise<KeyRecord | undefined> =>
    isUuid(apiKey) ? readKey(sql, apiKey) : undefined;
  const findEnded = async (apiKey: string): Promise<SigningKey | undefined> =>
    isUuid(apiKey) ? readEndedKey(sql, masterKey, apiKey) : undefined;
  const { find, isRemembered, forget, forgetAll } = keyCache;
  return {
    create,
    derive,
    isRevoked,
    find,
    findEnded,
    isRemembered,
    list: (address) => listKeys(sql, address),
    read,
    impersonate,
    listImpersonated: () => listImpersonated(sql),
    credentialsOf: (address, nonce) => deriveCredentials(masterKey, address, nonce),
    revoke,
    forget,
    forgetAll,
  };
}

type DeriveKey = (apiKey: string, origin: Origin) => SigningKey | undefined;

async function readActiveKey(
  sql: OwnSql,
  apiKey: string,
  derive: DeriveKey,
): Promise<SigningKey | undefined> {
  const [row] = await sql<Origin[]>`
    select address, nonce from api_keys where api_key = ${apiKey} and revoked_at is null`;
  return row && derive(apiKey, row);
}

/** Reads a revoked key; a key that ended with its master key can no longer be checked. */
async function readEndedKey(
  sql: OwnSql,
  masterKey: Uint8Array,
  apiKey: string,
): Promise<SigningKey | undefined> {
  const [row] = await sql<Origin[]>`
    select address, nonce from api_keys
    where api_key = ${apiKey} and revoked_at is not null and not retired`;
  return row && derivedKey(masterKey, apiKey, row);
}

/** The wallet and nonce that a key is derived from. */
type Origin = { readonly address: string; readonly nonce: string };

const derivedKey = (masterKey: Uint8Array, apiKey: string, origin: Origin): SigningKey => {
  const { address, nonce } = origin;
  const key: ActiveKey = { apiKey, address, ...(isImpersonating(origin) && { impersonated: true }) };
  return signingKey(key, deriveCredentials(masterKey, address, nonce));
};

/** Tells whether a key impersonates its wallet: a nonce that a wallet signs is never negative. */
export const isImpersonating = ({ nonce }: Pick<Origin, "nonce">): boolean => nonce.startsWith("-");

async function readLatestKeys(sql: OwnSql, derive: DeriveKey): Promise<[string, SigningKey][]> {
  const rows = await sql<(Origin & { readonly apiKey: string })[]>`
    select api_key as "apiKey", address, nonce from api_keys where revoked_at is null
    order by created_at desc, api_key limit ${CACHED_AT_START}`;
  // The oldest first, as if they had been read in that order.
  return rows.toReversed().flatMap(({ apiKey, ...origin }): [string, SigningKey][] => {
    const key = derive(apiKey, origin);
    return key === undefined ? [] : [[apiKey, key]];
  });
}

const MAX_LISTED = 1_000;

const listKeys = (sql: OwnSql, address: string): Promise<KeyRecord[]> =>
  sql<KeyRecord[]>`
    select ${columns(sql)} from api_keys where address = ${address} order by created_at desc, nonce desc
    limit ${MAX_LISTED}`;

const listImpersonated = (sql: OwnSql): Promise<KeyRecord[]> =>
  sql<KeyRecord[]>`
    select ${columns(sql)} from api_keys where nonce < 0 order by created_at desc, api_key limit ${MAX_LISTED}`;

async function readKey(sql: OwnSql, apiKey: string): Promise<KeyRecord | undefined> {
  const [key] = await sql<KeyRecord[]>`select ${columns(sql)} from api_keys where api_key = ${apiKey}`;
  return key;
}

async function markRevoked(sql: OwnSql, apiKey: string, at: Date): Promise<KeyRecord | undefined> {
  const [key] = await sql<KeyRecord[]>`
    update api_keys set revoked_at = coalesce(revoked_at, ${at}) where api_key = ${apiKey}
    returning ${columns(sql)}`;
  return key;
}
