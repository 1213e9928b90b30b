/** Work that can be paused: all of it that is underway ends first, and new work waits. */
export type Pausable = {
  /** Does the work, once nothing pauses it. It must not wait for other work of the same. */
  run<T>(work: () => Promise<T>): Promise<T>;
  /** Returns when no work is underway; the returned function lets it go on. */
  pause(): Promise<() => void>;
};

export function createPausable(): Pausable {
  const underway = new Set<Promise<unknown>>();
  const pause: { over: Promise<void> | undefined } = { over: undefined };
  return {
    async run(work) {
      while (pause.over !== undefined) await pause.over;
      const done = work();
      underway.add(done);
      try {
        return await done;
      } finally {
        underway.delete(done);
      }
    },
    async pause() {
      while (pause.over !== undefined) await pause.over;
      const { promise, resolve } = Promise.withResolvers<void>();
      pause.over = promise;
      await Promise.allSettled(underway);
      return () => {
        pause.over = undefined;
        resolve();
      };
    },
  };
}
