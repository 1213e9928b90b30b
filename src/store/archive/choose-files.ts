/** The files of an archive that a restore needs, and those that nothing needs any more. */
import type { Moment } from "../backup/moment.ts";
import { endOf, listChains, newestOf, readName } from "./archived-file.ts";
import type { ArchivedFile } from "./archived-file.ts";

/**
 * Chooses a backup and the journal files after it, up to the first file that reaches the moment. So the tables beside the
 * journal are as near to it as can be. Without a moment it is all up to the end. Throws where no file reaches it.
 */
export function chooseFiles(
  names: readonly string[],
  moment: Moment | undefined,
  place: string,
): readonly ArchivedFile[] {
  const chains = listChains(names);
  const newest = newestOf(chains);
  if (newest === undefined) throw new Error(`There is no backup in ${place}`);
  if (moment === undefined) return newest;
  const reaching = chains
    .flatMap((chain) => chain.map((file, index) => ({ file, files: chain.slice(0, index + 1) })))
    .filter(({ file }) => reaches(file, moment))
    .sort((a, b) => a.file.made - b.file.made);
  const [first] = reaching;
  if (first !== undefined) return first.files;
  const end = endOf(newest);
  // Nothing happened between the last batch and the time of the file.
  if (moment.by === "time" && moment.at <= end.made) return newest;
  throw new Error(
    `--to: expected a moment that the backups in ${place} reach, up to batch ${end.seq} and ${new Date(Math.max(end.made, end.at)).toISOString()}`,
  );
}

const reaches = (file: ArchivedFile, moment: Moment): boolean =>
  moment.by === "batch" ? file.seq >= moment.seq : file.at >= moment.at;

/**
 * Lists files that no moment since `since` needs: those of chains before the last one that began by then. Files whose
 * backup is gone are among them.
 */
export function listExpired(names: readonly string[], since: number): string[] {
  const begun = listChains(names).flatMap(([backup]) => backup?.chain ?? []);
  const kept = Math.max(...begun.filter((time) => time <= since));
  return names.filter((name) => (readName(name)?.chain ?? kept) < kept);
}
