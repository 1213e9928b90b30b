/**
 * Verifies orders in worker threads, since recovering a signer is half of what an order costs. A message costs about as
 * much as a few recoveries, so jobs gather while the workers are busy and travel together, as do their verdicts. They
 * travel as JSON text, which is a third of the cost of cloning the objects.
 */
import { once } from "node:events";
import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import type { OrderDomain } from "./order-domain.ts";
import type { OrderVerdict, VerifiedOrder } from "./order-verdict.ts";
import type { SignedOrder } from "./signed-order.ts";

export type VerificationSettings = {
  readonly domains: readonly OrderDomain[];
  readonly trustFirstUse: boolean;
};

export type VerificationJob = {
  readonly order: SignedOrder;
  /** Lower-case address of the API key's owner. */
  readonly caller: string;
  /** Whether the order's market is a negative-risk market. */
  readonly negRisk: boolean;
  /** The registered owner of the order's maker, lower case. */
  readonly makerOwner: string | undefined;
};

export type VerificationPool = {
  verify(job: VerificationJob): Promise<OrderVerdict>;
  close(): Promise<void>;
};

/** A verdict as it travels: the domain is its place in the list. */
type Travelling =
  | Exclude<OrderVerdict, VerifiedOrder>
  | (Omit<VerifiedOrder, "domain"> & { readonly domain: number });

type Waiting = { readonly job: VerificationJob; readonly resolve: (verdict: OrderVerdict) => void };
/** A worker with what it was given and has not answered. */
type Lane = { readonly worker: Worker; underway: readonly Waiting[] };

const MAX_WORKERS = 4;

/** `onFailure` is called when a worker dies, which leaves its jobs unanswered: the process must end. */
export function createVerificationPool(
  settings: VerificationSettings,
  onFailure: (error: unknown) => void,
): VerificationPool {
  const count = Math.min(Math.max(availableParallelism() - 1, 1), MAX_WORKERS);
  const lanes = Array.from({ length: count }, (): Lane => ({ worker: openWorker(settings), underway: [] }));
  let gathered: Waiting[] = [];

  /** Gives what has gathered to a worker that has nothing to do; while all are busy, more gathers. */
  function send(): void {
    const lane = lanes.find(({ underway }) => underway.length === 0);
    if (lane === undefined || gathered.length === 0) return;
    lane.underway = gathered;
    gathered = [];
    lane.worker.postMessage(JSON.stringify(lane.underway.map(({ job }) => job)));
  }

  function receive(lane: Lane, verdicts: readonly Travelling[]): void {
    const answered = lane.underway;
    lane.underway = [];
    send();
    answered.forEach(({ resolve }, index) => resolve(arrived(settings, verdicts[index])));
  }

  for (const lane of lanes) {
    lane.worker.on("message", (verdicts: string) => receive(lane, JSON.parse(verdicts)));
    lane.worker.on("error", onFailure);
    lane.worker.unref();
  }
  return {
    verify: (job) =>
      new Promise((resolve) => {
        gathered.push({ job, resolve });
        if (gathered.length === 1) setImmediate(send);
      }),
    close: async () => {
      await Promise.all(lanes.map(({ worker }) => endWorker(worker)));
    },
  };
}

const openWorker = (settings: VerificationSettings): Worker =>
  new Worker(new URL("verification-worker.ts", import.meta.url), { workerData: settings });

/**
 * Lets the worker finish what it has and end by itself: terminating it while it still loads its native addon would
 * abort the process. One that died has no thread any more.
 */
export async function endWorker(worker: Worker): Promise<void> {
  if (worker.threadId === -1) return;
  const exited = once(worker, "exit");
  worker.ref();
  worker.postMessage(null);
  await exited;
}

const arrived = ({ domains }: VerificationSettings, verdict: Travelling): OrderVerdict =>
  verdict.ok ? { ...verdict, domain: domains[verdict.domain] } : verdict;
