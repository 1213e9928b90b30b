/** The watch over a chain that is written on: whether its files are still there, as long as they were and as they were written. */
import type { ArchivedFile } from "./archived-file.ts";
import { checkFile, DamagedFile } from "./check-file.ts";
import type { Place, PlacedFile } from "./place.ts";

/** A file that is whole in its place. */
export type WrittenFile = ArchivedFile & { readonly bytes: number };

/** A chain that cannot be written on. */
export type BrokenChain = {
  readonly why: string;
  /** Files before the first that is missing or damaged. */
  readonly sound: readonly WrittenFile[];
};

/** Finds the first file that a listing lacks, or has with another length. */
export function findLoss(
  chain: readonly WrittenFile[],
  listed: readonly PlacedFile[],
): BrokenChain | undefined {
  const sizes = new Map(listed.map(({ name, bytes }) => [name, bytes]));
  const index = chain.findIndex(({ name, bytes }) => sizes.get(name) !== bytes);
  const file = chain[index];
  if (file === undefined) return undefined;
  const size = sizes.get(file.name);
  const why =
    size === undefined
      ? `${file.name} is missing`
      : `${file.name} has ${size} bytes, and was written with ${file.bytes}`;
  return { why, sound: chain.slice(0, index) };
}

/** Reads a chain back, and finds its first file that is damaged, or names another one as that before it. */
export async function findDamaged(
  place: Place,
  chain: readonly WrittenFile[],
): Promise<BrokenChain | undefined> {
  let before = "";
  for (const [index, file] of chain.entries()) {
    const broken = (why: string): BrokenChain => ({ why, sound: chain.slice(0, index) });
    try {
      const { header, hash } = await checkFile(place, file);
      if ("previous" in header && header.previous !== before)
        return broken(`${file.name} does not follow the file before it`);
      before = hash.toString("hex");
    } catch (error) {
      if (error instanceof DamagedFile) return broken(error.message);
      throw error;
    }
  }
  return undefined;
}

const HOUR_MS = 3_600_000;
const LONGEST_MS = 24 * HOUR_MS;
/** Bytes of a chain that are read back for each second, so that a store that asks money for reading asks little. */
const BYTES_A_SECOND = 65_536;

/** Milliseconds after which a chain is read back again: an hour, and more where it is long, up to a day. */
export function readingPause(chain: readonly WrittenFile[]): number {
  const bytes = chain.reduce((sum, file) => sum + file.bytes, 0);
  return Math.min(Math.max((bytes / BYTES_A_SECOND) * 1_000, HOUR_MS), LONGEST_MS);
}
