/**
 * The detector of a lost tail. The journal is a chain of hashes, so that whoever has seen a batch can tell whether a journal
 * has it. An engine that wants to lead asks all others for the last batch that they applied or acknowledged. If the
 * journal lacks one of them, the database lost what it had confirmed, and the engine does not open.
 */
import type { JournalHead } from "../store/journal/journal.ts";
import type { Said } from "./envelope.ts";

/** Reads the journal's hash of a batch, in hex; `undefined` if the journal lacks it. */
export type HashOf = (seq: number) => Promise<string | undefined>;

export type TailCheck = {
  readonly last: JournalHead;
  readonly hashOf: HashOf;
  readonly said: readonly Said[];
  /** Last batch of a journal whose lost tail an operator accepts. */
  readonly accepted: number | undefined;
};

/** Throws if a peer has a batch that the journal lacks, unless an operator accepted that. */
export async function assertWholeTail({ last, hashOf, said, accepted }: TailCheck): Promise<void> {
  const lost: Lost[] = [];
  for (const one of said) {
    if (one.last === undefined || one.last.seq === 0) continue;
    const { seq, hash } = one.last;
    const stored =
      seq > last.seq ? undefined : seq === last.seq ? last.hash.toString("hex") : await hashOf(seq);
    if (stored !== hash) lost.push({ seq, peer: `${one.peer.kind} ${one.peer.id} on ${one.peer.host}` });
  }
  if (lost.length > 0 && accepted !== last.seq) throw new LostTail(last.seq, lost);
}

type Lost = { readonly seq: number; readonly peer: string };

/** The journal lacks batches that clients were told of. */
export class LostTail extends Error {
  readonly code = "lost_tail";
  constructor(end: number, lost: readonly Lost[]) {
    super(describeLost(end, lost));
  }
}

const nameBatches = (first: number, last: number): string =>
  first === last ? `batch ${last}` : `batches ${first} to ${last}`;

function describeLost(end: number, lost: readonly Lost[]): string {
  const furthest = Math.max(...lost.map(({ seq }) => seq));
  const fault =
    furthest > end
      ? `lacks ${nameBatches(end + 1, furthest)}, acknowledged before`
      : `has other content in batch ${furthest} than was acknowledged`;
  const seen = lost.map(({ seq, peer }) => `${peer} has batch ${seq}`).join(", ");
  return (
    `The journal ends with batch ${end}, and ${fault}: ${seen}. The database lost what it had confirmed; ` +
    "this engine does not open. The batches may still be on a former primary or another standby, or in a backup: promote the server that has them. " +
    `Leave engines and gateways running meanwhile, since they are the witnesses. To go on without these batches, start engines with --accept-loss ${end}.`
  );
}
