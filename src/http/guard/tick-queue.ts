/** Queue that releases a fixed number of waiters per tick of the event loop, first in, first out. */
export type TickQueue = {
  /** Number of waiters. */
  waiting(): number;
  /** Calls back when it is the caller's turn. */
  next(goOn: () => void): void;
};

/** Creates a queue that releases `each` waiters per turn; `afterTurn` calls back in the next tick of the event loop. */
export function createTickQueue(each: number, afterTurn: (then: () => void) => void): TickQueue {
  const queue: (() => void)[] = [];
  function goOn(): void {
    for (const then of queue.splice(0, each)) then();
    if (queue.length > 0) afterTurn(goOn);
  }
  return {
    waiting: () => queue.length,
    next(then) {
      queue.push(then);
      if (queue.length === 1) afterTurn(goOn);
    },
  };
}
