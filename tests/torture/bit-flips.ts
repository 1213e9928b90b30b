/**
 * `node tests/torture/bit-flips.ts [COUNT] [SEED]` changes COUNT bytes of the events of a journal, one at a time, and
 * a tenth as many of its other columns and rows. The verification must notice every change.
 */
import { copyDatabase, createHistory } from "../support/history.ts";
import { flipEvents, flipJournal } from "./journal-flips.ts";
import type { FlipReport } from "./journal-flips.ts";

const count = Number(process.argv[2] ?? 10_000);
const seed = Number(process.argv[3] ?? Date.now() % 2 ** 31);
if (!Number.isSafeInteger(count) || count < 1 || !Number.isSafeInteger(seed)) {
  console.error("usage: node tests/torture/bit-flips.ts [COUNT] [SEED], both whole numbers");
  process.exit(1);
}
console.log(`seed ${seed}`);

function printReport(what: string, { damages, missed }: FlipReport, seconds: number): void {
  const all = [...damages.values()].reduce((sum, one) => sum + one, 0);
  const rate = (all / seconds).toFixed(0);
  console.log(`${what}: ${all} damages, ${all - missed.length} noticed, ${rate}/s`);
  for (const [kind, times] of [...damages].sort()) console.log(`  ${kind}: ${times}`);
  for (const one of missed) console.log(`  MISSED ${one}`);
  if (missed.length > 0) process.exitCode = 1;
}

const history = await createHistory();
const copy = await copyDatabase(history.url, "flips");
try {
  for (const [what, flipping] of [
    ["bytes of events", { count, draw: flipEvents }],
    ["everything", { count: Math.ceil(count / 10) }],
  ] as const) {
    const startedAt = performance.now();
    const report = await flipJournal({ url: copy.url, seed, ...flipping });
    printReport(what, report, (performance.now() - startedAt) / 1000);
  }
} finally {
  await copy.close();
  await history.close();
}
