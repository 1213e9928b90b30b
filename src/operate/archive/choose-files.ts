/** Files of an archive that a restore needs, and files that are no longer needed. */
import type { Moment } from "../backup/moment.ts";
import { getLastFile, gapText, listChains, listGaps, findNewestChain, readName } from "./archived-file.ts";
import type { ArchivedFile } from "./archived-file.ts";

/**
 * Chooses a backup and the journal files after it, up to the first file that reaches the moment. So the tables beside the
 * journal are as close to the moment as possible. Without a moment, it chooses all files up to the end. Throws if no file
 * reaches the moment, and without a moment if later files cannot be restored.
 */
export function chooseFiles(
  names: readonly string[],
  moment: Moment | undefined,
  place: string,
): readonly ArchivedFile[] {
  const chains = listChains(names);
  const newest = findNewestChain(chains);
  if (newest === undefined) throw new Error(`There is no backup in ${place}${gapsText(names, 0)}`);
  const end = getLastFile(newest);
  if (moment === undefined) {
    assertNoLoss(names, end, place);
    return newest;
  }
  const reaching = chains
    .flatMap((chain) => chain.map((file, index) => ({ file, files: chain.slice(0, index + 1) })))
    .filter(({ file }) => reaches(file, moment))
    .sort((a, b) => a.file.made - b.file.made);
  const [first] = reaching;
  if (first !== undefined) return first.files;
  // Nothing happened between the last batch and the time of the file.
  if (moment.by === "time" && moment.at <= end.made) return newest;
  throw new Error(
    `--to: expected a moment that the backups in ${place} reach, up to batch ${end.seq} and ${new Date(Math.max(end.made, end.at)).toISOString()}${gapsText(names, end.made)}`,
  );
}

const reaches = (file: ArchivedFile, moment: Moment): boolean =>
  moment.by === "batch" ? file.seq >= moment.seq : file.at >= moment.at;

/** Describes gaps before files that were made after a time. */
const gapsText = (names: readonly string[], made: number): string =>
  listGaps(names)
    .filter(({ beyond }) => getLastFile(beyond).made > made)
    .map((gap) => `. ${gapText(gap)}`)
    .join("");

/**
 * Throws if the archive has files from after the restore point that cannot be restored: their data must not be lost
 * silently.
 */
function assertNoLoss(names: readonly string[], end: ArchivedFile, place: string): void {
  const lost = gapsText(names, end.made);
  if (lost !== "")
    throw new Error(`Not all that is in ${place} can be restored${lost} ${explainRestoreUpTo(end)}`);
}

/** Describes how to restore up to the end of this file. */
export const explainRestoreUpTo = ({ seq, at }: ArchivedFile): string =>
  seq === 0
    ? "No batch is before that."
    : `What is whole goes up to batch ${seq} of ${new Date(at).toISOString()}: presage restore --to ${seq} takes it.`;

/**
 * Lists files that no moment from `since` on needs: chains before the last one that started by then. Files without
 * their backup are included.
 */
export function listExpired(names: readonly string[], since: number): string[] {
  const begun = listChains(names).flatMap(([backup]) => backup?.chain ?? []);
  const kept = Math.max(...begun.filter((time) => time <= since));
  return names.filter((name) => (readName(name)?.chain ?? kept) < kept);
}
