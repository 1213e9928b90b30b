/**
 * Ways to break promises on purpose: a change of the program, or a disk that does not flush. The loop under test must
 * notice a loss with each; a check that cannot fail proves nothing.
 */
import type { Change } from "./crash-points.ts";

export type Control = {
  readonly loop: "kill" | "cut";
  readonly changes: readonly Change[];
  /** True if the disk answers flushes without doing them. */
  readonly lies: boolean;
};

const changed = (loop: Control["loop"], file: string, line: string, becomes: string): Control => ({
  loop,
  changes: [{ file: `src/${file}`, line, becomes }],
  lies: false,
});

export const CONTROLS: ReadonlyMap<string, Control> = new Map([
  [
    "answers-early",
    changed(
      "kill",
      "engine/writer.ts",
      "if \\(events\\.length > 0\\) await commitEvents",
      "entries.forEach((entry, index) => entry.answer(outcomeOf(writer, entry, elementAt(decisions, index)))); $&",
    ),
  ],
  ["fsync-off", changed("cut", "store/server/server-cluster.ts", 'fsync: "on"', 'fsync: "off"')],
  [
    "asynchronous-commit",
    changed(
      "cut",
      "store/journal/writer-session.ts",
      "set synchronous_commit = on",
      "set synchronous_commit = off",
    ),
  ],
  ["lying-disk", { loop: "cut", changes: [], lies: true }],
]);
