/** The clock and timers of the projector. */
export type ProjectorTimers = {
  /** Milliseconds since an arbitrary moment; never steps back. */
  now(): number;
  /** Calls `act` once after a delay: with 0, in a later turn of the event loop. */
  after(milliseconds: number, act: () => void): void;
  /** Calls like `after`, but the timer does not keep the process alive. */
  remind(milliseconds: number, act: () => void): void;
};

/** The clock and timers of this process. */
export const processTimers: ProjectorTimers = {
  now: () => performance.now(),
  after: (milliseconds, act) => {
    if (milliseconds === 0) setImmediate(act);
    else setTimeout(act, milliseconds);
  },
  remind: (milliseconds, act) => void setTimeout(act, milliseconds).unref(),
};
