/**
 * One expensive read at a time, however many callers ask. A caller that asks during a read shares the next one, which
 * starts after the request, so that nobody gets an older state.
 */

/** Wraps `read` in that way. A read that fails fails only for the callers that share it. */
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
