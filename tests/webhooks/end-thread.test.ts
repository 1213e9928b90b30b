/** The end of threads: after their last work, however that ends, and at a bound where it does not. */
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { createQuestions, terminateThread } from "../../src/base/threads.ts";

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
      await terminateThread(worker, lastWork(), 10);
      assert.equal(await ask("more"), undefined);
    });

  void it("that the system holds does not keep the process", async (test) => {
    const directory = mkdtempSync(join(tmpdir(), "presage-held-"));
    test.after(() => rmSync(directory, { recursive: true }));
    const pipe = join(directory, "pipe");
    assert.equal(spawnSync("mkfifo", [pipe]).status, 0);
    const program = `import { Worker } from "node:worker_threads";
      import { terminateThread } from ${JSON.stringify(new URL("../../src/base/threads.ts", import.meta.url).href)};
      // Nobody writes into the pipe.
      const thread = new Worker('process.getBuiltinModule("node:fs").openSync(${JSON.stringify(pipe)})', { eval: true });
      process.on("SIGTERM", () => {});
      thread.once("online", async () => {
        await terminateThread(thread, new Promise(() => {}), 100, 100);
        console.log("ended");
        process.removeAllListeners("SIGTERM");
      });`;
    const child = spawn(process.execPath, ["--input-type=module", "--eval", program], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    test.after(() => child.kill("SIGKILL"));
    const printed = child.stdout.setEncoding("utf8").toArray();
    assert.deepEqual(await once(child, "close"), [null, "SIGTERM"]);
    assert.deepEqual(await printed, ["ended\n"]);
  });
});
