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
  /** The last batch in it, and its engine time; 0 if there is none. */
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

const stampOf = (ms: number): string => new Date(ms).toISOString().replaceAll(/[-:.]/g, "");

const timeOf = (stamp: string): number =>
  Date.parse(stamp.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(\d{3})Z$/, "$1-$2-$3T$4:$5:$6.$7Z"));

/** Builds the file with its name; `hash` is that of its last batch. */
export function nameFile(file: Omit<ArchivedFile, "name" | "head" | "kind">, hash: string): ArchivedFile {
  const { chain, number, made, seq, at } = file;
  const kind = number === 0 ? "backup" : "journal";
  const head = hash.slice(0, HEAD_DIGITS);
  const parts = [stampOf(chain), String(number).padStart(6, "0"), stampOf(made), seq, stampOf(at), head];
  return { ...file, kind, head, name: `presage-${parts.join("-")}.${kind}` };
}

/** Parses a name; `undefined` for other files. */
export function readName(name: string): ArchivedFile | undefined {
  const [, chain = "", number, made = "", seq, at = "", head = "", kind] = NAME.exec(name) ?? [];
  if (kind === undefined) return undefined;
  const times = { chain: timeOf(chain), made: timeOf(made), at: timeOf(at) };
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
export const prefixOf = ({ chain }: Pick<ArchivedFile, "chain">): string => `presage-${stampOf(chain)}-`;

/** Returns the last file of a chain, which is not empty. */
export function endOf(chain: readonly ArchivedFile[]): ArchivedFile {
  const end = chain.at(-1);
  if (end === undefined) throw new RangeError("a chain has no file");
  return end;
}

/** Returns the chain with the newest last file; `undefined` if there is none. */
export const newestOf = (chains: readonly ArchivedFile[][]): ArchivedFile[] | undefined =>
  chains.toSorted((a, b) => endOf(a).made - endOf(b).made).at(-1);
