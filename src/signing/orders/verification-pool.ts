/**
 * Verifies orders in worker threads, since recovering a signer is half the cost of an order. A message costs as much as
 * a few recoveries, so messages contain several jobs or verdicts. A full message is sent at once, so that workers begin
 * while this thread still reads other requests. The rest is sent at the end of the event loop's tick. JSON text costs a
 * third of cloning the objects. Few jobs that come while all workers sleep are verified in this thread: the messages, and
 * waking a thread, would cost more.
 */
import { once } from "node:events";
import { availableParallelism } from "node:os";
import { extname } from "node:path";
import { Worker } from "node:worker_threads";
import { elementAt } from "../../core/values/element-at.ts";
import { createJobVerifier } from "./job-verifier.ts";
import type { VerificationJob, VerificationSettings } from "./job-verifier.ts";
import type { OrderVerdict, VerifiedOrder } from "./order-verdict.ts";

/** Trace of the request that a job belongs to. Times are `performance.now()` times. */
export type JobTrace = {
  /** Records that verification was requested at `since`, and ran from `began` to `ended`. */
  verified(since: number, began: number, ended: number): void;
};

/** A worker's answer: the verdicts and, with tracing, the start and end of each verification. */
export type WorkerAnswer = {
  readonly verdicts: readonly VerdictMessage[];
  /** Start and end of each verification, milliseconds since 1970. */
  readonly times?: readonly (readonly [began: number, ended: number])[];
};

export type VerificationPool = {
  verify(job: VerificationJob): Promise<OrderVerdict>;
  close(): Promise<void>;
};

/** A verdict in a message, with the domain as an index of the list of domains. */
type VerdictMessage =
  | Exclude<OrderVerdict, VerifiedOrder>
  | (Omit<VerifiedOrder, "domain"> & { readonly domain: number });

type PendingJob = {
  readonly job: VerificationJob;
  readonly resolve: (verdict: OrderVerdict) => void;
  readonly trace: JobTrace | undefined;
  /** `performance.now()` time at which verification was requested; 0 without a trace. */
  readonly since: number;
};
/** A worker, with its unanswered messages, oldest first. */
type PoolWorker = { readonly thread: Worker; readonly underway: (readonly PendingJob[])[] };

const MAX_WORKERS = 4;
/** Number of jobs that make a full message, which is sent at once. */
const FULL_MESSAGE = 8;
/** Maximum unanswered messages of a worker; jobs wait while all workers have this number. */
const MAX_UNDERWAY = 8;
/** Jobs of a tick that this thread verifies if no worker has any. */
const FEW = 2;
/** File name of the worker, with this module's extension: compiled in the package, TypeScript in the source. */
const WORKER = `verification-worker${extname(import.meta.filename)}`;

/**
 * Starts the workers. `onFailure` is called after an error in a worker: jobs may stay unanswered, so the process must
 * exit. `traceOf` returns the trace of the request that is asking for verification.
 */
export function createVerificationPool(
  settings: VerificationSettings,
  onFailure: (error: unknown) => void,
  traceOf?: () => JobTrace | undefined,
): VerificationPool {
  const count = Math.min(Math.max(availableParallelism() - 1, 1), MAX_WORKERS);
  const workers = Array.from({ length: count }, (): PoolWorker => ({
    thread: openWorker({ ...settings, timed: traceOf !== undefined }),
    underway: [],
  }));
  const verifyJob = createJobVerifier(settings);
  let waitingJobs: PendingJob[] = [];

  /** Ends the tick: sends the waiting jobs, or verifies them. */
  function endTick(): void {
    const areIdle = workers.every(({ underway }) => underway.length === 0);
    if (!areIdle || waitingJobs.length > FEW) return send();
    for (const job of waitingJobs.splice(0)) verifyHere(job);
  }

  function verifyHere({ job, resolve, trace, since }: PendingJob): void {
    const began = trace === undefined ? 0 : performance.now();
    const verdict = verifyJob(job);
    trace?.verified(since, began, performance.now());
    resolve(verdict);
  }

  /** Sends the waiting jobs to the worker with the fewest unanswered messages, unless that worker has `most`. */
  function send(most = MAX_UNDERWAY): void {
    const worker = workers.reduce((least, one) =>
      one.underway.length < least.underway.length ? one : least,
    );
    if (worker.underway.length >= most || waitingJobs.length === 0) return;
    worker.underway.push(waitingJobs);
    worker.thread.postMessage(JSON.stringify(waitingJobs.map(({ job }) => job)));
    waitingJobs = [];
  }

  function receive(worker: PoolWorker, { verdicts, times }: WorkerAnswer): void {
    const answeredJobs = worker.underway.shift() ?? [];
    send();
    if (times !== undefined) reportTimes(answeredJobs, times);
    answeredJobs.forEach(({ resolve }, index) =>
      resolve(decodeVerdict(settings, elementAt(verdicts, index))),
    );
  }

  for (const worker of workers) {
    worker.thread.on("message", (answer: string) => receive(worker, JSON.parse(answer)));
    worker.thread.on("error", onFailure);
    worker.thread.unref();
  }
  return {
    verify: (job) =>
      new Promise((resolve) => {
        const trace = traceOf?.();
        waitingJobs.push({ job, resolve, trace, since: trace === undefined ? 0 : performance.now() });
        if (waitingJobs.length === 1) setImmediate(endTick);
        else if (waitingJobs.length === FULL_MESSAGE) send();
      }),
    close: async () => {
      // A worker exits after its last message, so all waiting jobs must be sent now.
      send(Infinity);
      await Promise.all(workers.map(({ thread }) => endWorker(thread)));
    },
  };
}

/** Reports times to the traces, converted to this thread's `performance.now()`, whose zero differs between threads. */
function reportTimes(jobs: readonly PendingJob[], times: NonNullable<WorkerAnswer["times"]>): void {
  const { timeOrigin } = performance;
  jobs.forEach(({ trace, since }, index) => {
    const [began, ended] = elementAt(times, index);
    trace?.verified(since, began - timeOrigin, ended - timeOrigin);
  });
}

export type WorkerSettings = VerificationSettings & { readonly timed: boolean };

const openWorker = (settings: WorkerSettings): Worker =>
  new Worker(new URL(WORKER, import.meta.url), { workerData: settings });

/**
 * Lets the worker finish its jobs and exit: a termination while the worker loads its native addon would abort the
 * process. Does nothing for a dead worker.
 */
export async function endWorker(worker: Worker): Promise<void> {
  if (worker.threadId === -1) return;
  const exit = once(worker, "exit");
  worker.ref();
  worker.postMessage(null);
  await exit;
}

const decodeVerdict = ({ domains }: VerificationSettings, verdict: VerdictMessage): OrderVerdict =>
  verdict.ok ? { ...verdict, domain: elementAt(domains, verdict.domain) } : verdict;

/** Verifies in this thread, for a gateway, whose thread has no engine to hold up. */
export function createOwnVerifier(settings: VerificationSettings): VerificationPool {
  const verify = createJobVerifier(settings);
  return { verify: async (job) => verify(job), close: async () => {} };
}
