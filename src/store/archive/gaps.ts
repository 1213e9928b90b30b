/** Gaps in an archive: files that are missing, and those after them, which cannot be restored without them. */
import { endOf, listChains, readName } from "./archived-file.ts";
import type { ArchivedFile } from "./archived-file.ts";

export type Gap = {
  /** Time of the chain's backup, milliseconds since 1970. */
  readonly chain: number;
  /** Numbers of the first and the last missing file; 0 is the full backup. */
  readonly first: number;
  readonly last: number;
  /** The last batch before the gap; 0 if there is none. */
  readonly after: number;
  /** Files after the gap, in their order; not empty. */
  readonly beyond: readonly ArchivedFile[];
  /** The first later full backup whose journal goes as far; `undefined` if there is none. */
  readonly later: ArchivedFile | undefined;
};

/** Lists the first gap of each chain that has one, by the times of their backups. */
export function listGaps(names: readonly string[]): Gap[] {
  const chains = new Map(listChains(names).map((files) => [endOf(files).chain, files]));
  const backups = [...chains.values()].flatMap(([backup]) => backup ?? []);
  const used = new Set([...chains.values()].flat().map(({ name }) => name));
  const unused = names.flatMap((name) => readName(name) ?? []).filter(({ name }) => !used.has(name));
  return [...Map.groupBy(unused, ({ chain }) => chain)]
    .map(([chain, files]) => {
      const before = chains.get(chain) ?? [];
      const beyond = files.toSorted((a, b) => a.number - b.number);
      const last = (beyond[0]?.number ?? 0) - 1;
      const { seq } = endOf(beyond);
      const later = backups.find((backup) => backup.chain > chain && backup.seq >= seq);
      return { chain, first: before.length, last, after: before.at(-1)?.seq ?? 0, beyond, later };
    })
    .sort((a, b) => a.chain - b.chain);
}

const instant = (ms: number): string => new Date(ms).toISOString();

/** Says which files are missing, up to which batch those after them go, and which later backup goes as far. */
export function gapText({ chain, first, last, after, beyond, later }: Gap): string {
  const { seq, at } = endOf(beyond);
  const backup = `the whole backup of ${instant(chain)}`;
  const files = first === last ? `Journal file ${first}` : `Journal files ${first} to ${last}`;
  const missing =
    first === 0
      ? `The${backup.slice("the".length)} is missing`
      : `${files} of ${backup}, with what came after batch ${after}, ${first === last ? "is" : "are"} missing`;
  const rest = beyond.length === 1 ? "the file" : `the ${beyond.length} files`;
  const instead =
    later === undefined
      ? ""
      : ` The whole backup of ${instant(later.chain)} goes up to batch ${later.seq}: --to takes their batches from it, with its own keys and sites.`;
  return `${missing}: ${rest} after it, up to batch ${seq} of ${instant(at)}, cannot be restored.${instead}`;
}
