/**
 * Turns in which the messages of many connections are made: in each turn of the event loop only so many. A commit that
 * changes orders of thousands of connections does not delay answers to orders.
 */

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
