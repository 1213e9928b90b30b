/** Requests to a thread, each with a number that matches it to its answer. */
import type { Worker } from "node:worker_threads";

export type ThreadQuestions<Answer> = {
  /** Sends a request with its number, and returns the answer; `undefined` if the thread exits first. */
  ask(send: (no: number) => void): Promise<Answer | undefined>;
  /** Resolves the request with this number. */
  answer(no: number, answer: Answer): void;
};

export function createQuestions<Answer>(worker: Pick<Worker, "once">): ThreadQuestions<Answer> {
  const open = new Map<number, (answer: Answer | undefined) => void>();
  let count = 0;
  let ended = false;
  worker.once("exit", () => {
    ended = true;
    for (const answer of open.values()) answer(undefined);
    open.clear();
  });
  return {
    async ask(send) {
      if (ended) return undefined;
      count += 1;
      const { promise, resolve } = Promise.withResolvers<Answer | undefined>();
      open.set(count, resolve);
      send(count);
      return promise;
    },
    answer(no, answer) {
      open.get(no)?.(answer);
      open.delete(no);
    },
  };
}
