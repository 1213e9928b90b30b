/**
 * Another master key for an exchange that is stopped. The keys made with the one before end in one transaction, and the
 * file changes after it; a start, or the next rotation, makes up for a change that was cut off between the two.
 */
import { randomBytes } from "node:crypto";
import type { Client } from "pg";
import { deriveCredentials } from "../signing/credentials.ts";
import { writeDurably } from "./durable-file.ts";
import {
  completeRotation,
  nextKeyFile,
  readFingerprint,
  storedFingerprintOf,
  storeFingerprint,
} from "./master-key.ts";
import type { MasterKeySettings } from "./master-key.ts";

/** How many keys ended. */
export type EndedKeys = { readonly apiKeys: number; readonly builderKeys: number };

/** `ended` is absent when the database has that key's fingerprint already, and nothing was done. */
export type Rotation = { readonly fingerprint: string; readonly ended?: EndedKeys };

/** `client` is the writer's, so that no exchange runs on its database. */
export async function rotateMasterKey(
  client: Client,
  { masterKey, dataDirectory }: MasterKeySettings,
): Promise<Rotation> {
  const stored = await readFingerprint(client);
  if (masterKey === undefined) {
    if (stored !== undefined) completeRotation(dataDirectory, stored);
    const key = randomBytes(32).toString("hex");
    const fingerprint = storedFingerprintOf(key);
    writeDurably(nextKeyFile(dataDirectory), `${key}\n`);
    const ended = await endKeysFor(client, fingerprint);
    completeRotation(dataDirectory, fingerprint);
    return { fingerprint, ended };
  }
  const fingerprint = storedFingerprintOf(masterKey);
  if (fingerprint === stored) return { fingerprint };
  await refuseUsedKey(client, masterKey);
  return { fingerprint, ended: await endKeysFor(client, fingerprint) };
}

async function endKeysFor(client: Client, fingerprint: string): Promise<EndedKeys> {
  await client.query("begin");
  try {
    const ended = await endKeys(client);
    await storeFingerprint(client, fingerprint);
    await client.query("commit");
    return ended;
  } catch (error) {
    await client.query("rollback").catch(() => {});
    throw error;
  }
}

/** Ends all keys that follow from the master key. Those that were revoked before stay so, and their nonces used up. */
export async function endKeys(client: Client): Promise<EndedKeys> {
  const { rowCount: apiKeys } = await client.query(
    "update api_keys set revoked_at = now(), retired = true where revoked_at is null",
  );
  const { rowCount: builderKeys } = await client.query(
    "update further_keys set revoked_at = now() where kind = 'builder' and revoked_at is null",
  );
  return { apiKeys: apiKeys ?? 0, builderKeys: builderKeys ?? 0 };
}

type MadeKey = { readonly api_key: string; readonly address: string; readonly nonce: string };

/** A wallet could not make a key that it had already: it would be one that ended. */
async function refuseUsedKey(client: Client, masterKey: string): Promise<void> {
  const bytes = Buffer.from(masterKey, "hex");
  const { rows } = await client.query<MadeKey>("select api_key, address, nonce::text as nonce from api_keys");
  const isMade = ({ api_key, address, nonce }: MadeKey): boolean =>
    deriveCredentials(bytes, address, nonce).apiKey === api_key;
  if (rows.some(isMade))
    throw new Error("PRESAGE_MASTER_KEY is a key that API keys were made with before: set it to a new one");
}
