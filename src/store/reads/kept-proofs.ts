/** Proofs of solvency that are kept for who walks through their pages: each page is of the commit that the first was of. */
import type { SolvencyProof } from "./solvency.ts";

/** The proof as of the last commit, or the one that has this sequence, as long as it is kept. */
export type ProveSolvency = (sequence?: number) => Promise<SolvencyProof>;

export type KeptProofs = {
  readonly prove: ProveSolvency;
  /** Forgets all proofs, since the exchange was put back to an earlier state. */
  forget(): void;
};

/** Proofs at a time: a walk that takes longer than so many others goes on in a newer one. */
const KEPT = 4;

/** `prove`, whose proofs are kept when they are asked for. */
export function keepProofs(prove: () => Promise<SolvencyProof>): KeptProofs {
  const kept = new Map<number, SolvencyProof>();
  const proveKept: ProveSolvency = async (sequence) => {
    const known = sequence === undefined ? undefined : kept.get(sequence);
    if (known !== undefined) return known;
    const proof = await prove();
    kept.delete(proof.head.seq);
    kept.set(proof.head.seq, proof);
    for (const oldest of kept.keys()) {
      if (kept.size <= KEPT) break;
      kept.delete(oldest);
    }
    return proof;
  };
  return { prove: proveKept, forget: () => kept.clear() };
}
