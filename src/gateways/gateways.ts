/**
 * Gateways of an exchange: threads that serve the clients, while this thread has the engine and the operators' address. A
 * gateway that ends by itself is started again; its clients connect to another one meanwhile.
 */
import { extname } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import type { FastifyInstance } from "fastify";
import { createEngineHub } from "../engine/follower/engine-hub.ts";
import type { EngineHub } from "../engine/follower/engine-hub.ts";
import type { Context } from "../context.ts";
import type { Addresses } from "../http/mounts/interfaces.ts";
import type { CountedMetrics } from "../http/admin/exchange/metrics.ts";
import { createAllowanceMemory } from "../http/guard/shared-allowances.ts";
import { servePassed } from "../http/server/pass-on.ts";
import { valueWithTimeout } from "../base/async.ts";
import { createQuestions } from "../base/threads.ts";
import type { ThreadQuestions } from "../base/threads.ts";
import type { Gateways } from "../serve.ts";
import type { ServedCertificate } from "../tls/certificate.ts";
import { nameTexts } from "./gateway-job.ts";
import type { GatewayJob, GatewayReport, GatewayStep } from "./gateway-job.ts";
import { createSharedPosition, createTickSender } from "./thread-bus.ts";

export type GatewayOptions = {
  readonly context: Context;
  readonly count: number;
  readonly databaseUrl: string;
  readonly certificate: ServedCertificate | undefined;
  /** The operators' address. */
  readonly admin: string;
  /** Servers of the clients' addresses, which do not listen: they serve what gateways pass on. */
  readonly servers: ReadonlyMap<string, FastifyInstance>;
};

/** File name of the worker, with this module's extension: the package contains both compiled. */
const WORKER = `gateway-worker${extname(import.meta.filename)}`;

/** Name of the thread, which tools of the system show. */
export const GATEWAY_THREAD = "gateway";

/** Delays before a gateway that ended is started again, ms; the last is repeated. */
const RESTART_DELAYS_MS = [0, 500, 2_000, 5_000];
/** Time after which a gateway counts as started well, ms. */
const WELL_MS = 60_000;

type State = GatewayOptions & {
  readonly hub: EngineHub;
  readonly memories: Pick<GatewayJob, "position" | "requests" | "checks">;
  readonly threads: Map<Worker, ThreadQuestions<CountedMetrics>>;
  addresses: Addresses | undefined;
  closing: boolean;
};

/** Starts the gateways; returns once all serve. Throws an Error of one line if the first cannot. */
export async function startGateways(options: GatewayOptions): Promise<Gateways> {
  const { context, servers, count } = options;
  const { memory: position, publish } = createSharedPosition();
  const memories = { position, requests: createAllowanceMemory(), checks: createAllowanceMemory() };
  const hub = createEngineHub({
    engine: context.engine,
    tables: context.tables,
    virtual: context.clocks.virtual,
    publishPosition: publish,
    serve: servePassed(servers),
    notePresences: context.notePresences,
  });
  const unfollow = context.followNotes(hub.note);
  const state: State = {
    ...options,
    hub,
    memories,
    threads: new Map(),
    addresses: undefined,
    closing: false,
  };
  const close = async (): Promise<void> => {
    state.closing = true;
    await Promise.all([...state.threads.keys()].map(endThread));
    unfollow();
    hub.close();
  };
  try {
    // The first opens free ports, which the others share.
    const { addresses } = await startThread(state, 0);
    state.addresses = addresses;
    await Promise.all(Array.from({ length: count - 1 }, (_, index) => startThread(state, index + 1)));
    return { addresses, close, counted: () => askCounted(state) };
  } catch (error) {
    await close();
    throw error;
  }
}

type StartedThread = { readonly addresses: Addresses };

/** Starts the thread of a gateway; resolves once it serves. */
function startThread(state: State, index: number, tries = 0): Promise<StartedThread> {
  const { context, hub, certificate } = state;
  const worker = new Worker(new URL(WORKER, import.meta.url), {
    workerData: describeJob(state),
    name: GATEWAY_THREAD,
  });
  const questions = createQuestions<CountedMetrics>(worker);
  state.threads.set(worker, questions);
  const send = createTickSender(worker);
  const unfollowHub = hub.follow(send);
  const take = hub.serve(send);
  const unfollow = certificate?.follow((next) => notifyThread(worker, { certificate: next }));
  const { promise, resolve, reject } = Promise.withResolvers<StartedThread>();
  const startedAt = performance.now();
  let isServing = false;
  let failure = "the thread ended";
  worker.on("message", (told: GatewayReport) => {
    if ("failed" in told) failure = told.failed;
    else if ("counted" in told) questions.answer(told.no, told.counted);
    else if ("opened" in told) {
      isServing = true;
      resolve({ addresses: told.opened });
    } else for (const message of told) take(message);
  });
  worker.on("error", (error) => {
    failure = error instanceof Error ? error.message : String(error);
  });
  worker.once("exit", () => {
    unfollowHub();
    unfollow?.();
    state.threads.delete(worker);
    if (!isServing && tries === 0) reject(new Error(failure));
    if (state.closing || (!isServing && tries === 0)) return;
    context.log.error(
      { event: "gateway_ended", gateway: index, why: failure },
      "a gateway ended; it is started again",
    );
    const isWell = performance.now() - startedAt > WELL_MS;
    void restartThread(state, index, isWell ? 1 : tries + 1);
  });
  return promise;
}

async function restartThread(state: State, index: number, tries: number): Promise<void> {
  await sleep(RESTART_DELAYS_MS[Math.min(tries, RESTART_DELAYS_MS.length) - 1]);
  if (state.closing) return;
  await startThread(state, index, tries);
  state.context.log.warn({ event: "gateway_started", gateway: index }, "a gateway serves again");
}

function describeJob({
  context,
  memories,
  addresses,
  admin,
  certificate,
  count,
  databaseUrl,
}: State): GatewayJob {
  const { config, clocks, masterKey } = context;
  return {
    settings: nameTexts(config.texts),
    dataDirectory: config.dataDirectory,
    databaseUrl,
    masterKey,
    ...memories,
    gateways: count,
    addresses,
    admin,
    certificate: certificate?.current(),
    virtualTime: clocks.virtual?.read(),
  };
}

/** Reads what each gateway counted; one that does not answer in time is left out. */
async function askCounted({ threads }: State): Promise<CountedMetrics[]> {
  const answers = [...threads].map(([worker, questions]) =>
    valueWithTimeout(
      questions.ask((no) => notifyThread(worker, { step: "count", no })),
      COUNT_TIMEOUT_MS,
    ),
  );
  return (await Promise.all(answers)).flatMap((counted) => (counted === undefined ? [] : [counted]));
}

const COUNT_TIMEOUT_MS = 2_000;

const notifyThread = (worker: Worker, step: GatewayStep): void => worker.postMessage(step);

async function endThread(worker: Worker): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  worker.once("exit", () => resolve());
  notifyThread(worker, { step: "close" });
  await promise;
}
