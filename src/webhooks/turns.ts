/** Work queues by name: each runs one task at a time, in order of arrival. */

export type Turns = {
  take<T>(name: string, work: () => Promise<T>): Promise<T>;
  /** Returns all names that had work. */
  names(): string[];
};

export function createTurns(): Turns {
  const last = new Map<string, Promise<unknown>>();
  return {
    take(name, work) {
      const done = (last.get(name) ?? Promise.resolve()).then(work);
      last.set(
        name,
        done.catch(() => {}),
      );
      return done;
    },
    names: () => [...last.keys()],
  };
}
