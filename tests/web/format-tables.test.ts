/** The read tables as the console tells of them. */
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { formatTables } from "../../web/src/admin/session/describe-status.ts";
import { consoleEn } from "../../web/src/text/console-en.ts";

const WELL = {
  sequence: 7,
  behind: 0,
  rows: 0,
  bytes: 0,
  waitingReads: 0,
  holdsWriter: false,
  failing: null,
  flushSeconds: 0,
  blockedBy: [],
};
const BEHIND = { ...WELL, behind: 3, rows: 1_200 };

const ROWS = [
  [WELL, "Up to date with the journal"],
  [BEHIND, "3 batches behind the journal, 1200 rows waiting"],
  [
    { ...BEHIND, holdsWriter: true },
    "3 batches behind the journal, 1200 rows waiting; the exchange waits for the read tables",
  ],
  [
    { ...BEHIND, flushSeconds: 12 },
    "3 batches behind the journal, 1200 rows waiting; the current write has been running for 12 s",
  ],
  [
    { ...BEHIND, flushSeconds: 12, blockedBy: [{ pid: 4711, name: "psql" }] },
    "3 batches behind the journal, 1200 rows waiting; the current write has been running for 12 s; the write waits for a lock of session 4711 (psql)",
  ],
  [{ ...BEHIND, failing: "disk full" }, "3 batches behind the journal, 1200 rows waiting; disk full"],
] as const;

describe("the read tables in the console", () => {
  for (const [tables, text] of ROWS)
    it(`are "${text}"`, () => assert.equal(formatTables(tables, consoleEn.overview, String), text));
});
