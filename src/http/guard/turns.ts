/** Lets so many go on in each turn of the event loop, in the order in which they came. */
export type Turns = {
  /** Number of those that wait. */
  waiting(): number;
  /** Calls when it may go on. */
  next(goOn: () => void): void;
};

/** `afterTurn` calls when the event loop has turned. */
export function createTurns(each: number, afterTurn: (then: () => void) => void): Turns {
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
