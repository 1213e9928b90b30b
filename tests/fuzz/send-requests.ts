/** Sends the requests of every operation, in batches over many connections at once, and looks at every answer. */
import { setTimeout as delay } from "node:timers/promises";
import { createRandom } from "../support/random.ts";
import { drawRequest } from "./drawn-request.ts";
import type { Drawn } from "./drawn-request.ts";
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

/** Requests of one operation that go over one connection at once. */
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

/** Some of each operation after some of each other. */
function* batchesOf(operations: readonly Operation[], part: FuzzPart): Generator<Batch> {
  const left = operations.map((operation) => ({ operation, most: mostOf(operation, part) }));
  const rounds = Math.max(0, ...left.map(({ most }) => Math.ceil(most / BATCH)));
  for (let round = 0; round < rounds; round += 1)
    for (const { operation, most } of left) {
      // Those of which there are fewer are spread over all the time.
      const [from, to] = [round, round + 1].map(
        (at) => BATCH * Math.floor((at / rounds) * Math.ceil(most / BATCH)),
      );
      if (to > from) yield { operation, from, count: Math.min(to, most) - from };
    }
}

/** All that is asked when operations are named are those. */
function mostOf({ name }: Operation, { count, others, only }: FuzzPart): number {
  const most = only !== undefined || SPECIFIED.has(name) ? count : others;
  return Math.ceil(most / (DEAR[name] ?? 1));
}

/** Its answers take a thread's whole time, one after the other; the server does not wait for them for ever. */
const SLOWEST = "operator POST /diagnoses/request";

/**
 * Operations that a request costs more of than of others by this: those that look for mistakes by
 * trying.
 */
const DEAR: Readonly<Record<string, number>> = {
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
    // All of a batch go to one place, and the places take turns.
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
  readonly drawn: readonly Drawn[];
  /** The number of the first. */
  readonly from: number;
};

/**
 * Sends what the server did not answer, since it closed the connection after an answer, over a new one; and after a
 * moment what it refused because it had too much to do.
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
    const shed = left.filter((_, index) => isShed(answers[index]) && sheds < MOST_SHEDS);
    left.slice(0, answers.length).forEach((one, index) => {
      if (!shed.includes(one)) judge(run, { ...one, answer: answers[index]!, tookMs });
    });
    silences = answers.length === 0 ? silences + 1 : 0;
    const given = silences > MOST_SILENCES || pipe.fault() !== undefined ? left[answers.length] : undefined;
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

/** The server may close a connection that was idle, or what it had too long to do for: such requests are sent again. */
const MOST_SILENCES = 2;
const MOST_SHEDS = 50;
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

type Judged = {
  readonly name: string;
  readonly no: number;
  readonly drawn: Drawn;
  readonly answer: Answer | undefined;
};

function judge(run: Run, judged: Judged & { readonly answer: Answer; readonly tookMs: number }): void {
  const { figures } = run;
  const { name, answer, tookMs } = judged;
  countAnswer(figures, name, answer.status, tookMs);
  const fault = run.oracle(judged.drawn, answer);
  if (fault !== undefined) addFinding(figures, findingOf(judged, fault));
}

const MOST_SHOWN = 1_500;

function findingOf({ name, no, drawn, answer }: Judged, fault: string): Finding {
  return {
    operation: name,
    no,
    fault: drawn.spoilt === "" ? fault : `${fault} (${drawn.spoilt})`,
    place: `${drawn.target.dialect} ${drawn.target.prefix}`,
    request: drawn.bytes.toString("latin1", 0, MOST_SHOWN),
    answer: answer === undefined ? "" : answer.head + answer.body.toString("utf8", 0, MOST_SHOWN),
  };
}
