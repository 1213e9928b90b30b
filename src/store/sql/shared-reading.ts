/**
 * One expensive reading at a time, however many callers ask. A caller that asks while one runs shares the next one,
 * which starts later than the question, so that nobody gets an older state.
 */

/** `read`, shared like that. A reading that fails fails for those who share it, and for no others. */
export function shareReading<T>(read: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | undefined;
  let next: Promise<T> | undefined;

  function start(): Promise<T> {
    const reading = read().finally(() => {
      if (running === reading) running = undefined;
    });
    running = reading;
    return reading;
  }

  function startNext(): Promise<T> {
    next = undefined;
    return start();
  }

  return () => {
    if (running === undefined) return start();
    next ??= running.then(startNext, startNext);
    return next;
  };
}
