/** `presage restore`: restores a backup into an empty data directory or database, and verifies it. */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { parseListedInstant } from "../../listings/dates.ts";
import type { Config } from "../../settings/config.ts";
import type { BackupFile } from "../../operate/backup/backup-file.ts";
import { findLastBatch } from "../../operate/backup/moment.ts";
import type { Moment } from "../../operate/backup/moment.ts";
import { assertBackupNotNewer, restoreBackup } from "../../operate/backup/restore-backup.ts";
import type { JournalHead } from "../../store/journal/journal.ts";
import {
  findMasterKey,
  computeFingerprint,
  describeMasterKeyLocation,
  computeStoredFingerprint,
} from "../../store/keys/master-key.ts";
import { MASTER_KEY } from "../../store/server/data-directory.ts";
import { writeDurably } from "../../store/server/disk-space.ts";
import { nextRow } from "../../store/sql/table-stream.ts";
import { readCommandLine, getTextFlag } from "../terminal/command-line.ts";
import type { CommandLine, Subcommands } from "../terminal/command-line.ts";
import { printResult } from "../terminal/table.ts";
import { openBackup } from "./open-backup.ts";
import { openOrCreate, withDatabase } from "./open-database.ts";
import { withProgress } from "../terminal/progress.ts";
import { VERIFY_SESSIONS, verificationText, verifyDatabase } from "./verify.ts";

// Parser of the moment whose state a restore produces.

/** Reads a batch such as `1041`, or an instant. Throws an Error with the expected form and the given text. */
export function parseMoment(text: string): Moment {
  if (/^[1-9]\d{0,15}$/.test(text)) return { by: "batch", seq: Number(text) };
  const instant = parseListedInstant(text);
  if (instant !== undefined) return { by: "time", at: Date.parse(instant) };
  throw new Error(`expected a batch like 1041, or an instant like 2026-01-31T12:00:00Z, got "${text}"`);
}

const RESTORE_HELP = `Usage: presage restore PLACE [--to TIME|BATCH] [--without-keys] [settings]

Makes the exchange of a backup in a data directory that holds none, or in an empty database, and verifies it. PLACE
is the file of a backup, or a directory or s3://BUCKET/PREFIX with scheduled ones, of which the right ones are taken. The
master key has to be in the backup (--with-keys), in the data directory or in PRESAGE_MASTER_KEY. All files are checked
before anything is made, and what goes wrong later leaves no exchange.

  --to TIME|BATCH  leaves out what the journal has after this instant or batch; API keys and sites are those of the backup
  --without-keys   goes on without the master key: API keys and builders' keys end, and wallets make new ones

  presage restore presage.backup --data-dir ./data
  presage restore s3://backups.example/presage --data-dir ./data
  presage restore presage.backup --data-dir ./before --to 2026-05-01T12:00:00Z
  presage restore presage.backup --data-dir ./before --to 1041
`;

export async function restore(args: readonly string[]): Promise<number> {
  const line = readCommandLine("restore", args, { "--to": "text", "--without-keys": "switch" });
  const { config, operands } = line;
  const [file, ...more] = operands;
  if (file === undefined || more.length > 0)
    throw new Error(`restore takes one file, got ${operands.length}; see presage restore --help`);
  const moment = readMoment(getTextFlag(line, "--to"));
  const openedBackup = await openBackup(config, file, moment).catch(rethrowNothingRestored);
  try {
    return await restoreOpened(line, { file, backup: openedBackup.backup, moment });
  } finally {
    openedBackup.close();
  }
}

function rethrowNothingRestored(error: unknown): never {
  const why = error instanceof Error ? error.message : String(error);
  throw new Error(`${why.replace(/\.$/, "")}. Nothing was restored.`, { cause: error });
}

type NamedBackup = {
  readonly file: string;
  readonly backup: BackupFile;
  readonly moment: Moment | undefined;
};

