/** Lines of the log about read tables that hold up the writer or cannot be written. */
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { watchTables } from "../../src/store/projector/watch-tables.ts";

/** State of the tables at a look, and the milliseconds since the look before. */
type Look = readonly [state: "well" | "waits" | "fails" | "both", ms: number];

/** A line of the log, after the look with this number. */
type Line = readonly [look: number, level: "warn" | "info", text: string];

const WAITS = "the writer waits for the read tables";
const WAITS_NO_MORE = "the writer does not wait for the read tables any more";
const FAILS = "the read tables cannot be written";
const FAILS_NO_MORE = "the read tables are written again";

const ROWS: readonly (readonly [name: string, looks: readonly Look[], lines: readonly Line[]])[] = [
  [
    "nothing is wrong",
    [
      ["well", 0],
      ["well", 9_000],
    ],
    [],
  ],
  [
    "the writer waits: told at once, and once",
    [
      ["well", 0],
      ["waits", 200],
      ["waits", 9_000],
    ],
    [[1, "warn", WAITS]],
  ],
  ["it waits at the first look", [["waits", 0]], [[0, "warn", WAITS]]],
  [
    "it goes on: told when it has not waited for two seconds",
    [
      ["waits", 0],
      ["well", 200],
      ["well", 1_700],
      ["well", 200],
      ["well", 9_000],
    ],
    [
      [0, "warn", WAITS],
      [3, "info", WAITS_NO_MORE],
    ],
  ],
  [
    "it waits again and again: told once",
    [
      ["waits", 0],
      ["well", 1_900],
      ["waits", 200],
      ["well", 1_900],
      ["waits", 200],
    ],
    [[0, "warn", WAITS]],
  ],
  [
    "it waits anew later: told again",
    [
      ["waits", 0],
      ["well", 2_000],
      ["waits", 200],
    ],
    [
      [0, "warn", WAITS],
      [1, "info", WAITS_NO_MORE],
      [2, "warn", WAITS],
    ],
  ],
  [
    "a flush fails for a moment",
    [
      ["well", 0],
      ["fails", 200],
      ["fails", 1_700],
      ["well", 200],
    ],
    [],
  ],
  [
    "flushes fail for two seconds, and succeed",
    [
      ["well", 0],
      ["fails", 200],
      ["fails", 1_800],
      ["fails", 9_000],
      ["well", 200],
      ["well", 9_000],
    ],
    [
      [2, "warn", FAILS],
      [4, "info", FAILS_NO_MORE],
    ],
  ],
  [
    "they fail at the first look",
    [
      ["fails", 0],
      ["fails", 1_999],
    ],
    [],
  ],
  [
    "they fail until the writer waits",
    [
      ["well", 0],
      ["fails", 2_000],
      ["both", 200],
      ["well", 2_000],
    ],
    [
      [1, "warn", FAILS],
      [2, "warn", WAITS],
      [3, "info", WAITS_NO_MORE],
      [3, "info", FAILS_NO_MORE],
    ],
  ],
];

function linesOf(looks: readonly Look[]): Line[] {
  const lines: Line[] = [];
  let [now, current] = [5_000, 0];
  let state: Look[0] = "well";
  const look = watchTables({
    tables: {
      standing: () => ({
        seq: 1,
        behind: 1,
        rows: 1,
        bytes: 300,
        waitingReads: 0,
        holdsWriter: state === "waits" || state === "both",
        failing: state === "fails" || state === "both" ? "the server is away" : undefined,
      }),
    },
    monotonic: () => now,
    log: {
      warn: (_: object, text: string) => void lines.push([current, "warn", text]),
      info: (_: object, text: string) => void lines.push([current, "info", text]),
    },
  });
  for (const [index, [next, ms]] of looks.entries()) {
    [state, current] = [next, index];
    now += ms;
    look();
  }
  return lines;
}

describe("the log of the read tables", () => {
  for (const [name, looks, lines] of ROWS) it(name, () => assert.deepEqual(linesOf(looks), lines));
});
