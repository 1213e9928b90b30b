/** Full backups of a location with the journal files after each, as operators see them. */
import { endOf, listChains } from "./archived-file.ts";
import type { PlacedFile } from "./place.ts";

export type ArchivedChain = {
  /** File of the full backup. */
  readonly backup: string;
  /** Time of the full backup, ms since 1970. */
  readonly made: number;
  /** Number of files of the chain, including the backup. */
  readonly files: number;
  readonly bytes: number;
  /** Time up to which it is complete, ms since 1970. */
  readonly until: number;
  /** The last batch in it; 0 if there is none. */
  readonly seq: number;
};

/** Describes the chains that can be restored, by the time of their backups. */
export function describeChains(files: readonly PlacedFile[]): ArchivedChain[] {
  const sizes = new Map(files.map(({ name, bytes }) => [name, bytes]));
  return listChains([...sizes.keys()]).map((chain) => {
    const { chain: made, made: until, seq } = endOf(chain);
    const bytes = chain.reduce((sum, { name }) => sum + (sizes.get(name) ?? 0), 0);
    return { backup: chain[0]?.name ?? "", made, files: chain.length, bytes, until, seq };
  });
}
