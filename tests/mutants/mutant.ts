/** A mutant: one plausible slip in one place of the sources, and the check that has to find it. */

/**
 * Checks. `core`: the core against its reference. `whole`: the whole exchange in virtual time with faults.
 * `neighbours`: the guard's counters between right and wrong credentials of one address. `late-commit`: the engine with
 * a commit that outlasts the patience of its caller, where random runs seldom get. `verification`: `presage verify` of a
 * damaged history in PostgreSQL. `positions`: positions in the queue on live channels. `failover`: engines and gateways
 * on several machines in virtual time.
 */
export type Check =
  | "core"
  | "whole"
  | "neighbours"
  | "late-commit"
  | "verification"
  | "positions"
  | "failover";

export type Mutant = {
  /** The bug, in words. */
  readonly name: string;
  readonly check: Check;
  readonly file: string;
  /** Replaced text, which stands in the file exactly once. */
  readonly text: string;
  readonly becomes: string;
};

type Slip = readonly [name: string, text: string, becomes: string];

/** Makes mutants of one file. */
export const mutantsOf = (check: Check, file: string, slips: readonly Slip[]): Mutant[] =>
  slips.map(([name, text, becomes]) => ({ name, check, file, text, becomes }));

/** Gives the source with the bug; throws where the text is not found exactly once. */
export function mutate(source: string, { name, file, text, becomes }: Mutant): string {
  const parts = source.split(text);
  if (parts.length === 2) return parts.join(becomes);
  throw new Error(`"${name}": expected once in ${file}, found ${parts.length - 1} times: ${text}`);
}
