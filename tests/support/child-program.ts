/** Runs one of our programs as a process in a process group of its own, and reads the JSON lines it prints. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import type { TestContext } from "node:test";
import { fileURLToPath } from "node:url";

export type ChildProgram = {
  readonly process: ChildProcess;
  /** Reads the next JSON line of its output; throws its error output when it ended instead. */
  next(): Promise<Record<string, unknown>>;
  /** Ends it with `signal` and waits. */
  kill(signal: NodeJS.Signals): Promise<void>;
};

/** Starts `file`, a URL, with `args`. It is killed when `test` ends. */
export function startChildProgram(test: TestContext, file: URL, args: readonly string[]): ChildProgram {
  const child = spawn(process.execPath, [fileURLToPath(file), ...args], {
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let errors = "";
  child.stderr.on("data", (chunk) => (errors += String(chunk)));
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const exit = once(child, "close");
  test.after(() => child.kill("SIGKILL"));
  return {
    process: child,
    async next() {
      const { value, done } = await lines.next();
      if (!done) return JSON.parse(value);
      await exit;
      throw new Error(errors.trim());
    },
    async kill(signal) {
      child.kill(signal);
      await exit;
    },
  };
}
