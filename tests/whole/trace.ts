/** The log of a run, line by line, and its hash: runs that did the same have the same hash. */
import { createHash } from "node:crypto";

export type Trace = {
  note(line: string): void;
  hash(): string;
  readonly lines: readonly string[];
};

export function createTrace(now: () => number): Trace {
  const lines: string[] = [];
  const note = (line: string): void => void lines.push(`${now()} ${line}`);
  const hash = (): string => createHash("sha256").update(lines.join("\n")).digest("hex").slice(0, 16);
  return { note, hash, lines };
}
