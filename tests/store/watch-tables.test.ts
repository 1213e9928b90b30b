/** Lines of the log about read tables that hold up the writer or cannot be written. */
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { watchTables } from "../../src/store/projector/open-tables.ts";

/** State of the tables at a look, and the milliseconds since the look before. One flush runs while it `writes` or `fails`. */
type Look = readonly [state: "well" | "waits" | "fails" | "both" | "writes", ms: number];

/** A line of the log, after the look with this number. */
type Line = readonly [look: number, text: string];

const WAITS = "the writer waits for the read tables";
const WAITS_NO_MORE = "the writer does not wait for the read tables any more";
const FAILS = "the read tables cannot be written";
const FAILS_NO_MORE = "the read tables are written again";
const SLOW = "a write of the read tables takes long";
const SLOW_NO_MORE = "the write of the read tables that took long is over";

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
    [[1, WAITS]],
  ],
  ["it waits at the first look", [["waits", 0]], [[0, WAITS]]],
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
      [0, WAITS],
      [3, WAITS_NO_MORE],
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
    [[0, WAITS]],
  ],
  [
    "it waits anew later: told again",
    [
      ["waits", 0],
      ["well", 2_000],
      ["waits", 200],
    ],
    [
      [0, WAITS],
      [1, WAITS_NO_MORE],
      [2, WAITS],
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
      [2, FAILS],
      [4, FAILS_NO_MORE],
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
      [1, FAILS],
      [2, WAITS],
      [3, WAITS_NO_MORE],
      [3, FAILS_NO_MORE],
    ],
  ],
  [
    "a flush takes less than five seconds",
    [
      ["writes", 0],
      ["writes", 4_999],
      ["well", 200],
    ],
    [],
  ],
  [
    "a flush takes five seconds and more: told once, and that it is over",
    [
      ["writes", 0],
      ["writes", 5_000],
      ["writes", 200],
      ["writes", 9_000],
      ["well", 200],
      ["well", 200],
    ],
    [
      [1, SLOW],
      [4, SLOW_NO_MORE],
    ],
  ],
  [
    "two flushes take long, one after the other: each is told",
    [
      ["writes", 0],
      ["writes", 5_000],
      ["well", 200],
      ["writes", 0],
      ["writes", 5_000],
      ["well", 200],
    ],
    [
      [1, SLOW],
      [2, SLOW_NO_MORE],
      [4, SLOW],
      [5, SLOW_NO_MORE],
    ],
  ],
  [
    "a flush that fails and is tried again is told as failing alone",
    [
      ["fails", 0],
      ["fails", 2_000],
      ["fails", 9_000],
      ["well", 200],
    ],
    [
      [1, FAILS],
      [3, FAILS_NO_MORE],
    ],
  ],
  [
    "a flush takes long and then fails",
    [
      ["writes", 0],
      ["writes", 5_000],
      ["fails", 200],
      ["fails", 2_000],
      ["well", 200],
    ],
    [
      [1, SLOW],
      [3, FAILS],
      [4, FAILS_NO_MORE],
      [4, SLOW_NO_MORE],
    ],
  ],
];

function linesOf(looks: readonly Look[]): Line[] {
  const lines: Line[] = [];
  let [now, current] = [5_000, 0];
  let state: Look[0] = "well";
  let since: number | undefined;
  const look = watchTables({
    tables: {
      standing: () => ({
        seq: 1,
        behind: 1,
        rows: 1,
        bytes: 300,
        ends: 0,
        waitingReads: 0,
        holdsWriter: state === "waits" || state === "both",
        failing: state === "fails" || state === "both" ? "the server is away" : undefined,
        flushMs: since === undefined ? 0 : now - since,
      }),
    },
    monotonic: () => now,
    listBlockers: async () => [],
    log: { warn: (_, text) => void lines.push([current, text]) },
  });
  for (const [index, [next, ms]] of looks.entries()) {
    [state, current] = [next, index];
    now += ms;
    since = state === "writes" || state === "fails" ? (since ?? now) : undefined;
    look();
  }
  return lines;
}

describe("the log of the read tables", () => {
  for (const [name, looks, lines] of ROWS) it(name, () => assert.deepEqual(linesOf(looks), lines));
});

describe("the log of a flush that takes long", () => {
  const STANDING = {
    seq: 1,
    behind: 1,
    rows: 1,
    bytes: 300,
    ends: 0,
    waitingReads: 0,
    holdsWriter: false,
    failing: undefined,
    flushMs: 5_000,
  };
  const blockers = [{ pid: 4711, name: "psql" }];

  for (const [what, listBlockers, told] of [
    [
      "names the sessions that it waits for",
      async () => blockers,
      [
        [
          { event: "tables_state", blockers },
          "the write of the read tables waits for locks of other sessions",
        ],
      ],
    ],
    ["names none where it waits for none", async () => [], []],
    ["names none where nobody knows", () => Promise.reject(new Error("the database is away")), []],
  ] as const)
    it(what, async () => {
      const lines: unknown[] = [];
      const log = { warn: (...line: unknown[]) => void lines.push(line) };
      const asked = Promise.withResolvers<void>();
      const list = async () => {
        setImmediate(asked.resolve);
        return listBlockers();
      };
      watchTables({ tables: { standing: () => STANDING }, monotonic: () => 0, listBlockers: list, log })();
      await asked.promise;
      assert.deepEqual(lines, [[{ event: "tables_state", ...STANDING }, SLOW], ...told]);
    });
});
