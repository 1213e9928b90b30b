/**
 * Rotates the master key of a stopped exchange. The keys made with the old one end in one transaction, which also
 * writes to the audit log, and the file changes after it. A start, or the next rotation, completes a rotation that was
 * interrupted between the two.
 */
import { randomBytes } from "node:crypto";
import type { Client } from "pg";
import { FIRST_OPERATOR } from "../../signing/operators.ts";
import { appendNote } from "../journal/append-note.ts";
import type { WriterSession } from "../journal/writer-session.ts";
import { writeDurably } from "../server/disk-space.ts";
import {
  completeRotation,
  isMadeWith,
  MADE_KEYS,
  nextKeyFile,
  readFingerprint,
  storedFingerprintOf,
  storeFingerprint,
} from "./master-key.ts";
import type { MadeKey, MasterKeySettings } from "./master-key.ts";

/** Numbers of ended keys. */
export type EndedKeys = { readonly apiKeys: number; readonly builderKeys: number };

/** `ended` is absent if the database had that key's fingerprint already, and nothing was done. */
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
    const fingerprint = storedFingerprintOf(key);
    writeDurably(nextKeyFile(dataDirectory), `${key}\n`);
    const ended = await endKeysFor(writer, { from: stored, to: fingerprint, reason });
    completeRotation(dataDirectory, fingerprint);
    return { fingerprint, ended };
  }
  const fingerprint = storedFingerprintOf(masterKey);
  if (fingerprint === stored) return { fingerprint };
  await refuseUsedKey(writer.client, masterKey);
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
    await appendNote(writer, {
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
async function refuseUsedKey(client: Client, masterKey: string): Promise<void> {
  const { rows } = await client.query<MadeKey>(MADE_KEYS);
  if (rows.some((made) => isMadeWith(masterKey, made)))
    throw new Error("PRESAGE_MASTER_KEY is a key that API keys were made with before: set it to a new one");
}
