/** The backup that a command names: a file, or a place from which the right files are taken. */
import { createWriteStream, mkdtempSync, rmSync, statSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { pipeline } from "node:stream/promises";
import type { Config } from "../config.ts";
import { readName } from "../store/archive/archived-file.ts";
import type { ArchivedFile } from "../store/archive/archived-file.ts";
import { chooseFiles } from "../store/archive/choose-files.ts";
import { openPlace } from "../store/archive/open-place.ts";
import type { Place } from "../store/archive/place.ts";
import { isBucket, parseBackupPlace } from "../store/archive/place-name.ts";
import { openChain } from "../store/archive/read-chain.ts";
import { openBackupFile } from "../store/backup/backup-file.ts";
import type { BackupFile } from "../store/backup/backup-file.ts";
import type { Moment } from "../store/backup/moment.ts";

export type OpenedBackup = {
  readonly backup: BackupFile;
  /** Removes what was fetched. */
  close(): void;
};

/** Opens the backup that reaches a moment, or all that there is. Throws one clear sentence where none is whole. */
export async function openBackup(
  config: Pick<Config, "backup" | "dataDirectory">,
  named: string,
  moment: Moment | undefined,
): Promise<OpenedBackup> {
  const stays = { close: () => {} };
  if (isBucket(named)) return fetchBackup(config, named, moment);
  if (!isDirectory(named)) {
    if (readName(basename(named))?.kind === "journal")
      throw new Error(`${named} is a journal file, which follows a backup: name the directory that has both`);
    return { backup: await openBackupFile(named), ...stays };
  }
  const place = await openPlace(parseBackupPlace(named), config.backup.s3);
  const files = await chooseIn(place, moment);
  return { backup: await openChain(files.map(({ name }) => join(named, name))), ...stays };
}

const isDirectory = (path: string): boolean =>
  statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;

async function chooseIn(place: Place, moment: Moment | undefined): Promise<readonly ArchivedFile[]> {
  const names = (await place.list()).map(({ name }) => name);
  return chooseFiles(names, moment, place.text);
}

/** Fetches files beside the data directory, where there is the room that the exchange will take. */
async function fetchBackup(
  { backup: { s3 }, dataDirectory }: Pick<Config, "backup" | "dataDirectory">,
  address: string,
  moment: Moment | undefined,
): Promise<OpenedBackup> {
  const [, before = "", last = ""] = /^(.*)\/([^/]+)$/.exec(address) ?? [];
  const single = readName(last);
  const place = await openPlace(parseBackupPlace(single === undefined ? address : before), s3);
  const directory = mkdtempSync(join(dirname(resolve(dataDirectory)), ".presage-restore-"));
  const close = (): void => rmSync(directory, { recursive: true, force: true });
  process.once("exit", close);
  try {
    const files = single === undefined ? await chooseIn(place, moment) : [single];
    const paths = files.map(({ name }) => join(directory, name));
    for (const { name } of files)
      await pipeline(place.read(name), createWriteStream(join(directory, name), { mode: 0o600 }));
    return { backup: await openChain(paths), close };
  } catch (error) {
    close();
    throw error;
  } finally {
    place.close();
  }
}
