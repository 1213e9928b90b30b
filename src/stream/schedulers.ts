/** Queues that spread the work for live connections over event-loop ticks, so that orders and cancels run in between. */

// A queue of deferrable work: each event-loop tick starts one piece, so that orders run in between.

type OnePerTickQueue = {
  add(work: () => Promise<void>): void;
};

export function createOnePerTickQueue(onError: (error: unknown) => void): OnePerTickQueue {
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

// A rate limit for building messages of many connections: a fixed number per event-loop tick. A commit that changes orders
// of thousands of connections then does not delay answers to orders.

export type MessageScheduler = {
  /** Resolves once this number of messages may be built: now, or in a later tick. Requests are served in order. */
  take(messages: number): Promise<void>;
};

/** Messages per tick, about 2 ms. A larger single request gets a tick of its own. */
export const MESSAGES_PER_TICK = 500;

export function createMessageScheduler(later: (turn: () => void) => void = setImmediate): MessageScheduler {
  const waiting: { readonly messages: number; readonly go: () => void }[] = [];
  let left = MESSAGES_PER_TICK;
  let planned = false;

  function plan(): void {
    if (planned) return;
    planned = true;
    later(turn);
  }

  function turn(): void {
    planned = false;
    left = MESSAGES_PER_TICK;
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

// A queue of writes to connections. Each event-loop tick runs a part of them, so that a message to thousands does not delay
// answers to orders.

export type WriteScheduler = {
  /** Calls `write` once, in one of the next event-loop ticks. */
  add(write: () => void): void;
};

const WRITES_PER_TICK = 250;

export function createWriteScheduler(): WriteScheduler {
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
    due = now.splice(WRITES_PER_TICK);
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
