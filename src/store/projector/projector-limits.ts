/** Limits of the projector: its gaps, the rows that wait, and how long others wait for it. */
export type ProjectorLimits = {
  /** Time between flushes, and where a read waits, ms. */
  readonly gapMs: number;
  readonly shortGapMs: number;
  /** Rows that end the gap. */
  readonly enoughRows: number;
  /** Orders that a batch cancels, and redemptions, beyond which their rows are made when they are written. */
  readonly manyEnds: number;
  /** Rows that are made, and their bytes, at which the writer waits. */
  readonly mostRows: number;
  readonly mostBytes: number;
  /** Longest wait of a read, and of the end for the last flush, ms. */
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
