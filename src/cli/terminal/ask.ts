/** Questions to the person at the terminal. They go to standard error, since standard output is for the result. */
import { createInterface } from "node:readline/promises";

/** Tells if a person can be asked: standard input and standard error are a terminal. */
export const isTerminal = (): boolean => process.stdin.isTTY && process.stderr.isTTY;

/** Prints the warning and asks for a yes; throws on any other answer. */
export async function confirm(warning: string): Promise<void> {
  const answer = await ask(`${warning}\nType yes to go on: `);
  if (answer.toLowerCase() !== "yes") throw new Error("nothing was done");
}

/** Asks for a line of text. Throws if the input ends without one, after Ctrl-C for example. */
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
