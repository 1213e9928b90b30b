/**
 * Worker thread that verifies orders. A message is a list of jobs, and the answer is the list of verdicts; null stops
 * the thread.
 */
import { parentPort, workerData } from "node:worker_threads";
import type { OrderDomain } from "./order-domain.ts";
import { createJobVerifier } from "./job-verifier.ts";
import type { VerificationJob } from "./job-verifier.ts";
import type { WorkerSettings } from "./verification-pool.ts";

const { domains, trustFirstUse, timed }: WorkerSettings = workerData;

const verifyJob = createJobVerifier({ domains, trustFirstUse });

function verify(job: VerificationJob): unknown {
  const verdict = verifyJob(job);
  return verdict.ok ? { ...verdict, domain: domainIndex.get(verdict.domain) } : verdict;
}

function verifyTimed(jobs: readonly VerificationJob[]): unknown {
  const times: [began: number, ended: number][] = [];
  const verdicts = jobs.map((job) => {
    const began = now();
    const verdict = verify(job);
    times.push([began, now()]);
    return verdict;
  });
  return { verdicts, times };
}

const now = (): number => performance.timeOrigin + performance.now();

const domainIndex = new Map<OrderDomain, number>(domains.map((domain, index) => [domain, index]));

parentPort?.on("message", (message: string | null) => {
  if (message === null) {
    parentPort?.unref();
    return;
  }
  const jobs: readonly VerificationJob[] = JSON.parse(message);
  parentPort?.postMessage(JSON.stringify(timed ? verifyTimed(jobs) : { verdicts: jobs.map(verify) }));
});
