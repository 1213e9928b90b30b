import assert from "node:assert/strict";
import { test } from "node:test";
import { atDepth } from "../support/depth.ts";
import { torture } from "./torture.ts";
import type { TortureOptions } from "./torture.ts";

type Run = Pick<TortureOptions, "scope" | "cycles" | "seed">;

const RUNS: readonly Run[] = atDepth<readonly Run[]>({
  quick: [{ scope: "exchange", cycles: 2, seed: 20_261 }],
  deep: [{ scope: "everything", cycles: 6, seed: 20_262 }],
  long: [
    { scope: "exchange", cycles: 6, seed: 20_261 },
    { scope: "everything", cycles: 40, seed: 20_262 },
  ],
});

for (const run of RUNS) {
  const { scope, cycles } = run;
  test(`acknowledged commands survive ${cycles} kills of ${scope === "exchange" ? "the exchange" : scope}, and nothing is there twice`, async (t) => {
    const report = await torture({ ...run, log: (line) => t.diagnostic(line) });
    assert.equal(report.cycles, cycles);
    const { order = 0, cancel = 0, fill = 0, unanswered = 0 } = report.commands;
    assert.ok(order > 10 * cycles && cancel > cycles && fill > 2.5 * cycles, JSON.stringify(report.commands));
    assert.ok(unanswered > 0, "no request was underway when the process was killed");
  });
}
