/** Worker thread that makes the seeded history of a sandbox: it posts the batches in order, in chunks, then ends. */
import { parentPort, workerData } from "node:worker_threads";
import { demoCatalogSince } from "../../listings/demo-catalog.ts";
import type { Batch } from "../../store/journal/journal.ts";
import type { PastJob } from "./write-seeded-history.ts";
import { makeSeededHistory } from "./make-seeded-history.ts";

/** Batches per message. */
const CHUNK = 200;

const job: PastJob = workerData;
const past = makeSeededHistory({ ...job, listings: demoCatalogSince(job.from, job.until) });
let chunk: Batch[] = [];
for (const { batch } of past.batches) {
  chunk.push(batch);
  if (chunk.length < CHUNK) continue;
  parentPort?.postMessage(chunk);
  chunk = [];
}
parentPort?.postMessage(chunk);