async function restoreOpened(
  { config, flags }: CommandLine,
  { file, backup, moment }: NamedBackup,
): Promise<number> {
  assertBackupNotNewer(backup.header);
  const lastSeq = moment === undefined ? backup.header.seq : await findMoment(backup, moment);
  const carriedKey = await findKeyToWrite(config, backup, flags.has("--without-keys"));
  return withDatabase(openOrCreate(config), async (url) => {
    const endsKeys = flags.has("--without-keys") && lacksKey(config, backup);
    const blocked = { url, sessions: "presage (restore|migration|writer)", what: "batches restored" };
    const head = await withMasterKey(config, carriedKey, () =>
      withProgress(blocked, (onBatch) => restoreBackup({ url, backup, lastSeq, endsKeys, onBatch })),
    );
    return verifyRestored(config, url, { file, backup, head });
  });
}

function readMoment(text: string | undefined): Moment | undefined {
  try {
    return text === undefined ? undefined : parseMoment(text);
  } catch (error) {
    throw withFlagName(error);
  }
}

const findMoment = (backup: BackupFile, moment: Moment): Promise<number> =>
  findLastBatch(backup, moment).catch((error: unknown) => {
    throw withFlagName(error);
  });

/** Adds the name of the flag `--to` to an error. */
const withFlagName = (error: unknown): Error =>
  new Error(`--to: ${error instanceof Error ? error.message : String(error)}`, { cause: error });

/**
 * Finds the backup's master key if the restore must write a key file. Throws if the exchange would start with a
 * different key.
 */
async function findKeyToWrite(
  config: Config,
  backup: BackupFile,
  withoutKeys: boolean,
): Promise<string | undefined> {
  const { included } = backup.header.masterKey;
  const presentKey = findMasterKey(config);
  const place = describeMasterKeyLocation(config);
  if (withoutKeys) return undefined;
  if (presentKey !== undefined) {
    if (!lacksKey(config, backup)) return undefined;
    throw new Error(
      `${place} is not the master key of this backup: put the right one there, or use --without-keys`,
    );
  }
  if (!included)
    throw new Error(
      `The backup holds no master key, and there is none in ${place}: put it there, or use --without-keys`,
    );
  return readCarriedKey(backup);
}

/** Tells if there is no master key here, or one that is known to differ from the backup's. */
function lacksKey(config: Config, { header }: BackupFile): boolean {
  const { fingerprint } = header.masterKey;
  const presentKey = findMasterKey(config);
  if (presentKey === undefined) return true;
  return (
    fingerprint !== undefined &&
    ![computeFingerprint(presentKey), computeStoredFingerprint(presentKey)].includes(fingerprint)
  );
}

/** Returns the master key that the backup includes. */
export async function readCarriedKey(backup: BackupFile): Promise<string> {
  const lines = backup.lines();
  const line = (await nextRow(lines)) ?? "";
  await lines.return(undefined);
  if (/^![0-9a-f]{64}$/.test(line)) return line.slice(1);
  throw new Error("The backup is damaged: it says that the master key is in it, and it is not");
}

/** Writes the master key before the exchange is restored, and removes it if the restore fails. */
export async function withMasterKey<T>(
  { dataDirectory }: Pick<Config, "dataDirectory">,
  key: string | undefined,
  use: () => Promise<T>,
): Promise<T> {
  const path = join(dataDirectory, MASTER_KEY);
  if (key !== undefined) writeDurably(path, `${key}\n`);
  try {
    return await use();
  } catch (error) {
    if (key !== undefined) rmSync(path, { force: true });
    throw error;
  }
}

type RestoredBackup = { readonly file: string; readonly backup: BackupFile; readonly head: JournalHead };

async function verifyRestored(
  config: Config,
  url: string,
  { file, backup, head }: RestoredBackup,
): Promise<number> {
  const blocked = { url, sessions: VERIFY_SESSIONS, what: "batches verified" };
  const verification = await withProgress(blocked, (show) => verifyDatabase(url, show));
  const { presage, time } = backup.header;
  const where = config.databaseUrl === undefined ? config.dataDirectory : "The database";
  const until =
    head.seq === 0 ? "without a batch" : `up to batch ${head.seq} of ${new Date(head.at).toISOString()}`;
  const text = `${where} holds the exchange of ${file}, made ${time} by Presage ${presage}, ${until}.\n`;
  printResult(config, verification, text + verificationText(verification));
  return verification.ok ? 0 : 1;
}

export const SUBCOMMANDS: Subcommands = { restore: { help: RESTORE_HELP, run: restore } };
