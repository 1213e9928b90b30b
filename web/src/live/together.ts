/** Merges calls in quick succession into one, which happens `ms` milliseconds after the first. */
export type Together = { tell(): void; stop(): void };

export function together(ms: number, act: () => void): Together {
  let waiting: ReturnType<typeof setTimeout> | undefined;
  const stop = (): void => {
    clearTimeout(waiting);
    waiting = undefined;
  };
  return {
    tell: () => {
      waiting ??= setTimeout(() => {
        stop();
        act();
      }, ms);
    },
    stop,
  };
}
