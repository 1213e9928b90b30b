/** The end of threads: after their last work, however that ends, and at a bound where it does not. */
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { Worker } from "node:worker_threads";
import { endThread } from "../../src/end-thread.ts";
import { createQuestions } from "../../src/thread-questions.ts";

const ECHO = `require("node:worker_threads").parentPort.on("message", ({ no, text }) => {
  if (text === "end") process.exit();
  if (text !== "") require("node:worker_threads").parentPort.postMessage({ no, text });
})`;

function openThread() {
  const worker = new Worker(ECHO, { eval: true });
  const questions = createQuestions<string>(worker);
  worker.on("message", ({ no, text }) => questions.answer(no, text));
  return { worker, ask: (text: string) => questions.ask((no) => worker.postMessage({ no, text })) };
}

void describe("a thread", () => {
  void it("gives each question its answer, and none once it has ended", async () => {
    const { worker, ask } = openThread();
    assert.deepEqual(await Promise.all(["a", "b"].map(ask)), ["a", "b"]);
    const [unanswered] = await Promise.all([ask(""), ask("end")]);
    assert.equal(unanswered, undefined);
    assert.equal(await ask("late"), undefined);
    await worker.terminate();
  });

  for (const [what, lastWork] of [
    ["is done", (): Promise<unknown> => Promise.resolve()],
    ["fails", (): Promise<unknown> => Promise.reject(new Error("it cannot be done"))],
    ["does not end", (): Promise<unknown> => new Promise(() => {})],
  ] as const)
    void it(`ends where its last work ${what}`, async () => {
      const { worker, ask } = openThread();
      await endThread(worker, lastWork(), 10);
      assert.equal(await ask("more"), undefined);
    });
});
