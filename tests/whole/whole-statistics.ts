/** Counts of whole runs, which show that they reached everything, and are printed for a person. */
import { FAULT_KINDS } from "./faults.ts";
import type { Counts } from "../simulation/statistics.ts";
import { total } from "../simulation/statistics.ts";

export type WholeStatistics = {
  readonly faults: Counts;
  /** Answers of the engine by kind, and rejections by code. */
  readonly answers: Counts;
  /** Operations, batches, starts, reads and other counts. */
  readonly done: Counts;
};

export const createWholeStatistics = (): WholeStatistics => ({
  faults: new Map(),
  answers: new Map(),
  done: new Map(),
});

/** Table for a person: one line per group. */
export function wholeText({ faults, answers, done }: WholeStatistics): string {
  const list = (counts: Counts, keys: Iterable<string>): string =>
    Array.from(keys, (key) => `${key} ${counts.get(key) ?? 0}`).join(", ");
  return [
    `done: ${list(done, done.keys())}`,
    `answers (${total(answers)}): ${list(answers, [...answers.keys()].sort())}`,
    `faults (${total(faults)}): ${list(faults, FAULT_KINDS)}`,
  ].join("\n");
}
