/** Work of a sandbox that is done once its time has come, by the exchange's clock, one after the other. */
import type { Pausable } from "./pausable.ts";

export type DueWork = {
  /** Does what is due; never throws. */
  check(): Promise<void>;
  /** The time after `time` at which the first is due, ms; infinite without one. */
  firstDue(time: number): number;
  /** Starts the timer, once clients can reach the exchange. The returned function stops it. */
  watch(): () => void;
  /** Returns when no check is underway. */
  close(): Promise<void>;
};

export type DueWorkOptions<Item extends { readonly due: number }> = {
  /** Comes before each check, which goes on where it fails. */
  readonly prepare?: () => Promise<void>;
  readonly listPending: () => readonly Item[];
  /** Does one; it stays pending where it must be tried again. */
  readonly finish: (item: Item) => Promise<void>;
  readonly clock: () => number;
  /** Pauses the work while the exchange goes back to an earlier state. */
  readonly pausable: Pick<Pausable, "run">;
  readonly onFailure: (error: unknown) => void;
};

const CHECK_MS = 20;

export function createDueWork<Item extends { readonly due: number }>({
  prepare,
  listPending,
  finish,
  clock,
  pausable,
  onFailure,
}: DueWorkOptions<Item>): DueWork {
  let checking: Promise<void> | undefined;

  async function finishDue(): Promise<void> {
    await prepare?.().catch(onFailure);
    const now = clock();
    const due = listPending().filter((item) => item.due <= now);
    for (const item of due.toSorted((a, b) => a.due - b.due)) await finish(item);
  }

  const check = (): Promise<void> =>
    (checking ??= pausable
      .run(finishDue)
      .catch(onFailure)
      .finally(() => (checking = undefined)));

  return {
    check,
    firstDue: (time) =>
      Math.min(
        ...listPending()
          .map(({ due }) => due)
          .filter((due) => due > time),
      ),
    watch() {
      const timer = setInterval(() => void check(), CHECK_MS);
      return () => clearInterval(timer);
    },
    close: async () => checking,
  };
}
