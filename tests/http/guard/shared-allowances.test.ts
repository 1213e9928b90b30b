/** Allowances in shared memory: as those of one thread, but for all threads together, and forgotten one by one. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { createAllowances } from "../../../src/http/guard/allowances.ts";
import { createAllowanceMemory, shareAllowances } from "../../../src/http/guard/shared-allowances.ts";
import { createRandom } from "../../support/random.ts";

const RATES = [
  { count: 10, seconds: 10 },
  { count: 100, seconds: 60 },
];
const STEPS = 5_000;

test("threads that share memory hold the limits of a single one", () => {
  const memory = createAllowanceMemory();
  const threads = [shareAllowances(memory), shareAllowances(memory), shareAllowances(memory)];
  const single = createAllowances();
  const shared = RATES.map((rate) => threads.map((thread) => thread.add(rate))[0]!);
  const own = RATES.map((rate) => single.add(rate));
  const random = createRandom(11);
  let nowMs = Date.UTC(2026, 5, 1);
  let refused = 0;
  for (let step = 0; step < STEPS; step += 1) {
    nowMs += random.between(0, 40);
    const thread = threads[random.between(0, threads.length - 1)]!;
    const which = random.between(0, RATES.length - 1);
    const subject = `subject ${random.between(0, 4)}`;
    const use = { cost: random.between(1, 3), nowMs };
    const wait = thread.waitFor(shared[which]!, subject, use);
    assert.ok(Math.abs(wait - single.waitFor(own[which]!, subject, use)) < 0.1, `step ${step}`);
    assert.equal(thread.left(shared[which]!, subject, nowMs), single.left(own[which]!, subject, nowMs));
    if (wait > 0) {
      refused += 1;
      continue;
    }
    thread.use(shared[which]!, subject, use);
    single.use(own[which]!, subject, use);
  }
  assert.ok(refused > STEPS / 10 && refused < STEPS, `${refused} were refused`);
});

test("very many subjects leave the memory as large as it is, and the limit of a busy one in force", () => {
  const thread = shareAllowances(createAllowanceMemory());
  const allowance = thread.add({ count: 1, seconds: 600 });
  const nowMs = Date.UTC(2026, 5, 1);
  thread.use(allowance, "busy", { cost: 1, nowMs: nowMs + 1_000 });
  for (let subject = 0; subject < 400_000; subject += 1)
    thread.use(allowance, `stranger ${subject}`, { cost: 1, nowMs: nowMs - 300_000 });
  assert.ok(thread.waitFor(allowance, "busy", { cost: 1, nowMs: nowMs + 2_000 }) > 0);
});
