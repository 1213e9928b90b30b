/**
 * Files of an archive, by their names. A whole backup and the journal files that follow it are a chain. All of them begin
 * with the time of the backup and have numbers from 0 on: a sorted listing has them in their order.
 */

export type ArchivedFile = {
  readonly name: string;
  readonly kind: "backup" | "journal";
  /** Time of the chain's backup, milliseconds since 1970. */
  readonly chain: number;
  /** Place in the chain; that of the backup is 0. */
  readonly number: number;
  /** Time at which it was made, milliseconds since 1970: all that was committed before is in the chain up to here. */
  readonly made: number;
  /** The last batch that it has, and the engine's time of it; 0 where there is none. */
  readonly seq: number;
  readonly at: number;
  /** The first digits of that batch's hash. */
  readonly head: string;
};

const NAME =
  /^presage-(\d{8}T\d{9}Z)-(\d{6})-(\d{8}T\d{9}Z)-(\d{1,16})-(\d{8}T\d{9}Z)-([0-9a-f]{8})\.(backup|journal)$/;
const HEAD_DIGITS = 8;
/** Most files of a chain, as many as its numbers can tell apart. */
export const MOST_FILES = 1_000_000;

const stampOf = (ms: number): string => new Date(ms).toISOString().replaceAll(/[-:.]/g, "");

const timeOf = (stamp: string): number =>
  Date.parse(stamp.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(\d{3})Z$/, "$1-$2-$3T$4:$5:$6.$7Z"));

/** Gives the file with its name; `hash` is that of its last batch. */
export function nameFile(file: Omit<ArchivedFile, "name" | "head" | "kind">, hash: string): ArchivedFile {
  const { chain, number, made, seq, at } = file;
  const kind = number === 0 ? "backup" : "journal";
  const head = hash.slice(0, HEAD_DIGITS);
  const parts = [stampOf(chain), String(number).padStart(6, "0"), stampOf(made), seq, stampOf(at), head];
  return { ...file, kind, head, name: `presage-${parts.join("-")}.${kind}` };
}

/** Reads a name; `undefined` for that of a file of something else. */
export function readName(name: string): ArchivedFile | undefined {
  const [, chain = "", number, made = "", seq, at = "", head = "", kind] = NAME.exec(name) ?? [];
  if (kind === undefined) return undefined;
  const times = { chain: timeOf(chain), made: timeOf(made), at: timeOf(at) };
  const counts = { number: Number(number), seq: Number(seq) };
  if ((counts.number === 0) !== (kind === "backup") || Object.values(times).some(Number.isNaN))
    return undefined;
  return { name, kind: kind === "backup" ? "backup" : "journal", head, ...times, ...counts };
}

/** Chains of which the backup is there, each with the files up to the first that is missing, by the time of their backups. */
export function listChains(names: readonly string[]): ArchivedFile[][] {
  const files = names.flatMap((name) => readName(name) ?? []);
  const chains = [...Map.groupBy(files, ({ chain }) => chain).values()];
  return chains
    .map((chain) => chain.sort((a, b) => a.number - b.number))
    .map((chain) => chain.filter(({ number }, index) => number === index))
    .filter((chain) => chain.length > 0)
    .sort(([a], [b]) => (a?.chain ?? 0) - (b?.chain ?? 0));
}

/** The beginning that the names of a chain's files share with no others. */
export const prefixOf = ({ chain }: Pick<ArchivedFile, "chain">): string => `presage-${stampOf(chain)}-`;

/** The last file of a chain, which is not empty. */
export function endOf(chain: readonly ArchivedFile[]): ArchivedFile {
  const end = chain.at(-1);
  if (end === undefined) throw new RangeError("a chain has no file");
  return end;
}

/** The chain whose end was made last; `undefined` where there is none. */
export const newestOf = (chains: readonly ArchivedFile[][]): ArchivedFile[] | undefined =>
  chains.toSorted((a, b) => endOf(a).made - endOf(b).made).at(-1);
