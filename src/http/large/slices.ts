/**
 * Turns of long work on the one thread: a slice of some work in each turn of the event loop. While orders or cancels
 * are underway the slices rest between.
 */

export type Slices = {
  /** Returns when the next slice of some work may begin. */
  next(): Promise<void>;
  /** True when the present slice has lasted long enough. */
  isOver(): boolean;
  /** An order or a cancel came, or was answered. */
  begin(): void;
  end(): void;
};

export type SliceLimits = {
  readonly sliceMs: number;
  /** Milliseconds between two slices while orders or cancels are underway. */
  readonly restMs: number;
};

export const SLICE_LIMITS: SliceLimits = { sliceMs: 2, restMs: 8 };

export function createSlices(
  { sliceMs, restMs }: SliceLimits = SLICE_LIMITS,
  clock: () => number = () => performance.now(),
): Slices {
  const waiting: (() => void)[] = [];
  let urgent = 0;
  let startedMs = -Infinity;
  /** True when a turn is coming that nothing can bring nearer. */
  let isNear = false;
  let rest: NodeJS.Timeout | undefined;

  function plan(): void {
    if (waiting.length === 0 || isNear) return;
    const restsMs = urgent === 0 ? 0 : startedMs + sliceMs + restMs - clock();
    if (restsMs > 0) {
      rest ??= setTimeout(takeTurn, restsMs);
      return;
    }
    isNear = true;
    setImmediate(takeTurn);
  }

  function takeTurn(): void {
    clearTimeout(rest);
    rest = undefined;
    isNear = false;
    startedMs = clock();
    waiting.shift()?.();
    plan();
  }

  return {
    next: () =>
      new Promise((resolve) => {
        waiting.push(resolve);
        plan();
      }),
    isOver: () => clock() - startedMs >= sliceMs,
    begin: () => {
      urgent += 1;
    },
    end: () => {
      urgent -= 1;
      if (urgent === 0) plan();
    },
  };
}
