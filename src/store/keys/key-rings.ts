/** The keys of an exchange: those of wallets, those of builders, and the ids of further keys. */
import { deriveBuilderSecrets, deriveFurtherKeyId } from "../../signing/credentials.ts";
import type { Credentials } from "../../signing/credentials.ts";
import type { OwnSql, Sql } from "../sql/database.ts";
import { createKeyRing, signingKey } from "./api-keys.ts";
import type { ActiveKey, KeyRing, KeyRules, SigningKey } from "./api-keys.ts";
import {
  addFurtherKey,
  findFurtherKey,
  listFurtherKeys,
  listLatestKeys,
  readFurtherKey,
  revokeFurtherKeys,
} from "./further-keys.ts";
import type { FurtherKey, FurtherKeyKind, FurtherKeySelection } from "./further-keys.ts";
import { CACHED_AT_START, isUuid, cacheKeys } from "./key-cache.ts";

// The keys of builders: with such a key, the developer of a client signs that an order came from the client. Its secret is
// derived from the master key each time, like the secrets of trading keys.

type BuilderKeyRing = {
  /** Stores a key of a wallet, and returns its credentials; an existing key is not changed, revoked or not. */
  add(key: ActiveKey): Promise<Credentials>;
  /** Finds a usable key; `undefined` if it is unknown or revoked. */
  find(apiKey: string): Promise<SigningKey | undefined>;
  /** Finds a revoked key, with the secrets that it had. */
  findEnded(apiKey: string): Promise<SigningKey | undefined>;
  /** Returns true if `find` needs no database query for this key. */
  isRemembered(apiKey: string): boolean;
  list(address: string): Promise<readonly FurtherKey[]>;
  /** Revokes keys for good: later requests are refused. */
  revoke(keys: FurtherKeySelection & { readonly at?: Date }): Promise<void>;
  /** Drops a cached key: another process made or revoked it. */
  forget(apiKey: string): void;
  /** Clears the cache: the database was put back to an earlier state. */
  forgetAll(): void;
};

/** Creates the access to all keys of builders, with the latest of them cached. */
export async function createBuilderKeyRing(
  sql: OwnSql,
  masterKey: Uint8Array,
  onForget?: (apiKey: string) => void,
): Promise<BuilderKeyRing> {
  const signing = ({ apiKey, address }: ActiveKey): SigningKey =>
    signingKey({ apiKey, address }, deriveBuilderSecrets(masterKey, apiKey, address));
  const keyCache = cacheKeys(async (apiKey) => {
    const key = await findFurtherKey(sql, "builder", apiKey);
    return key && signing(key);
  }, onForget);
  const latest = await listLatestKeys(sql, "builder", CACHED_AT_START);
  keyCache.keep(latest.toReversed().map((key) => [key.apiKey, signing(key)]));

  async function add({ apiKey, address }: ActiveKey): Promise<Credentials> {
    await addFurtherKey(sql, { kind: "builder", apiKey, address });
    keyCache.forget(apiKey);
    // The key is about to be used.
    await keyCache.find(apiKey);
    return { apiKey, ...deriveBuilderSecrets(masterKey, apiKey, address) };
  }

  async function revoke(keys: FurtherKeySelection & { readonly at?: Date }): Promise<void> {
    for (const { apiKey } of await revokeFurtherKeys(sql, "builder", keys)) keyCache.forget(apiKey);
  }

  async function findEnded(apiKey: string): Promise<SigningKey | undefined> {
    const key = isUuid(apiKey) ? await readFurtherKey(sql, apiKey) : undefined;
    return key?.kind === "builder" && key.revokedAt !== null ? signing(key) : undefined;
  }

  const list = (address: string): Promise<readonly FurtherKey[]> => listFurtherKeys(sql, "builder", address);
  const { find, isRemembered, forget, forgetAll } = keyCache;
  return { add, find, findEnded, isRemembered, list, revoke, forget, forgetAll };
}

export type KeyRings = {
  readonly keys: KeyRing;
  readonly builderKeys: BuilderKeyRing;
  /** Derives the id of the read-only or builder key that a request asks for. */
  readonly furtherKeyId: (kind: FurtherKeyKind, request: string) => string;
};

export async function openKeyRings(sql: Sql, master: Uint8Array, rules: KeyRules): Promise<KeyRings> {
  return {
    keys: await createKeyRing(sql, master, rules),
    builderKeys: await createBuilderKeyRing(sql, master, rules.onForget),
    furtherKeyId: (kind, request) => deriveFurtherKeyId(master, kind, request),
  };
}
