/**
 * The master key of an exchange, and its fingerprint in the database, which tells the key that the API keys were made
 * with. With another master key they would all be refused, and their wallets could not make new ones.
 */
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Client } from "pg";
import { deriveCredentials } from "../../signing/credentials.ts";
import { MASTER_KEY, readOrCreateSecret } from "../server/data-directory.ts";
import { readIfPresent, renameDurably } from "../server/disk-space.ts";

/** Source of the master key: a setting, or the data directory's file. */
export type MasterKeySettings = {
  readonly masterKey: string | undefined;
  readonly dataDirectory: string;
  /** Seed of a sandbox, from which a missing key is derived. */
  readonly seed?: string | undefined;
};

/** The file of the new key during a rotation, before it replaces the old one. */
const NEXT = `${MASTER_KEY}.new`;

/** Returns the fingerprint of a key: deterministic, and useless for finding the key. */
export const fingerprintOf = (masterKey: string): string =>
  createHash("sha256").update(`presage master key ${masterKey}`).digest("hex").slice(0, 16);

/** Returns the fingerprint of a key as stored in the database; the case of the key does not matter. */
export const storedFingerprintOf = (masterKey: string): string => fingerprintOf(masterKey.toLowerCase());

/** Describes the location of the master key, for people. */
export const masterKeyPlace = ({ masterKey, dataDirectory }: MasterKeySettings): string =>
  masterKey === undefined ? join(dataDirectory, MASTER_KEY) : "PRESAGE_MASTER_KEY";

/** Reads the master key as the exchange does, but never creates it; `undefined` if there is none. */
export function findMasterKey({ masterKey, dataDirectory }: MasterKeySettings): string | undefined {
  if (masterKey !== undefined) return masterKey;
  if (!existsSync(join(dataDirectory, MASTER_KEY))) return undefined;
  return readOrCreateSecret(dataDirectory, MASTER_KEY, 32);
}

/** Returns the path of a data directory's next key, until the database has its fingerprint. */
export const nextKeyFile = (dataDirectory: string): string => join(dataDirectory, NEXT);

/**
 * Returns the master key for a start; creates one if the database has no fingerprint. Throws one clear sentence if it
 * is not the key that the database's keys were made with. `client` is the writer's.
 */
export async function settleMasterKey(client: Client, settings: MasterKeySettings): Promise<string> {
  const { masterKey, dataDirectory } = settings;
  const stored = await readFingerprint(client);
  if (stored === undefined) return adoptMasterKey(client, settings);
  if (masterKey === undefined) completeRotation(dataDirectory, stored);
  const key = findMasterKey(settings);
  if (key !== undefined && storedFingerprintOf(key) === stored) return key;
  throw wrongKey(settings, key, `that of fingerprint ${stored}`);
}

/**
 * Adopts a master key if the database has no fingerprint: there are no keys yet, or they are older than the
 * fingerprint.
 */
async function adoptMasterKey(client: Client, settings: MasterKeySettings): Promise<string> {
  const found = findMasterKey(settings);
  const { rows } = await client.query<MadeKey>(`${MADE_KEYS} where revoked_at is null limit 1`);
  if (rows.some((made) => found === undefined || !isMadeWith(found, made)))
    throw wrongKey(settings, found, "another one");
  const key = found ?? readOrCreateSecret(settings.dataDirectory, MASTER_KEY, 32, settings.seed);
  await storeFingerprint(client, storedFingerprintOf(key));
  return key;
}

function wrongKey(settings: MasterKeySettings, key: string | undefined, right: string): Error {
  const place = masterKeyPlace(settings);
  const found = key === undefined ? "is not there" : `has the fingerprint ${storedFingerprintOf(key)}`;
  return new Error(
    `The master key of ${place} ${found}, and the exchange's keys were made with ${right}: put the right key back, or end these keys with presage rotate-master-key`,
  );
}

/** A wallet's key, derived from the master key. */
export type MadeKey = { readonly api_key: string; readonly address: string; readonly nonce: string };

export const MADE_KEYS = "select api_key, address, nonce::text as nonce from api_keys";

export const isMadeWith = (masterKey: string, { api_key, address, nonce }: MadeKey): boolean =>
  deriveCredentials(Buffer.from(masterKey, "hex"), address, nonce).apiKey === api_key;

/** Reads the fingerprint of the key that the database's keys were made with. */
export async function readFingerprint(client: Client): Promise<string | undefined> {
  const { rows } = await client.query<{ fingerprint: string }>("select fingerprint from master_key");
  return rows[0]?.fingerprint;
}

export async function storeFingerprint(client: Client, fingerprint: string): Promise<void> {
  await client.query(
    `insert into master_key (fingerprint) values ($1)
     on conflict (single) do update set fingerprint = excluded.fingerprint`,
    [fingerprint],
  );
}

/**
 * Completes a rotation that was interrupted after the database got the next key's fingerprint: moves that key into
 * place.
 */
export function completeRotation(dataDirectory: string, stored: string): void {
  const next = nextKeyFile(dataDirectory);
  const key = readIfPresent(next)?.trim();
  if (key === undefined || storedFingerprintOf(key) !== stored) return;
  renameDurably(next, join(dataDirectory, MASTER_KEY));
}
