/** Changes of the exchange's mode on the log: one line for each, with its source and the mode that results. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { createAvailability } from "../../src/engine/availability.ts";
import { logModes } from "../../src/engine/safeguards.ts";

const FULL = "the disk is full: 3 MiB are left";
const BEGINS = "the exchange is restricted";
const ENDS = "a restriction is over";

test("each source's mode is told once when it begins and once when it ends", () => {
  const lines: unknown[] = [];
  const availability = createAvailability("normal");
  const stop = logModes({
    availability,
    log: { warn: (fields: unknown, text?: unknown) => void lines.push([fields, text]) },
  });
  for (const free of [3, 2])
    availability.restrict("disk", "read-only", `the disk is full: ${free} MiB are left`);
  for (let tick = 0; tick < 3; tick += 1) availability.restrict("memory", "cancel-only", "memory runs short");
  availability.suspend("the database does not answer");
  availability.setMode("normal");
  availability.setMode("post-only");
  for (let tick = 0; tick < 3; tick += 1) availability.restrict("disk", "normal", "");
  availability.restrict("memory", "normal", "");
  availability.restrict("clock", "normal", "");
  stop();
  availability.setMode("halted");
  assert.deepEqual(lines, [
    [{ event: "mode_changed", source: "disk", mode: "read-only", why: FULL, exchange: "read-only" }, BEGINS],
    [
      {
        event: "mode_changed",
        source: "memory",
        mode: "cancel-only",
        why: "memory runs short",
        exchange: "read-only",
      },
      BEGINS,
    ],
    [{ event: "mode_changed", source: "operator", mode: "post-only", exchange: "read-only" }, BEGINS],
    [{ event: "mode_changed", source: "disk", mode: "normal", exchange: "cancel-only" }, ENDS],
    [{ event: "mode_changed", source: "memory", mode: "normal", exchange: "post-only" }, ENDS],
  ]);
});
