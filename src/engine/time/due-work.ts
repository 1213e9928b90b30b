/** Sandbox work that is due at a time of the exchange's clock, done one item after the other. */
import type { Pausable } from "../../base/async.ts";

export type DueWork = {
  /** Does the work that is due; never throws. */
  check(): Promise<void>;
  /** Returns the first due time after `time`, ms; infinite without one. */
  firstDue(time: number): number;
  /** Starts the timer, once clients can reach the exchange. The returned function stops it. */
  watch(): () => void;
  /** Returns once no check is running. */
  close(): Promise<void>;
};

export type DueWorkOptions<Item extends { readonly due: number }> = {
  /** Runs before each check, which goes on even if this fails. */
  readonly prepare?: () => Promise<void>;
  readonly listPending: () => readonly Item[];
  /** Finishes one item, which stays pending if it must be retried. */
  readonly finish: (item: Item) => Promise<void>;
  readonly clock: () => number;
  /** Pauses the work while the exchange is put back to an earlier state. */
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
