/**
 * Changes of the program by which its read tables lag: far behind the journal, or with the writer at the bound of the rows
 * that wait, nearly always. Flushes take a few rows a statement, and the rows of most cancels and redemptions are made when
 * they are written.
 */
import type { Change } from "./crash-points.ts";

const limit = (line: string, becomes: string): Change => ({
  file: "src/store/projector/projector-limits.ts",
  line,
  becomes,
});

const SMALL_STATEMENTS: readonly Change[] = [
  limit("manyEnds: 1_000,", "manyEnds: 1,"),
  { file: "src/store/projector/write-rows.ts", line: "const SLICE = 2_000;", becomes: "const SLICE = 3;" },
];

export const BEHIND: readonly Change[] = [
  ...SMALL_STATEMENTS,
  limit("gapMs: 50,", "gapMs: 3_000,"),
  limit("shortGapMs: 4,", "shortGapMs: 400,"),
  limit("enoughRows: 10_000,", "enoughRows: 1_000_000,"),
];

export const AT_BOUND: readonly Change[] = [
  ...SMALL_STATEMENTS,
  limit("gapMs: 50,", "gapMs: 300,"),
  limit("mostRows: 400_000,", "mostRows: 12,"),
];
