/** Questions to a thread, each with a number by which its answer is known. */
import type { Worker } from "node:worker_threads";

export type ThreadQuestions<Answer> = {
  /** Sends a question with its number, and gives the answer; `undefined` where the thread ends before. */
  ask(send: (no: number) => void): Promise<Answer | undefined>;
  /** Takes an answer of the thread. */
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
