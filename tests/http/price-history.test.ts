import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Dialect } from "../../src/http/dialects/dialect.ts";
import { readHistoryWindow } from "../../src/http/trading/books/price-history.ts";
import type { HistoryParameters, HistoryWindow } from "../../src/http/trading/books/price-history.ts";

const NOW = 1_800_000_000;
const FOREVER = 9_999_999_999;
const HOUR = 3_600;
const MONTH = 30 * 24 * HOUR;

type Row = [dialects: Dialect[], given: HistoryParameters, window: Partial<HistoryWindow> | string];

const ALL: Dialect[] = ["spec", "polymarket", "kuest"];
const ROWS: Row[] = [
  [["spec", "polymarket"], {}, { start: undefined, end: FOREVER, bucket: 1, maxPoints: 1_000 }],
  [["kuest"], {}, { start: undefined, end: FOREVER, bucket: 720, maxPoints: 1_000 }],
  [ALL, { start_ts: 5, end_ts: 9 }, { start: 5, end: 9, bucket: 1, maxPoints: 1_000 }],
  [ALL, { startTs: 5, endTs: 9 }, { start: 5, end: 9 }],
  [ALL, { start_ts: 5, startTs: 5, end_ts: 9, endTs: 9 }, { start: 5, end: 9 }],
  [ALL, { start_ts: 5, startTs: 6 }, "startTs: expected 5, as start_ts says, or none, got 6"],
  [ALL, { end_ts: 9, endTs: 8 }, "endTs: expected 9, as end_ts says, or none, got 8"],
  [["polymarket"], { interval: "1h", end_ts: 9, endTs: 8 }, { start: NOW - HOUR, end: FOREVER }],
  [ALL, { end_ts: 9 }, { start: undefined, end: 9 }],
  [ALL, { start_ts: 10, end_ts: 9 }, "start_ts: expected at most end_ts 9, got 10"],
  [ALL, { interval: "1h" }, { start: NOW - HOUR, end: FOREVER, bucket: 1, maxPoints: 1_000 }],
  [ALL, { interval: "1w", fidelity: 5 }, { start: NOW - 168 * HOUR, bucket: 5, maxPoints: 10_080 }],
  [["spec", "kuest"], { interval: "1m" }, { start: NOW - 60 }],
  [["polymarket"], { interval: "1m" }, { start: NOW - MONTH }],
  [["polymarket"], { interval: "1m", fidelity: 9 }, "fidelity: expected at least 10 with interval 1m, got 9"],
  [["polymarket"], { interval: "1w", fidelity: 4 }, "fidelity: expected at least 5 with interval 1w, got 4"],
  [["spec", "kuest"], { interval: "1w", fidelity: 1 }, { bucket: 1 }],
  [["polymarket"], { interval: "1h", start_ts: 5, end_ts: 9 }, { start: NOW - HOUR, end: FOREVER }],
  [
    ["spec", "kuest"],
    { interval: "1h", start_ts: 5 },
    "interval cannot be used with start_ts or end_ts; send one or the other",
  ],
  [
    ["spec", "kuest"],
    { interval: "max", endTs: 5 },
    "interval cannot be used with start_ts or end_ts; send one or the other",
  ],
  [["spec", "polymarket"], { interval: "max" }, { start: undefined, bucket: 1, maxPoints: 1_000 }],
  [["spec", "polymarket"], { fidelity: 2 }, { bucket: 2 }],
  [["kuest"], { interval: "max" }, { start: undefined, bucket: 720 }],
  [["kuest"], { interval: "all" }, { start: undefined, bucket: 720 }],
  [["kuest"], { interval: "max", fidelity: 2 }, { bucket: 5 }],
  [["kuest"], { fidelity: 31 }, { bucket: 180 }],
  [["kuest"], { fidelity: 5_000 }, { bucket: 720 }],
];

void describe("The window of a price history", () => {
  for (const [dialects, given, expected] of ROWS) {
    for (const dialect of dialects) {
      void it(`${dialect}: ${JSON.stringify(given)}`, () => {
        const window = readHistoryWindow(given, dialect, NOW);
        if (typeof expected === "string")
          assert.deepEqual(window, { code: "invalid_payload", hint: expected });
        else assert.deepEqual({ ...window, ...expected }, window);
      });
    }
  }
});
