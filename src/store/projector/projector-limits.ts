/** Limits of the projector: gaps between flushes, rows in memory, and timeouts. */
export type ProjectorLimits = {
  /** Time between flushes, and while a read waits, ms. */
  readonly gapMs: number;
  readonly shortGapMs: number;
  /** Rows that end the gap early. */
  readonly enoughRows: number;
  /** Cancelled orders and redemptions of a batch above which their rows are built when they are written. */
  readonly manyEnds: number;
  /** Rows in memory, and their bytes, at which the writer waits. */
  readonly mostRows: number;
  readonly mostBytes: number;
  /** Timeouts of a read, and of the last flush when closing, ms. */
  readonly reachMs: number;
  readonly closeMs: number;
};

export const PROJECTOR_LIMITS: ProjectorLimits = {
  gapMs: 50,
  shortGapMs: 4,
  enoughRows: 10_000,
  manyEnds: 1_000,
  mostRows: 400_000,
  mostBytes: 256 * 1024 * 1024,
  reachMs: 2_000,
  closeMs: 5_000,
};

/** The clock and timers of the projector. */
export type ProjectorTimers = {
  /** Milliseconds since an arbitrary moment; never steps back. */
  now(): number;
  /** Calls `act` once after a delay: with 0, in a later tick of the event loop. */
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
