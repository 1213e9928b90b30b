/**
 * How much the process has to do: requests underway, and whether its turns come late again and again. What comes above
 * that is refused at once, so that what was taken is answered in time.
 */

export type LoadLimits = {
  /** Requests underway at a time, and cancels that may be underway above them. */
  readonly maxUnderway: number;
  readonly cancelReserve: number;
  /** Between two looks at the clock, and how late one may be. */
  readonly lookMs: number;
  readonly lateMs: number;
  /** Late looks more than those in time, from which on it is load. */
  readonly maxStrain: number;
  /** With fewer requests since the last look they are not what makes it late. */
  readonly fewest: number;
};

export const LOAD_LIMITS: LoadLimits = {
  maxUnderway: 2_000,
  cancelReserve: 500,
  lookMs: 50,
  lateMs: 200,
  maxStrain: 3,
  fewest: 20,
};

export type Load = {
  /** Why one more is too many; `undefined` when it is not. */
  refusalOf(isCancel: boolean): string | undefined;
  begin(): void;
  end(): void;
  /** To be called every `lookMs`. */
  look(): void;
};

/** `clock` never goes back. */
export function createLoad(limits: LoadLimits, clock: () => number): Load {
  const { maxUnderway, cancelReserve, lookMs, lateMs, maxStrain, fewest } = limits;
  let underway = 0;
  let asked = 0;
  let dueAt = clock() + lookMs;
  let strain = 0;

  return {
    refusalOf(isCancel) {
      asked += 1;
      const most = isCancel ? maxUnderway + cancelReserve : maxUnderway;
      if (underway >= most)
        return `the exchange has ${underway} requests underway, its most; nothing was done`;
      if (isCancel || strain < maxStrain || asked + underway < fewest) return undefined;
      return "the exchange is late with what it took before; nothing was done";
    },
    begin: () => {
      underway += 1;
    },
    end: () => {
      underway -= 1;
    },
    look() {
      const now = clock();
      const isLate = now - dueAt > lateMs;
      // Load that stays keeps it at the edge: what comes is refused and taken by turns.
      strain = isLate ? Math.min(strain + 1, maxStrain) : Math.max(strain - 1, 0);
      asked = 0;
      dueAt = now + lookMs;
    },
  };
}
