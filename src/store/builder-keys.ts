/**
 * The keys of builders: who makes a client signs with one that an order came from it. What it signs with is derived
 * from the master key each time, as that of the keys that trade.
 */
import { deriveBuilderSecrets } from "../signing/credentials.ts";
import type { Credentials } from "../signing/credentials.ts";
import { signingKey } from "./api-keys.ts";
import type { ActiveKey, SigningKey } from "./api-keys.ts";
import type { Sql } from "./database.ts";
import { addFurtherKey, findFurtherKey, listFurtherKeys, revokeFurtherKeys } from "./further-keys.ts";
import type { FurtherKey, FurtherKeysOf } from "./further-keys.ts";
import { rememberKeys } from "./remembered-keys.ts";

export type BuilderKeyRing = {
  /** Stores a key of a wallet, and gives its credentials; one that is there already stays as it is, revoked or not. */
  add(key: ActiveKey): Promise<Credentials>;
  /** The key as it can be used now. `undefined` when it is unknown or revoked. */
  find(apiKey: string): Promise<SigningKey | undefined>;
  list(address: string): Promise<readonly FurtherKey[]>;
  /** Revokes for good: requests that come after it are refused. */
  revoke(keys: FurtherKeysOf & { readonly at?: Date }): Promise<void>;
};

export function createBuilderKeyRing(sql: Sql, masterKey: Uint8Array): BuilderKeyRing {
  const remembered = rememberKeys(async (apiKey) => {
    const key = await findFurtherKey(sql, "builder", apiKey);
    return key && signingKey(key, deriveBuilderSecrets(masterKey, apiKey, key.address));
  });

  async function add({ apiKey, address }: ActiveKey): Promise<Credentials> {
    await addFurtherKey(sql, { kind: "builder", apiKey, address });
    remembered.forget(apiKey);
    return { apiKey, ...deriveBuilderSecrets(masterKey, apiKey, address) };
  }

  async function revoke(keys: FurtherKeysOf & { readonly at?: Date }): Promise<void> {
    for (const { apiKey } of await revokeFurtherKeys(sql, "builder", keys)) remembered.forget(apiKey);
  }

  const list = (address: string): Promise<readonly FurtherKey[]> => listFurtherKeys(sql, "builder", address);
  return { add, find: remembered.find, list, revoke };
}
