/**
 * Files of an archive, by name. A full backup and the journal files after it are a chain. Their names start with the
 * time of the backup and have numbers from 0, so a sorted listing is in order.
 */

export type ArchivedFile = {
  readonly name: string;
  readonly kind: "backup" | "journal";
  /** Time of the chain's backup, milliseconds since 1970. */
  readonly chain: number;
  /** Number in the chain; that of the backup is 0. */
  readonly number: number;
  /** Time of creation, ms since 1970: the chain up to this file has everything committed before it. */
  readonly made: number;
  /** The last batch in the file, and its engine time; 0 if there is none. */
  readonly seq: number;
  readonly at: number;
  /** The first digits of that batch's hash. */
  readonly head: string;
};

const NAME =
  /^presage-(\d{8}T\d{9}Z)-(\d{6})-(\d{8}T\d{9}Z)-(\d{1,16})-(\d{8}T\d{9}Z)-([0-9a-f]{8})\.(backup|journal)$/;
const HEAD_DIGITS = 8;
/** Maximum number of files of a chain, limited by the digits of their numbers. */
export const MAX_FILES = 1_000_000;

const formatStamp = (ms: number): string => new Date(ms).toISOString().replaceAll(/[-:.]/g, "");

const parseStamp = (stamp: string): number =>
  Date.parse(stamp.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(\d{3})Z$/, "$1-$2-$3T$4:$5:$6.$7Z"));

/** Builds the description of an archived file, including its file name; `hash` is the hash of its last batch. */
export function nameFile(file: Omit<ArchivedFile, "name" | "head" | "kind">, hash: string): ArchivedFile {
  const { chain, number, made, seq, at } = file;
  const kind = number === 0 ? "backup" : "journal";
  const head = hash.slice(0, HEAD_DIGITS);
  const parts = [
    formatStamp(chain),
    String(number).padStart(6, "0"),
    formatStamp(made),
    seq,
    formatStamp(at),
    head,
  ];
  return { ...file, kind, head, name: `presage-${parts.join("-")}.${kind}` };
}

/** Parses a name; `undefined` for other files. */
export function readName(name: string): ArchivedFile | undefined {
  const [, chain = "", number, made = "", seq, at = "", head = "", kind] = NAME.exec(name) ?? [];
  if (kind === undefined) return undefined;
  const times = { chain: parseStamp(chain), made: parseStamp(made), at: parseStamp(at) };
  const counts = { number: Number(number), seq: Number(seq) };
  if ((counts.number === 0) !== (kind === "backup") || Object.values(times).some(Number.isNaN))
    return undefined;
  return { name, kind: kind === "backup" ? "backup" : "journal", head, ...times, ...counts };
}

/** Lists chains whose backup exists, by time of backup. Each has the files up to the first missing one. */
export function listChains(names: readonly string[]): ArchivedFile[][] {
  const files = names.flatMap((name) => readName(name) ?? []);
  const chains = [...Map.groupBy(files, ({ chain }) => chain).values()];
  return chains
    .map((chain) => chain.sort((a, b) => a.number - b.number))
    .map((chain) => chain.filter(({ number }, index) => number === index))
    .filter((chain) => chain.length > 0)
    .sort(([a], [b]) => (a?.chain ?? 0) - (b?.chain ?? 0));
}

/** Returns the prefix that only the names of a chain's files have. */
export const chainPrefix = ({ chain }: Pick<ArchivedFile, "chain">): string =>
  `presage-${formatStamp(chain)}-`;

/** Returns the last file of a chain, which is not empty. */
export function getLastFile(chain: readonly ArchivedFile[]): ArchivedFile {
  const end = chain.at(-1);
  if (end === undefined) throw new RangeError("a chain has no file");
  return end;
}

/** Returns the chain with the newest last file; `undefined` if there is none. */
export const findNewestChain = (chains: readonly ArchivedFile[][]): ArchivedFile[] | undefined =>
  chains.toSorted((a, b) => getLastFile(a).made - getLastFile(b).made).at(-1);

// Gaps in an archive: missing files, and the files after them, which cannot be restored without the missing ones.

type Gap = {
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
  const chains = new Map(listChains(names).map((files) => [getLastFile(files).chain, files]));
  const backups = [...chains.values()].flatMap(([backup]) => backup ?? []);
  const used = new Set([...chains.values()].flat().map(({ name }) => name));
  const unused = names.flatMap((name) => readName(name) ?? []).filter(({ name }) => !used.has(name));
  return [...Map.groupBy(unused, ({ chain }) => chain)]
    .map(([chain, files]) => {
      const before = chains.get(chain) ?? [];
      const beyond = files.toSorted((a, b) => a.number - b.number);
      const last = (beyond[0]?.number ?? 0) - 1;
      const { seq } = getLastFile(beyond);
      const later = backups.find((backup) => backup.chain > chain && backup.seq >= seq);
      return { chain, first: before.length, last, after: before.at(-1)?.seq ?? 0, beyond, later };
    })
    .sort((a, b) => a.chain - b.chain);
}

const instant = (ms: number): string => new Date(ms).toISOString();

/** Says which files are missing, up to which batch the files after them go, and which later backup goes as far. */
export function gapText({ chain, first, last, after, beyond, later }: Gap): string {
  const { seq, at } = getLastFile(beyond);
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
