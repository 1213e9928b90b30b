/**
 * The keys of builders: who makes a client signs with one that an order came from it. What it signs with is derived
 * from the master key each time, as that of the keys that trade.
 */
import { deriveBuilderSecrets } from "../signing/credentials.ts";
import type { Credentials } from "../signing/credentials.ts";
import { signingKey } from "./api-keys.ts";
import type { SigningKey } from "./api-keys.ts";
import type { Sql } from "./database.ts";
import { createFurtherKey, findFurtherKey, listFurtherKeys, revokeFurtherKeys } from "./further-keys.ts";
import type { FurtherKey, FurtherKeysOf } from "./further-keys.ts";
import { rememberKeys } from "./remembered-keys.ts";

export type BuilderKeyRing = {
  /** A new key; `undefined` when the wallet has as many as it may. */
  create(address: string): Promise<Credentials | undefined>;
  /** The key as it can be used now. `undefined` when it is unknown or revoked. */
  find(apiKey: string): Promise<SigningKey | undefined>;
  list(address: string): Promise<readonly FurtherKey[]>;
  /** Revokes for good: requests that come after it are refused. */
  revoke(keys: FurtherKeysOf): Promise<void>;
};

export function createBuilderKeyRing(sql: Sql, masterKey: Uint8Array): BuilderKeyRing {
  const remembered = rememberKeys(async (apiKey) => {
    const key = await findFurtherKey(sql, "builder", apiKey);
    return key && signingKey(key, deriveBuilderSecrets(masterKey, apiKey, key.address));
  });

  async function create(address: string): Promise<Credentials | undefined> {
    const key = await createFurtherKey(sql, "builder", address);
    if (key !== undefined) remembered.forget(key.apiKey);
    return key && { apiKey: key.apiKey, ...deriveBuilderSecrets(masterKey, key.apiKey, address) };
  }

  async function revoke(keys: FurtherKeysOf): Promise<void> {
    for (const { apiKey } of await revokeFurtherKeys(sql, "builder", keys)) remembered.forget(apiKey);
  }

  const list = (address: string): Promise<readonly FurtherKey[]> => listFurtherKeys(sql, "builder", address);
  return { create, find: remembered.find, list, revoke };
}
