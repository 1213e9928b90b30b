import assert from "node:assert/strict";
import { after, test } from "node:test";
import { simulateMany } from "../simulation/many-seeds.ts";
import type { Counts } from "../simulation/statistics.ts";
import { atDepth, deepTest, leastCount } from "../support/depth.ts";
import { CLOCK_ENDS } from "./clock-faults.ts";
import { DUE_ENDS, RARE_DUE_ENDS } from "./due-rows.ts";
import { FAULT_KINDS } from "./faults.ts";
import { FENCED_READS } from "./fenced-readers.ts";
import { WAITING_REFUSALS } from "./waiting-limits.ts";
import { WAYS_BACK } from "./simulated-snapshots.ts";
import { SNAPSHOT_RESULTS } from "./snapshot-operator.ts";
import { POISON_KINDS } from "./poison.ts";
import { simulateWhole } from "./whole.ts";
import { createWholeStatistics, wholeText } from "./whole-statistics.ts";

const SEEDS = atDepth({ quick: 20, deep: 100, long: 500 });
/** Seeds in one test. */
const TOGETHER = atDepth({ quick: 20, deep: 50, long: 100 });
/** Seeds of which the first runs once more, outside the thread and with the same trace. */
const AGAIN = 20;

/** A fault that one seed in 200 meets. */
const RARE = "revert lost";

const statistics = createWholeStatistics();

// In a thread: of its own one the runner follows every promise, which takes as long again as the seeds.
for (let first = 1; first <= SEEDS; first += TOGETHER) {
  const last = first + TOGETHER - 1;
  test(`seeds ${first} to ${last}: whatever fails, the answers of the exchange are true`, async () => {
    const hashes = new Map<number, string | undefined>();
    const slice = { what: "whole", first, count: TOGETHER, threads: 1 } as const;
    const failures = await simulateMany(slice, statistics, ({ seed, hash }) => hashes.set(seed, hash));
    assert.equal(failures.length, 0, failures.join("\n"));
    assert.equal(new Set(hashes.values()).size, TOGETHER);
    for (let seed = first; seed <= last; seed += AGAIN)
      assert.equal(
        await simulateWhole(seed, createWholeStatistics()),
        hashes.get(seed),
        "a seed gives one run",
      );
  });
}

/** Asserts a count of at least `long` in a long run, and of its share in a shorter one. */
function assertReached(counts: Counts, keys: readonly string[], long: number): void {
  const least = leastCount(long);
  for (const key of keys) {
    const reached = counts.get(key) ?? 0;
    assert.ok(reached >= least, `expected ${key} at least ${least} times, got ${reached}`);
  }
}

deepTest("everything that can go wrong went wrong", () => {
  const met = atDepth({ quick: [], deep: FAULT_KINDS.filter((kind) => kind !== RARE), long: FAULT_KINDS });
  assertReached(statistics.faults, met, 3);
});

test("starts were refused for a clock behind the journal and accepted, and clocks that parted were set right", () => {
  assertReached(statistics.done, CLOCK_ENDS, 20);
});

deepTest("poison of every kind stopped the process, and was set aside", () => {
  assertReached(statistics.done, POISON_KINDS, 10);
  assertReached(statistics.answers, ["quarantined"], 50);
});

test("commands that waited for long were refused or given up, and unknown outcomes were found out", () => {
  assertReached(statistics.answers, WAITING_REFUSALS, 20);
  assertReached(statistics.done, ["unknown and done"], 5);
});

deepTest("an unknown outcome was found out to be none", () => {
  assertReached(statistics.done, ["unknown and not done"], 5);
});

test("new orders and requests were told in memory, whose filters were filled anew", () => {
  assertReached(statistics.done, ["orders told new in memory", "requests told new in memory"], 1_000);
  assertReached(statistics.done, ["fills of known orders or requests"], 10_000);
});

test("reads were held at the fence, the writer at the bound, and rows of several batches merged", () => {
  assertReached(statistics.done, FENCED_READS, 1_000);
  assertReached(statistics.done, ["writer held at the bound", "flushes of several batches"], 1_000);
  assertReached(statistics.done, ["starts with tables behind the journal"], 1_000);
});

deepTest("flushes of processes and sessions that ended were written, and were lost", () => {
  assertReached(statistics.done, ["flushes written after a death", "flushes lost in a death"], 50);
  assertReached(statistics.done, ["flushes ended with their session"], 10);
});

test("delayed orders and failing settlements came to their ends", () => {
  assertReached(statistics.done, DUE_ENDS, 100);
  assertReached(statistics.done, ["delayed orders sent again"], 1_000);
});

deepTest("matches stood that could not be undone, and what was done was found done", () => {
  assertReached(statistics.done, RARE_DUE_ENDS, 20);
});

test("the exchange went back to snapshots, and readers read across a way back", () => {
  assertReached(statistics.done, ["snapshots taken", "ways back", "reads across a way back"], 200);
  assertReached(statistics.done, SNAPSHOT_RESULTS, 100);
});

deepTest("it went to later snapshots, too, and failed on the way", () => {
  assertReached(statistics.done, WAYS_BACK, 15);
});

test("the engine gave every kind of answer", () => {
  assertReached(statistics.answers, ["committed", "duplicate", "not_accepting", "outcome_unknown"], 50);
});

deepTest("the engine gave the rare answers, too", () => {
  const modes = ["post_only_mode", "cancel_only", "read_only", "exchange_halted"];
  assertReached(statistics.answers, [...modes, "insufficient_balance", "order_not_found"], 50);
});

after(() => {
  if (statistics.done.size > 0) console.log(wholeText(statistics));
});
