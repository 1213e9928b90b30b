/** Checks of the chain that is being continued: whether its files exist, with the same length and content. */
import type { ArchivedFile } from "./archived-file.ts";
import { checkFile, DamagedFile } from "./check-file.ts";
import type { Place, PlacedFile } from "./place.ts";

/** A complete file in the location. */
export type WrittenFile = ArchivedFile & { readonly bytes: number };

/** A chain that cannot be continued. */
export type BrokenChain = {
  readonly why: string;
  /** Files before the first that is missing or damaged. */
  readonly sound: readonly WrittenFile[];
};

/** Finds the first file that is missing from a listing, or has another length there. */
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

/** Reads a chain back, and finds the first file that is damaged or does not follow its predecessor. */
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
/** Bytes of a chain that are read back per second: a low rate, as some stores charge for reads. */
const BYTES_A_SECOND = 65_536;

/** Returns the interval of reading back a chain, ms: an hour, and up to a day if it is long. */
export function readingPause(chain: readonly WrittenFile[]): number {
  const bytes = chain.reduce((sum, file) => sum + file.bytes, 0);
  return Math.min(Math.max((bytes / BYTES_A_SECOND) * 1_000, HOUR_MS), LONGEST_MS);
}
