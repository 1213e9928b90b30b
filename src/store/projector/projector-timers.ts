/** The time that the projector goes by. */
export type ProjectorTimers = {
  /** Milliseconds since any moment; never steps back. */
  now(): number;
  /** Calls once, so many milliseconds later: with 0, in a later turn of the event loop. */
  after(milliseconds: number, act: () => void): void;
  /** Calls like `after`, if the process still lives then: it need not live on for that. */
  remind(milliseconds: number, act: () => void): void;
};

/** The time of this process. */
export const processTimers: ProjectorTimers = {
  now: () => performance.now(),
  after: (milliseconds, act) => {
    if (milliseconds === 0) setImmediate(act);
    else setTimeout(act, milliseconds);
  },
  remind: (milliseconds, act) => void setTimeout(act, milliseconds).unref(),
};
