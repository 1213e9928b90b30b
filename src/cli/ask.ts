/** Questions to the person at the terminal, on standard error, so that standard output stays what was asked for. */
import { createInterface } from "node:readline/promises";

/** Whether there is somebody to ask. */
export const isTerminal = (): boolean => process.stdin.isTTY && process.stderr.isTTY;

/** Returns when the person is sure; throws otherwise. */
export async function confirm(warning: string): Promise<void> {
  const answer = await ask(`${warning}\nType yes to go on: `);
  if (answer.toLowerCase() !== "yes") throw new Error("nothing was done");
}

/** What the person types; throws when the input ends instead, with Ctrl-C too. */
export async function ask(question: string): Promise<string> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const ended = new AbortController();
  terminal.once("close", () => ended.abort());
  try {
    const answer = await terminal.question(question, { signal: ended.signal });
    return answer.trim();
  } catch (error) {
    throw new Error("nothing was done", { cause: error });
  } finally {
    terminal.close();
  }
}
