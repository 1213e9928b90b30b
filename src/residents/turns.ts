/** Turns of which one is underway at a time, so that an operator's change and the residents' orders never cross. */

export type Turns = {
  readonly busy: () => boolean;
  /** Takes a turn once all earlier ones have ended. */
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
