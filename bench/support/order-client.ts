/**
 * A load generator with little cost of its own, so that the server is measured even on two cores. Requests are prepared
 * bytes, sent over keep-alive connections with one request underway on each.
 */
import { connect } from "node:net";
import type { Socket } from "node:net";
import { setTimeout as delay } from "node:timers/promises";

export type LoadOptions = {
  readonly port: number;
  readonly requests: readonly Buffer[];
  readonly connections: number;
  /** Requests per second to offer; `undefined` sends as fast as answers come. */
  readonly rate?: number | undefined;
  /** Text of a bad answer: an answer with it ends the bench. */
  readonly fault?: string | undefined;
  /** Called at each answer with the number of answers so far. */
  readonly onAnswer?: (answers: number) => void;
  /** True to end when the server closes a connection, with the answers that came until then. */
  readonly untilClosed?: boolean;
};

export type LoadResult = {
  readonly seconds: number;
  /** Milliseconds from the time when a request was due to its answer, in order of completion. */
  readonly latencies: Float64Array;
  /** Status codes, in the same order. */
  readonly codes: Uint16Array;
  /** Answers by status code. */
  readonly statuses: Map<number, number>;
  /** One body for each status but 200, to see the reason. */
  readonly samples: Map<number, string>;
};

const HEAD_END = Buffer.from("\r\n\r\n");

type Run = {
  readonly options: LoadOptions;
  readonly start: number;
  readonly result: LoadResult;
  next: number;
  done: number;
  finished: () => void;
  /** Requests that are not due yet, in the order of their times. */
  readonly waiting: { readonly due: number; readonly send: () => void }[];
};

/** Sends all requests and waits for all answers. */
export async function runLoad(options: LoadOptions): Promise<LoadResult> {
  const sockets = await openAll(options);
  const latencies = new Float64Array(options.requests.length);
  const codes = new Uint16Array(options.requests.length);
  const result = { seconds: 0, latencies, codes, statuses: new Map(), samples: new Map() };
  const { promise: finished, resolve: finish } = Promise.withResolvers<void>();
  const start = performance.now();
  const run: Run = { options, start, result, next: 0, done: 0, finished: finish, waiting: [] };
  for (const socket of sockets) drive(run, socket);
  const timer = setInterval(sendDue, 1, run);
  await finished;
  clearInterval(timer);
  for (const socket of sockets) socket.destroy();
  const seconds = (performance.now() - start) / 1000;
  return {
    ...result,
    latencies: latencies.subarray(0, run.done),
    codes: codes.subarray(0, run.done),
    seconds,
  };
}

/** Connections opened at a time, and the pause after: more than the server's queue would be dropped, and come seconds later. */
const OPENED_TOGETHER = 100;
const OPENING_PAUSE_MS = 20;

async function openAll({ port, connections }: LoadOptions): Promise<Socket[]> {
  const sockets: Socket[] = [];
  while (sockets.length < connections) {
    const count = Math.min(OPENED_TOGETHER, connections - sockets.length);
    sockets.push(...(await Promise.all(Array.from({ length: count }, () => open(port)))));
    if (sockets.length < connections) await delay(OPENING_PAUSE_MS);
  }
  return sockets;
}

function open(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: "127.0.0.1", port, noDelay: true }, () => resolve(socket));
    socket.once("error", reject);
  });
}

/** Keeps one connection busy: the next request is sent when it is due and the last was answered. */
function drive(run: Run, socket: Socket): void {
  let due = 0;
  let received: Buffer = Buffer.alloc(0);
  const send = (): void => {
    const index = run.next;
    if (index >= run.options.requests.length) return;
    run.next += 1;
    const now = performance.now();
    due = run.options.rate === undefined ? now : run.start + (index * 1000) / run.options.rate;
    if (due <= now) socket.write(run.options.requests[index]!);
    else run.waiting.push({ due, send: () => socket.write(run.options.requests[index]!) });
  };
  socket.on("data", (chunk: Buffer) => {
    received = received.length === 0 ? chunk : Buffer.concat([received, chunk]);
    const answer = readAnswer(received);
    if (answer === undefined) return;
    record(run, answer.status, { latency: performance.now() - due, body: answer.body });
    received = Buffer.alloc(0);
    send();
  });
  if (run.options.untilClosed === true) socket.on("error", run.finished).on("close", run.finished);
  send();
}

/**
 * Sends the requests that are due. They become due in the order in which connections take them, so one timer is enough.
 */
function sendDue({ waiting }: Run): void {
  const now = performance.now();
  let sent = 0;
  for (const { due, send } of waiting) {
    if (due > now) break;
    sent += 1;
    send();
  }
  waiting.splice(0, sent);
}

const LENGTH = /content-length: (\d+)/i;
const STATUS_AT = "HTTP/1.1 ".length;

/** Reads an answer; `undefined` while a part of it is missing. */
function readAnswer(received: Buffer): { readonly status: number; readonly body: Buffer } | undefined {
  const end = received.indexOf(HEAD_END);
  if (end === -1) return undefined;
  const head = received.toString("latin1", 0, end);
  const body = received.subarray(end + HEAD_END.length);
  if (body.length < Number(LENGTH.exec(head)?.[1] ?? 0)) return undefined;
  return { status: Number(head.slice(STATUS_AT, STATUS_AT + 3)), body };
}

function record(run: Run, status: number, answer: { readonly latency: number; readonly body: Buffer }): void {
  const { result, options } = run;
  if (options.fault !== undefined && answer.body.includes(options.fault))
    throw new Error(answer.body.toString("utf8"));
  result.latencies[run.done] = answer.latency;
  result.codes[run.done] = status;
  result.statuses.set(status, (result.statuses.get(status) ?? 0) + 1);
  if (status !== 200 && !result.samples.has(status)) result.samples.set(status, answer.body.toString("utf8"));
  run.done += 1;
  options.onAnswer?.(run.done);
  if (run.done === options.requests.length) run.finished();
}

export function quantile(values: Float64Array, q: number): number {
  const sorted = values.toSorted();
  return sorted[Math.min(sorted.length - 1, Math.floor(q * sorted.length))]!;
}

/** Lists the latencies of the answers with this status. */
export const latenciesOf = ({ latencies, codes }: LoadResult, status: number): Float64Array =>
  latencies.filter((_, index) => codes[index] === status);
