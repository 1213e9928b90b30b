/** Opens the backup that a command names: a file, or the matching files of a location. */
import { createWriteStream, mkdtempSync, rmSync, statSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { pipeline } from "node:stream/promises";
import type { Config } from "../../settings/config.ts";
import { readName } from "../../operate/archive/archived-file.ts";
import type { ArchivedFile } from "../../operate/archive/archived-file.ts";
import { openArchived } from "../../operate/archive/open-archived.ts";
import { openBackupStorage } from "../../operate/archive/open-backup-storage.ts";
import type { BackupStorage } from "../../operate/archive/backup-storage.ts";
import { isBucket, parseBackupLocation } from "../../operate/archive/backup-storage.ts";
import { openChain } from "../../operate/archive/read-chain.ts";
import { openBackupFile } from "../../operate/backup/backup-file.ts";
import type { BackupFile } from "../../operate/backup/backup-file.ts";
import type { Moment } from "../../operate/backup/moment.ts";

export type OpenedBackup = {
  readonly backup: BackupFile;
  /** Removes the downloaded files. */
  close(): void;
};

/**
 * Opens the backup that reaches a moment, or the latest state if none is given. Throws an Error of one sentence if no
 * complete backup exists.
 */
export async function openBackup(
  config: Pick<Config, "backup" | "dataDirectory">,
  named: string,
  moment: Moment | undefined,
): Promise<OpenedBackup> {
  if (named === "")
    throw new Error('expected the file of a backup, a directory or s3://BUCKET/PREFIX, got ""');
  const stays = { close: () => {} };
  if (isBucket(named)) return fetchBackup(config, named, moment);
  if (!isDirectory(named)) {
    if (readName(basename(named))?.kind === "journal")
      throw new Error(`${named} is a journal file, which follows a backup: name the directory that has both`);
    return { backup: await openBackupFile(named), ...stays };
  }
  const place = await openBackupStorage(parseBackupLocation(named), config.backup.s3);
  const open = (files: readonly ArchivedFile[]): Promise<BackupFile> =>
    openChain(files.map(({ name }) => join(named, name)));
  return { backup: await openIn(place, moment, open), ...stays };
}

const isDirectory = (path: string): boolean =>
  statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;

/** Opens the files that reach the moment, and reports damaged files that were skipped. */
async function openIn(
  place: BackupStorage,
  moment: Moment | undefined,
  open: (files: readonly ArchivedFile[]) => Promise<BackupFile>,
): Promise<BackupFile> {
  const names = (await place.list()).map(({ name }) => name);
  const { backup, broken } = await openArchived({ names, place: place.text, open }, moment);
  for (const { message } of broken)
    process.stderr.write(`note: ${message} Other files that reach the moment are taken.\n`);
  return backup;
}

/** Downloads files next to the data directory: that disk has room for the exchange anyway. */
async function fetchBackup(
  { backup: { s3 }, dataDirectory }: Pick<Config, "backup" | "dataDirectory">,
  address: string,
  moment: Moment | undefined,
): Promise<OpenedBackup> {
  const [, before = "", last = ""] = /^(.*)\/([^/]+)$/.exec(address) ?? [];
  const single = readName(last);
  const place = await openBackupStorage(parseBackupLocation(single === undefined ? address : before), s3);
  const directory = mkdtempSync(join(dirname(resolve(dataDirectory)), ".presage-restore-"));
  const close = (): void => rmSync(directory, { recursive: true, force: true });
  process.once("exit", close);
  try {
    const fetchedNames = new Set<string>();
    const open = async (files: readonly Pick<ArchivedFile, "name">[]): Promise<BackupFile> => {
      for (const { name } of files) {
        if (fetchedNames.has(name)) continue;
        await pipeline(place.read(name), createWriteStream(join(directory, name), { mode: 0o600 }));
        fetchedNames.add(name);
      }
      return openChain(
        files.map(({ name }) => join(directory, name)),
        // Errors name the remote file, since nobody can read the message before the local copies are removed.
        (path) => `${place.text}/${basename(path)}`,
      );
    };
    return { backup: await (single === undefined ? openIn(place, moment, open) : open([single])), close };
  } catch (error) {
    close();
    throw error;
  } finally {
    place.close();
  }
}
