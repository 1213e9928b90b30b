/** The read tables in the words of `presage status`. */
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { tablesText } from "../../src/cli/status.ts";

const CURRENT = { behind: 0, rows: 0, bytes: 0, waitingReads: 0, holdsWriter: false, failing: null };
const BEHIND = { ...CURRENT, behind: 3, rows: 1_200, bytes: 1_100_000 };

const ROWS = [
  [CURRENT, "up to date"],
  [BEHIND, "3 batches behind (1200 rows, 2 MiB)"],
  [{ ...BEHIND, waitingReads: 2 }, "3 batches behind (1200 rows, 2 MiB); 2 reads wait for them"],
  [
    { ...BEHIND, holdsWriter: true, failing: "the server is away" },
    "3 batches behind (1200 rows, 2 MiB); the writer waits for them; they cannot be written: the server is away",
  ],
] as const;

describe("the status of the read tables", () => {
  for (const [tables, text] of ROWS) it(`is "${text}"`, () => assert.equal(tablesText(tables), text));
});
