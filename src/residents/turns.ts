/** Mutex of the simulated traders' steps, so that an operator's change and their orders never interleave. */

export type Turns = {
  readonly busy: () => boolean;
  /** Runs `act` once all earlier calls have completed. */
  take<T>(act: () => Promise<T>): Promise<T>;
};

export function createTurns(): Turns {
  let underway = 0;
  let last: Promise<unknown> = Promise.resolve();
  return {
    busy: () => underway > 0,
    take: (act) => {
      underway += 1;
      const done = last.then(act).finally(() => (underway -= 1));
      last = done.catch(() => undefined);
      return done;
    },
  };
}
