/**
 * A queue of writes to connections. Each turn of the event loop runs a part of them, so that a message to thousands
 * does not delay answers to orders.
 */

export type WriteTurns = {
  /** Calls `write` once, in one of the next turns of the event loop. */
  add(write: () => void): void;
};

const WRITES_PER_TURN = 250;

export function createWriteTurns(): WriteTurns {
  let due: (() => void)[] = [];
  let scheduled = false;

  function schedule(): void {
    if (scheduled) return;
    scheduled = true;
    setImmediate(turn);
  }

  function turn(): void {
    scheduled = false;
    const now = due;
    due = now.splice(WRITES_PER_TURN);
    if (due.length > 0) schedule();
    for (const write of now) write();
  }

  return {
    add(write) {
      due.push(write);
      schedule();
    },
  };
}
