/** Opens the backup of a moment in an archive. A damaged file counts as missing. */
import type { BackupFile } from "../backup/backup-file.ts";
import type { Moment } from "../backup/moment.ts";
import { getLastFile, listChains, findNewestChain } from "./archived-file.ts";
import type { ArchivedFile } from "./archived-file.ts";
import { chooseFiles, explainRestoreUpTo } from "./choose-files.ts";
import { BrokenFile } from "./read-chain.ts";

export type ArchiveListing = {
  /** Names of the existing files. */
  readonly names: readonly string[];
  readonly place: string;
  /** Opens a chain; throws `BrokenFile` if one of its files cannot be used. */
  readonly open: (files: readonly ArchivedFile[]) => Promise<BackupFile>;
};

export type OpenedArchive = {
  readonly backup: BackupFile;
  /** Skipped files. */
  readonly broken: readonly BrokenFile[];
};

/**
 * Opens undamaged files that reach the moment, and skips damaged ones. Without a moment, it opens all files up to the end.
 * A damaged file is rejected then, with the moment that the undamaged ones reach.
 */
export async function openArchived(
  { names, place, open }: ArchiveListing,
  moment: Moment | undefined,
): Promise<OpenedArchive> {
  const broken: BrokenFile[] = [];
  let left = names;
  for (;;) {
    const [first] = broken;
    const files = first === undefined ? chooseFiles(left, moment, place) : chooseOthers(left, moment, first);
    const opened = await open(files).catch((error: unknown) => {
      if (error instanceof BrokenFile) return error;
      throw error;
    });
    if (opened instanceof BrokenFile) {
      broken.push(opened);
      left = left.filter((name) => name !== opened.file);
    } else if (first !== undefined && moment === undefined)
      throw new Error(`${first.message} ${explainRestoreUpTo(getLastFile(files))}`);
    else return { backup: opened, broken };
  }

  function chooseOthers(
    others: readonly string[],
    to: Moment | undefined,
    { message }: BrokenFile,
  ): readonly ArchivedFile[] {
    const newest = findNewestChain(listChains(others));
    if (newest === undefined) throw new Error(`${message} No other backup in ${place} is whole.`);
    if (to === undefined) return newest;
    try {
      return chooseFiles(others, to, place);
    } catch (error) {
      throw new Error(`${message} ${error instanceof Error ? error.message : String(error)}`, {
        cause: error,
      });
    }
  }
}
