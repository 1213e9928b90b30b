/** Work that can be paused: running work completes first, and new work waits. */
export type Pausable = {
  /**
   * Runs `work` unless paused, else after the pause. `work` must not await another `run`: a pause between would
   * deadlock.
   */
  run<T>(work: () => Promise<T>): Promise<T>;
  /** Pauses, and returns once no work is running; the returned function resumes it. */
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
