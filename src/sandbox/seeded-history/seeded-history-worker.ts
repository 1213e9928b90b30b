/**
 * Worker thread that makes the seeded history of a sandbox. The thread posts the batches in order, in chunks, then an
 * empty chunk. After a request to stop, the thread ends without the empty chunk.
 */
import { parentPort, workerData } from "node:worker_threads";
import { demoCatalogSince } from "../../listings/demo-catalog.ts";
import type { Batch } from "../../store/journal/journal.ts";
import type { SeededHistoryJob } from "./write-seeded-history.ts";
import { makeSeededHistory } from "./make-seeded-history.ts";

/** Batches per message. */
const BATCHES_PER_MESSAGE = 200;

const job: SeededHistoryJob = workerData;
const history = makeSeededHistory({ ...job, listings: demoCatalogSince(job.from, job.until) });
let chunk: Batch[] = [];
function post(): void {
  parentPort?.postMessage(chunk);
  chunk = [];
}
const isStopped = (): boolean => Atomics.load(job.stop, 0) !== 0;
for (const { batch } of history.batches) {
  if (isStopped()) break;
  chunk.push(batch);
  if (chunk.length === BATCHES_PER_MESSAGE) post();
}
if (!isStopped()) {
  if (chunk.length > 0) post();
  post();
}
