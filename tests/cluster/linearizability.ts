/**
 * Checks that a history is linearizable: that each of its steps could have happened at one moment between its call and
 * its return. It keeps all states that are possible so far, as in Lowe's "Testing for linearizability" (2017). A step is
 * carried out when some return needs it, and not before.
 */

export type Step<State> = {
  readonly name: string;
  readonly calledAt: number;
  /** Infinity for an outcome that is not known: the step happened at some time since, or not at all. */
  readonly returnedAt: number;
  /** Gives the state after the step; `undefined` where the step cannot happen in this state. */
  readonly apply: (state: State) => State | undefined;
};

/** The first return that no order of the steps explains. */
export type Contradiction<State> = {
  readonly step: string;
  /** States that were possible when it returned. */
  readonly states: readonly State[];
  /** Steps that were underway when it returned. */
  readonly underway: readonly string[];
  /** Steps that had returned before, the latest first. */
  readonly before: readonly string[];
};

/** A possible state, and the steps underway that have happened in it. */
type Possibility<State> = { readonly state: State; readonly happened: readonly number[] };

const textOf = <State>({ state, happened }: Possibility<State>): string =>
  `${JSON.stringify(state)} ${happened.join()}`;

const STEPS_BEFORE = 8;

/** Finds the first contradiction of a history; `undefined` for one that is linearizable. States are compared as JSON. */
export function findContradiction<State>(
  initial: State,
  steps: readonly Step<State>[],
): Contradiction<State> | undefined {
  let possible: readonly Possibility<State>[] = [{ state: initial, happened: [] }];
  const underway = new Set<number>();
  const before: string[] = [];
  for (const { index, returns } of listMoments(steps)) {
    if (!returns) {
      underway.add(index);
      continue;
    }
    const next = carryOut(index, possible, { steps, underway });
    const name = steps[index]?.name ?? "";
    underway.delete(index);
    if (next.length === 0) {
      const names = [...underway].map((other) => steps[other]?.name ?? "");
      return {
        step: name,
        states: possible.map(({ state }) => state),
        underway: names,
        before: before.slice(0, STEPS_BEFORE),
      };
    }
    possible = next;
    before.unshift(name);
  }
  return undefined;
}

/** Lists calls and returns in the order of time. Of one moment calls come first, so that these steps overlap. */
function listMoments<State>(steps: readonly Step<State>[]): readonly { index: number; returns: boolean }[] {
  const moments = steps.flatMap(({ calledAt, returnedAt }, index) => [
    { index, returns: false, at: calledAt },
    ...(returnedAt === Infinity ? [] : [{ index, returns: true, at: returnedAt }]),
  ]);
  return moments.toSorted(
    (first, second) => first.at - second.at || Number(first.returns) - Number(second.returns),
  );
}

/** Lists what is possible once a step has happened, after any of the others that are underway. */
function carryOut<State>(
  wanted: number,
  possible: readonly Possibility<State>[],
  { steps, underway }: { readonly steps: readonly Step<State>[]; readonly underway: ReadonlySet<number> },
): Possibility<State>[] {
  const seen = new Set(possible.map(textOf));
  const open = [...possible];
  const done = new Map<string, Possibility<State>>();
  for (let one = open.pop(); one !== undefined; one = open.pop()) {
    const { state, happened } = one;
    if (happened.includes(wanted)) {
      const without = { state, happened: happened.filter((index) => index !== wanted) };
      done.set(textOf(without), without);
      continue;
    }
    for (const index of underway) {
      if (happened.includes(index)) continue;
      const after = steps[index]?.apply(state);
      if (after === undefined) continue;
      const next = {
        state: after,
        happened: [...happened, index].toSorted((first, second) => first - second),
      };
      const text = textOf(next);
      if (!seen.has(text)) open.push(next);
      seen.add(text);
    }
  }
  return [...done.values()];
}
