/** Merges calls in quick succession into one, which happens `ms` milliseconds after the first. */
export type Throttle = { call(): void; stop(): void };

export function throttle(ms: number, act: () => void): Throttle {
  let waiting: ReturnType<typeof setTimeout> | undefined;
  const stop = (): void => {
    clearTimeout(waiting);
    waiting = undefined;
  };
  return {
    call: () => {
      waiting ??= setTimeout(() => {
        stop();
        act();
      }, ms);
    },
    stop,
  };
}
