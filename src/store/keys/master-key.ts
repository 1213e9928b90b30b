/**
 * The master key of an exchange, and its fingerprint in the database, which identifies the key that the API keys were
 * made with. With another master key all API keys would be refused, and their wallets could not make new ones.
 */
import { createHash, randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Client } from "pg";
import type { Sql } from "../sql/database.ts";
import { deriveCredentials } from "../../signing/credentials.ts";
import { FIRST_OPERATOR } from "../../signing/operators.ts";
import { appendAuditNote } from "../journal/append-audit-note.ts";
import type { WriterSession } from "../journal/writer-session.ts";
import { MASTER_KEY, readOrCreateSecret } from "../server/data-directory.ts";
import { readIfPresent, renameDurably, writeDurably } from "../server/disk-space.ts";

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
export const computeFingerprint = (masterKey: string): string =>
  createHash("sha256").update(`presage master key ${masterKey}`).digest("hex").slice(0, 16);

/** Returns the fingerprint of a key as stored in the database; the case of the key does not matter. */
export const computeStoredFingerprint = (masterKey: string): string =>
  computeFingerprint(masterKey.toLowerCase());

/** Describes the location of the master key, for people. */
export const describeMasterKeyLocation = ({ masterKey, dataDirectory }: MasterKeySettings): string =>
  masterKey === undefined ? join(dataDirectory, MASTER_KEY) : "PRESAGE_MASTER_KEY";

/** Reads the master key as the exchange does, but never creates it; `undefined` if there is none. */
export function findMasterKey({ masterKey, dataDirectory }: MasterKeySettings): string | undefined {
  if (masterKey !== undefined) return masterKey;
  if (!existsSync(join(dataDirectory, MASTER_KEY))) return undefined;
  return readOrCreateSecret(dataDirectory, MASTER_KEY, 32);
}

/** Returns the path of a data directory's next key, until the database has its fingerprint. */
const nextKeyFile = (dataDirectory: string): string => join(dataDirectory, NEXT);

/**
 * Returns the master key for a start; creates one if the database has no fingerprint. Throws one clear sentence if it
 * is not the key that the database's keys were made with. `client` is the writer's.
 */
export async function resolveMasterKey(client: Client, settings: MasterKeySettings): Promise<string> {
  const { masterKey, dataDirectory } = settings;
  const stored = await readFingerprint(client);
  if (stored === undefined) return adoptMasterKey(client, settings);
  if (masterKey === undefined) completeRotation(dataDirectory, stored);
  const key = findMasterKey(settings);
  if (key !== undefined && computeStoredFingerprint(key) === stored) return key;
  throw wrongKey(settings, key, `that of fingerprint ${stored}`);
}

/** Refuses another master key than that of the database's keys; a database without any takes each. */
export async function checkMasterKey(sql: Sql, settings: MasterKeySettings): Promise<void> {
  const [table] = await sql<{ found: boolean }[]>`select to_regclass('master_key') is not null as found`;
  if (table?.found !== true) return;
  const [row] = await sql`select from master_key`;
  if (row !== undefined) await requireMasterKey(sql, settings);
}

/** Returns the master key of a gateway. Throws one clear sentence if the exchange's keys were made with another one. */
export async function requireMasterKey(sql: Sql, settings: MasterKeySettings): Promise<string> {
  const [row] = await sql<{ fingerprint: string }[]>`select fingerprint from master_key`;
  const key = findMasterKey(settings);
  if (key !== undefined && computeStoredFingerprint(key) === row?.fingerprint) return key;
  throw wrongKey(settings, key, `that of fingerprint ${row?.fingerprint ?? "unknown"}`);
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
  await storeFingerprint(client, computeStoredFingerprint(key));
  return key;
}

function wrongKey(settings: MasterKeySettings, key: string | undefined, right: string): Error {
  const place = describeMasterKeyLocation(settings);
  const found = key === undefined ? "is not there" : `has the fingerprint ${computeStoredFingerprint(key)}`;
  return new Error(
    `The master key of ${place} ${found}, and the exchange's keys were made with ${right}: put the right key back, or end these keys with presage rotate-master-key`,
  );
}

/** A wallet's key, derived from the master key. */
type MadeKey = { readonly api_key: string; readonly address: string; readonly nonce: string };

