/** Checks that no request makes the exchange crash, answer in an undocumented way, or accept invalid credentials. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { atDepth } from "../support/depth.ts";
import { requestsIn } from "./figures.ts";
import { fuzz } from "./fuzz.ts";
import type { FuzzOptions } from "./fuzz.ts";
import { SPECIFIED } from "./targets.ts";
import { findingLines, reportLines } from "./report.ts";

/** Runs with their seeds; the same seed and number of requests give the same run. */
const RUNS = atDepth<readonly FuzzOptions[]>({
  quick: [
    { mode: "production", count: 40, others: 6, seed: 20_260_601 },
    { mode: "sandbox", count: 6, others: 6, seed: 20_260_602 },
  ],
  deep: [
    { mode: "production", count: 300, others: 20, seed: 20_260_601 },
    { mode: "sandbox", count: 20, others: 10, seed: 20_260_602 },
  ],
  long: [
    { mode: "production", count: 3_500, others: 150, seed: 20_260_601 },
    { mode: "sandbox", count: 150, others: 50, seed: 20_260_602 },
  ],
});

for (const options of RUNS) {
  test(`${options.count} requests to every operation of the specification, ${options.others} to every other: ${options.mode}`, async (context) => {
    const report = await fuzz(options);
    const { figures, faults, done } = report;
    context.diagnostic(reportLines(options, report).at(-1) ?? "");
    assert.deepEqual(findingLines(options, figures.findings), []);
    assert.deepEqual(faults, []);
    for (const name of SPECIFIED) assert.ok(figures.statuses.has(name), name);
    assert.ok(requestsIn(figures) > SPECIFIED.size * options.count + 100 * options.others);
    for (const [name, most] of Object.entries(LEAST))
      assert.ok((done[name] ?? 0) >= most, `${done[name]} ${name}`);
    assert.equal(figures.statuses.get("trading POST /order")?.has(200), true);
  });
}

/** Rows that must exist at the end, more than at the start: valid requests must have got through. */
const LEAST = { orders: 241, canceled: 1, trades: 1, operations: 30, audited: 5 };
