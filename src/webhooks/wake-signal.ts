/** Signal that ends a wait. A signal while nobody waits ends the next wait at once. */

/** Maximum time of a timer, ms. */
const LONGEST_MS = 2_000_000_000;

export type WakeSignal = {
  wake(): void;
  /** Returns after this many milliseconds, or once it is woken. */
  wait(ms: number): Promise<void>;
};

export function createSignal(): WakeSignal {
  let woken = false;
  let end: (() => void) | undefined;
  return {
    wake() {
      woken = true;
      end?.();
    },
    async wait(ms) {
      if (!woken && ms > 0)
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, Math.min(ms, LONGEST_MS));
          end = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      end = undefined;
      woken = false;
    },
  };
}