const MADE_KEYS = "select api_key, address, nonce::text as nonce from api_keys";

const isMadeWith = (masterKey: string, { api_key, address, nonce }: MadeKey): boolean =>
  deriveCredentials(Buffer.from(masterKey, "hex"), address, nonce).apiKey === api_key;

/** Reads the fingerprint of the key that the database's keys were made with. */
async function readFingerprint(client: Client): Promise<string | undefined> {
  const { rows } = await client.query<{ fingerprint: string }>("select fingerprint from master_key");
  return rows[0]?.fingerprint;
}

async function storeFingerprint(client: Client, fingerprint: string): Promise<void> {
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
function completeRotation(dataDirectory: string, stored: string): void {
  const next = nextKeyFile(dataDirectory);
  const key = readIfPresent(next)?.trim();
  if (key === undefined || computeStoredFingerprint(key) !== stored) return;
  renameDurably(next, join(dataDirectory, MASTER_KEY));
}

// Rotates the master key of a stopped exchange. The keys made with the old one end in one transaction, which also
// writes to the audit log, and the file changes after it. A start, or the next rotation, completes a rotation that was
// interrupted between the two.

/** Numbers of ended keys. */
type EndedKeys = { readonly apiKeys: number; readonly builderKeys: number };

/** Result of a rotation; `ended` is absent if the database had that key's fingerprint already, and nothing was done. */
export type Rotation = { readonly fingerprint: string; readonly ended?: EndedKeys };

/** Replaces the master key; no exchange runs on the database while this writer exists. */
export async function rotateMasterKey(
  writer: WriterSession,
  { masterKey, dataDirectory }: MasterKeySettings,
  reason: string,
): Promise<Rotation> {
  const stored = await readFingerprint(writer.client);
  if (masterKey === undefined) {
    if (stored !== undefined) completeRotation(dataDirectory, stored);
    const key = randomBytes(32).toString("hex");
    const fingerprint = computeStoredFingerprint(key);
    writeDurably(nextKeyFile(dataDirectory), `${key}\n`);
    const ended = await endKeysFor(writer, { from: stored, to: fingerprint, reason });
    completeRotation(dataDirectory, fingerprint);
    return { fingerprint, ended };
  }
  const fingerprint = computeStoredFingerprint(masterKey);
  if (fingerprint === stored) return { fingerprint };
  await assertUnusedKey(writer.client, masterKey);
  return { fingerprint, ended: await endKeysFor(writer, { from: stored, to: fingerprint, reason }) };
}

/** Fingerprints; `from` is unknown for an exchange that has not started since the database stores them. */
type Change = { readonly from: string | undefined; readonly to: string; readonly reason: string };

async function endKeysFor(writer: WriterSession, { from, to, reason }: Change): Promise<EndedKeys> {
  const { client } = writer;
  await client.query("begin");
  try {
    const ended = await endKeys(client);
    await storeFingerprint(client, to);
    await appendAuditNote(writer, {
      operator: FIRST_OPERATOR,
      action: "rotate-master-key",
      subject: "master-key",
      reason,
      details: { from: from ?? null, to, ...ended },
    });
    await client.query("commit");
    return ended;
  } catch (error) {
    await client.query("rollback").catch(() => {});
    throw error;
  }
}

/** Ends all keys derived from the master key. Keys revoked before stay revoked, and their nonces stay used. */
export async function endKeys(client: Client): Promise<EndedKeys> {
  const { rowCount: apiKeys } = await client.query(
    "update api_keys set revoked_at = now(), retired = true where revoked_at is null",
  );
  const { rowCount: builderKeys } = await client.query(
    "update further_keys set revoked_at = now() where kind = 'builder' and revoked_at is null",
  );
  return { apiKeys: apiKeys ?? 0, builderKeys: builderKeys ?? 0 };
}

/** Refuses a master key that was used before: a wallet could not make a key again that has ended. */
async function assertUnusedKey(client: Client, masterKey: string): Promise<void> {
  const { rows } = await client.query<MadeKey>(MADE_KEYS);
  if (rows.some((made) => isMadeWith(masterKey, made)))
    throw new Error("PRESAGE_MASTER_KEY is a key that API keys were made with before: set it to a new one");
}
