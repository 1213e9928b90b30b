/** Visits all states of a translated specification, nearest first, until a property fails. */
import { hash } from "node:crypto";

/** A module that `translate` made. Its steps and properties are functions with a `$` before their name. */
export type Specification = {
  /** Lists the ways to take a step, with the names and choices in it. */
  listNext(from: object | undefined, step: unknown, ...args: unknown[]): { said: string; state: object }[];
  holds(at: object, property: unknown): boolean;
  readonly [name: `$${string}`]: unknown;
};

export type Question = {
  /** Rules that are left out. */
  readonly without: readonly string[];
  /** Property of all states. */
  readonly invariant: string;
  /** Properties of which each must hold in a state. */
  readonly witnesses: readonly string[];
  readonly maxSteps: number;
};

export type Answer = {
  readonly states: number;
  /** Steps from the first state to the last one that was visited. */
  readonly steps: number;
  /** True if there is no further state. */
  readonly complete: boolean;
  /** Steps to the nearest state where the invariant fails. */
  readonly broken: readonly string[] | undefined;
  /** Witnesses that no state was. */
  readonly missing: readonly string[];
};

/** The states that were visited by their identity, and from which one, by which step, each was first reached. */
type Visited = { readonly numbers: Map<string, number>; readonly from: number[]; readonly by: string[] };

/** `identify` gives equal values for states of which only one needs to be visited. */
export function search(
  spec: Specification,
  { without, invariant, witnesses, maxSteps }: Question,
  identify: (state: object) => unknown,
): Answer {
  const visited: Visited = { numbers: new Map(), from: [], by: [] };
  const missing = new Set(witnesses);
  const visit = (state: object, from: number, by: string): number | undefined => {
    const identity = hash("md5", JSON.stringify(identify(state)), "base64");
    if (visited.numbers.has(identity)) return undefined;
    for (const witness of missing) if (spec.holds(state, spec[`$${witness}`])) missing.delete(witness);
    visited.numbers.set(identity, visited.from.length);
    visited.by.push(by);
    return visited.from.push(from) - 1;
  };
  const answer = (steps: number, complete: boolean, broken?: readonly string[]): Answer => ({
    states: visited.from.length,
    steps,
    complete,
    broken,
    missing: [...missing],
  });

  const [first] = spec.listNext(undefined, spec.$startWithout, without.toSorted());
  let layer = [{ state: first!.state, number: visit(first!.state, -1, "")! }];
  for (let steps = 1; steps <= maxSteps; steps += 1) {
    const following: typeof layer = [];
    for (const { state: from, number: fromNumber } of layer)
      for (const { said, state } of spec.listNext(from, spec.$step)) {
        const number = visit(state, fromNumber, said);
        if (number === undefined) continue;
        if (!spec.holds(state, spec[`$${invariant}`])) return answer(steps, false, stepsTo(visited, number));
        following.push({ state, number });
      }
    if (following.length === 0) return answer(steps - 1, true);
    layer = following;
  }
  return answer(maxSteps, false);
}

function stepsTo({ from, by }: Visited, number: number): string[] {
  const steps: string[] = [];
  for (let at = number; at > 0; at = from[at]!) steps.unshift(by[at]!);
  return steps;
}
