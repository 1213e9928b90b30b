/** Copies of a sandbox: a file of its state now or of a snapshot, and a data directory that is made from such a file. */
import { copyFileSync, existsSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Config } from "../../settings/config.ts";
import { RELEASE } from "../../release.ts";
import { openBackupFile, writeBackupFile } from "../../operate/backup/backup-file.ts";
import { assertBackupNotNewer, restoreBackup } from "../../operate/backup/restore-backup.ts";
import { readBackupContent } from "../../operate/backup/write-backup.ts";
import { readRunMode } from "../../store/journal/run-mode.ts";
import { ADMIN_TOKEN } from "../../store/server/data-directory.ts";
import { findMasterKey } from "../../store/keys/master-key.ts";
import { readSnapshotTables } from "../../store/sandbox/snapshots.ts";
import { readStoredTime } from "../../store/sandbox/virtual-time.ts";
import { openDatabase } from "../../store/sql/database.ts";
import type { Sql } from "../../store/sql/database.ts";
import { requireSchema } from "../../store/sql/schema/require-schema.ts";
import { inSnapshot } from "../../store/sql/table-stream.ts";
import { removeAllWebhooks } from "../../store/webhooks/webhooks.ts";
import { writeOutput } from "../terminal/output-file.ts";
import { openForReading, openOrCreate } from "./open-database.ts";
import { readCarriedKey, withMasterKey } from "./restore.ts";

const SESSION = "presage fork";

/**
 * Writes the state of a sandbox, which may be running, into a file that `restoreState` reads; with the name of a
 * snapshot, its state. The master key, from which the API keys follow, is in the file.
 */
export async function writeState(config: Config, file: string, snapshot: string | undefined): Promise<void> {
  const source = await openForReading(config);
  try {
    await inSnapshot(source.url, SESSION, async (sql) => {
      await requireSchema(sql);
      await assertNotProduction(sql);
      if (snapshot !== undefined) await readSnapshotTables(sql, snapshot);
      const masterKey = findMasterKey(config);
      const terms = { version: RELEASE.version, time: new Date(), masterKey };
      const { header, lines } = await readBackupContent(sql, { ...terms, withKeys: masterKey !== undefined });
      await writeOutput(file, writeBackupFile(header, lines));
    });
  } finally {
    await source.close();
  }
}

/**
 * Refuses a copy of a production exchange: its accounts, keys and operators would run as a sandbox, whatever the
 * settings.
 */
async function assertNotProduction(sql: Sql): Promise<void> {
  const mode = await readRunMode(sql);
  if (mode === "sandbox") return;
  const is = mode === undefined ? "was not started yet: start it as a sandbox first" : "is in production";
  throw new Error(`fork: expected a sandbox, and the exchange of this data directory ${is}`);
}

/** Facts of a restored state; `virtual` is true if the state has a virtual clock. */
export type RestoredState = { readonly virtual: boolean };

/** Makes the exchange of a state's file in the data directory, which must hold none. */
export async function restoreState(config: Config, file: string): Promise<RestoredState> {
  const backup = await openBackupFile(file);
  assertBackupNotNewer(backup.header);
  const carriedKey = backup.header.masterKey.included ? await readCarriedKey(backup) : undefined;
  return withMasterKey(config, carriedKey, async () => {
    const target = await openOrCreate(config);
    try {
      await restoreBackup({ url: target.url, backup, lastSeq: backup.header.seq, endsKeys: false });
      await dropWebhooks(target.url);
      const time = await inSnapshot(target.url, SESSION, readStoredTime);
      return { virtual: time !== undefined };
    } finally {
      await target.close();
    }
  });
}

/** Makes a copy of a sandbox, with its secrets, in a data directory, which must hold no exchange. */
export async function copyExchange(
  config: Config,
  directory: string,
  snapshot: string | undefined,
): Promise<RestoredState> {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const file = join(directory, "fork.backup");
  await writeState(config, file, snapshot);
  const token = join(config.dataDirectory, ADMIN_TOKEN);
  if (existsSync(token)) copyFileSync(token, join(directory, ADMIN_TOKEN));
  return restoreState({ ...config, dataDirectory: directory }, file).finally(() => rmSync(file));
}

/** Removes the webhooks from the copy: their receivers do not expect its events. */
async function dropWebhooks(url: string): Promise<void> {
  const sql = openDatabase(url, { name: SESSION, maxConnections: 1 });
  await removeAllWebhooks(sql).finally(() => sql.end({ timeout: 1 }));
}
