/** Sends the requests of every operation, in batches on many connections at once, and checks every answer. */
import { setTimeout as delay } from "node:timers/promises";
import { createRandom } from "../support/random.ts";
import { drawRequest } from "./drawn-request.ts";
import type { DrawnRequest } from "./drawn-request.ts";
import { addFinding, countAnswer } from "./figures.ts";
import type { Figures, Finding } from "./figures.ts";
import { createOracle } from "./oracle.ts";
import type { Oracle } from "./oracle.ts";
import { openPipe } from "./pipe.ts";
import type { Answer, Pipe } from "./pipe.ts";
import { seedOf } from "./seed.ts";
import { operationsOf, SPECIFIED } from "./targets.ts";
import type { Operation } from "./targets.ts";
import type { FuzzPart } from "./worker.ts";

/** Number of requests of one operation that are sent together. */
const BATCH = 8;
const SESSIONS = 24;

export async function sendRequests(part: FuzzPart, figures: Figures): Promise<void> {
  const operations = operationsOf(part.world).filter(
    ({ name }) => part.only === undefined || name.includes(part.only),
  );
  const batches = batchesOf(operations, part);
  const run = { part, oracle: createOracle(part.world), figures, batches };
  await Promise.all(Array.from({ length: SESSIONS }, () => runSession(run)));
}

type Batch = { readonly operation: Operation; readonly from: number; readonly count: number };

/** Lists batches of all operations in turn. */
function* batchesOf(operations: readonly Operation[], part: FuzzPart): Generator<Batch> {
  const left = operations.map((operation) => ({ operation, most: mostOf(operation, part) }));
  const rounds = Math.max(0, ...left.map(({ most }) => Math.ceil(most / BATCH)));
  for (let round = 0; round < rounds; round += 1)
    for (const { operation, most } of left) {
      // Operations with fewer requests are spread over the whole run.
      const countAt = (at: number): number => BATCH * Math.floor((at / rounds) * Math.ceil(most / BATCH));
      const [from, to] = [countAt(round), countAt(round + 1)];
      if (to > from) yield { operation, from, count: Math.min(to, most) - from };
    }
}

/** Number of requests to an operation; with `--only` all selected ones get the full count. */
function mostOf({ name }: Operation, { count, others, only }: FuzzPart): number {
  const most = only !== undefined || SPECIFIED.has(name) ? count : others;
  return Math.ceil(most / (EXPENSIVE[name] ?? 1));
}

/** An operation so slow that the server may give up before it answers. */
const SLOWEST = "operator POST /diagnoses/request";

/** Expensive operations with the divisor of their number of requests. They search for mistakes by trying. */
const EXPENSIVE: Readonly<Record<string, number>> = {
  [SLOWEST]: 50,
  "operator POST /diagnoses/key": 5,
};

type Run = {
  readonly part: FuzzPart;
  readonly oracle: Oracle;
  readonly figures: Figures;
  readonly batches: Iterator<Batch>;
};

async function runSession(run: Run): Promise<void> {
  const pipes = new Map<number, Pipe>();
  for (let next = run.batches.next(); next.done !== true; next = run.batches.next()) {
    const { operation, from, count } = next.value;
    // A batch goes to one place; the places take turns.
    const target = operation.targets[(from / BATCH) % operation.targets.length]!;
    const drawn = Array.from({ length: count }, (_, index) =>
      drawRequest(run.part.world, target, createRandom(seedOf(run.part.seed, operation.name, from + index))),
    );
    await sendBatch(run, operation.name, { pipes, drawn, from });
  }
  for (const pipe of pipes.values()) pipe.close();
}

type Sending = {
  readonly pipes: Map<number, Pipe>;
  readonly drawn: readonly DrawnRequest[];
  /** Number of the first request. */
  readonly from: number;
};

/**
 * Sends requests until all are answered. Those without an answer, since the server closed the connection, go over a
 * new one. Those that a busy server refused are sent again after a moment.
 */
async function sendBatch(run: Run, name: string, { pipes, drawn, from }: Sending): Promise<void> {
  let left = drawn.map((one, index) => ({ drawn: one, no: from + index, name }));
  let sheds = 0;
  let silences = 0;
  while (left.length > 0) {
    const pipe = pipeTo(pipes, left[0]!.drawn.target.port);
    const began = performance.now();
    const sent = left.map(({ drawn: { bytes, method } }) => ({ bytes, isHead: method === "HEAD" }));
    const answers = await pipe.exchange(sent);
    const tookMs = performance.now() - began;
    const shed = left.filter((_, index) => isShed(answers[index]) && sheds < MAX_SHEDS);
    left.slice(0, answers.length).forEach((one, index) => {
      if (!shed.includes(one)) judge(run, { ...one, answer: answers[index]!, tookMs });
    });
    silences = answers.length === 0 ? silences + 1 : 0;
    const given = silences > MAX_SILENCES || pipe.fault() !== undefined ? left[answers.length] : undefined;
    if (given !== undefined && !(name === SLOWEST && pipe.fault() === undefined))
      addFinding(run.figures, findingOf({ ...given, answer: undefined }, pipe.fault() ?? "no answer"));
    left = [...shed, ...left.slice(answers.length + (given === undefined ? 0 : 1))];
    if (silences > 0) run.figures.cut += 1;
    if (shed.length > 0) {
      run.figures.shed += shed.length;
      sheds += 1;
      await delay(SHED_MS);
    }
  }
}

/**
 * Number of times that a connection may close without any answer: the server closes idle ones, and those it is too
 * slow for.
 */
const MAX_SILENCES = 2;
const MAX_SHEDS = 50;
const SHED_MS = 100;

const isShed = (answer: Answer | undefined): boolean =>
  answer?.status === 503 && answer.body.includes("nothing was done");

function pipeTo(pipes: Map<number, Pipe>, port: number): Pipe {
  const known = pipes.get(port);
  if (known?.isOpen() === true) return known;
  const pipe = openPipe(port);
  pipes.set(port, pipe);
  return pipe;
}

/** A request with its answer. */
type AnsweredRequest = {
  readonly name: string;
  readonly no: number;
  readonly drawn: DrawnRequest;
  readonly answer: Answer | undefined;
};

function judge(
  run: Run,
  answered: AnsweredRequest & { readonly answer: Answer; readonly tookMs: number },
): void {
  const { figures } = run;
  const { name, answer, tookMs } = answered;
  countAnswer(figures, name, answer.status, tookMs);
  const fault = run.oracle(answered.drawn, answer);
  if (fault !== undefined) addFinding(figures, findingOf(answered, fault));
}

const MAX_SHOWN = 1_500;

function findingOf({ name, no, drawn, answer }: AnsweredRequest, fault: string): Finding {
  return {
    operation: name,
    no,
    fault: drawn.spoilt === "" ? fault : `${fault} (${drawn.spoilt})`,
    place: `${drawn.target.dialect} ${drawn.target.prefix}`,
    request: drawn.bytes.toString("latin1", 0, MAX_SHOWN),
    answer: answer === undefined ? "" : answer.head + answer.body.toString("utf8", 0, MAX_SHOWN),
  };
}
