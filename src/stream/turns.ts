/** Turns of live connections, so that orders and cancels come between. */

// A queue of work that can wait: a turn of the event loop begins one piece of it, so that orders go on between them.

type OneATurn = {
  add(work: () => Promise<void>): void;
};

export function createOneATurn(onError: (error: unknown) => void): OneATurn {
  const queue: (() => Promise<void>)[] = [];

  function turn(): void {
    const work = queue.shift();
    if (queue.length > 0) setImmediate(turn);
    work?.().catch(onError);
  }

  return {
    add(work) {
      queue.push(work);
      if (queue.length === 1) setImmediate(turn);
    },
  };
}

// Turns in which the messages of many connections are made: in each turn of the event loop only so many. A commit that
// changes orders of thousands of connections does not delay answers to orders.

export type MessageTurns = {
  /** Returns when so many messages may be made: at once, or in one of the next turns. Waits are answered in order. */
  take(messages: number): Promise<void>;
};

/** Messages of a turn, about 2 ms. One request for more has a turn of its own. */
export const MESSAGES_PER_TURN = 500;

export function createMessageTurns(later: (turn: () => void) => void = setImmediate): MessageTurns {
  const waiting: { readonly messages: number; readonly go: () => void }[] = [];
  let left = MESSAGES_PER_TURN;
  let planned = false;

  function plan(): void {
    if (planned) return;
    planned = true;
    later(turn);
  }

  function turn(): void {
    planned = false;
    left = MESSAGES_PER_TURN;
    while (left > 0) {
      const next = waiting.shift();
      if (next === undefined) return;
      left -= next.messages;
      next.go();
    }
    plan();
  }

  return {
    take(messages) {
      plan();
      if (left > 0 && waiting.length === 0) {
        left -= messages;
        return Promise.resolve();
      }
      return new Promise((go) => waiting.push({ messages, go }));
    },
  };
}

// A queue of writes to connections. Each turn of the event loop runs a part of them, so that a message to thousands
// does not delay answers to orders.

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
