/** Lines of the log about read tables that hold up the writer or cannot be written. */
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { watchTables } from "../../src/store/projector/open-tables.ts";

type State = "well" | "waits" | "fails" | "both" | "writes";

/** Lines of the log, by the words of the rows. */
const LINES: Readonly<Record<string, string>> = {
  "the writer waits for the read tables": "waits",
  "the writer does not wait for the read tables any more": "waits no more",
  "the read tables cannot be written": "fails",
  "the read tables are written again": "fails no more",
  "a write of the read tables takes long": "slow",
  "the write of the read tables that took long is over": "slow no more",
};

/**
 * Polls, each with the state of the tables and the milliseconds since the poll before, and the log's lines with the number of
 * their poll. One flush runs while it `writes` or `fails`.
 */
const ROWS: readonly (readonly [name: string, looks: string, lines: string])[] = [
  ["nothing is wrong", "well 0, well 9000", ""],
  ["the writer waits: told at once, and once", "well 0, waits 200, waits 9000", "1 waits"],
  ["it waits at the first look", "waits 0", "0 waits"],
  [
    "it goes on: told when it has not waited for two seconds",
    "waits 0, well 200, well 1700, well 200, well 9000",
    "0 waits, 3 waits no more",
  ],
  ["it waits again and again: told once", "waits 0, well 1900, waits 200, well 1900, waits 200", "0 waits"],
  ["it waits anew later: told again", "waits 0, well 2000, waits 200", "0 waits, 1 waits no more, 2 waits"],
  ["a flush fails for a moment", "well 0, fails 200, fails 1700, well 200", ""],
  [
    "flushes fail for two seconds, and succeed",
    "well 0, fails 200, fails 1800, fails 9000, well 200, well 9000",
    "2 fails, 4 fails no more",
  ],
  ["they fail at the first look", "fails 0, fails 1999", ""],
  [
    "they fail until the writer waits",
    "well 0, fails 2000, both 200, well 2000",
    "1 fails, 2 waits, 3 waits no more, 3 fails no more",
  ],
  ["a flush takes less than five seconds", "writes 0, writes 4999, well 200", ""],
  [
    "a flush takes five seconds and more: told once, and that it is over",
    "writes 0, writes 5000, writes 200, writes 9000, well 200, well 200",
    "1 slow, 4 slow no more",
  ],
  [
    "two flushes take long, one after the other: each is told",
    "writes 0, writes 5000, well 200, writes 0, writes 5000, well 200",
    "1 slow, 2 slow no more, 4 slow, 5 slow no more",
  ],
  [
    "a flush that fails and is tried again is told as failing alone",
    "fails 0, fails 2000, fails 9000, well 200",
    "1 fails, 3 fails no more",
  ],
  [
    "a flush takes long and then fails",
    "writes 0, writes 5000, fails 200, fails 2000, well 200",
    "1 slow, 3 fails, 4 fails no more, 4 slow no more",
  ],
];

function linesOf(looks: string): string {
  const lines: string[] = [];
  let [now, current] = [5_000, 0];
  let state: State = "well";
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
    log: { warn: (_, text) => void lines.push(`${current} ${LINES[text]}`) },
  });
  for (const [index, text] of looks.split(", ").entries()) {
    const [next, ms] = text.split(" ");
    [state, current] = [next as State, index];
    now += Number(ms);
    since = state === "writes" || state === "fails" ? (since ?? now) : undefined;
    look();
  }
  return lines.join(", ");
}

describe("the log of the read tables", () => {
  for (const [name, looks, lines] of ROWS) it(name, () => assert.equal(linesOf(looks), lines));
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
      assert.deepEqual(lines, [
        [{ event: "tables_state", ...STANDING }, "a write of the read tables takes long"],
        ...told,
      ]);
    });
});
