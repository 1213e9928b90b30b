/** A queue of work that can wait: a turn of the event loop begins one piece of it, so that orders go on between them. */

export type OneATurn = {
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
