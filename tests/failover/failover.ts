/**
 * Runs a seed of a cluster in virtual time: two engines and three gateways of the real parts, a database that fails over
 * and a bus that loses and repeats. Clients trade meanwhile. After the faults everything must be well again. The same
 * seed always gives the same run.
 */
import assert from "node:assert/strict";
import { isDeepStrictEqual } from "node:util";
import { createRandom } from "../support/random.ts";
import type { Random } from "../support/random.ts";
import { add } from "../simulation/statistics.ts";
import type { Counts } from "../simulation/statistics.ts";
import { SimulationFailure } from "../simulation/simulate.ts";
import { startClients } from "./clients.ts";
import type { Clients } from "./clients.ts";
import { FAULTS } from "./faults.ts";
import { createNetwork } from "./network.ts";
import { useDatabase } from "./pg.ts";
import { startEngine, startGateway } from "./programs.ts";
import type { ClusterParts, EngineProgram, GatewayProgram } from "./programs.ts";
import { createSimulatedBus } from "./simulated-bus.ts";
import { createSimulatedPostgres, journalOn, leadOn } from "./simulated-postgres.ts";
import type { JournalRow } from "./simulated-postgres.ts";
import { replayAll } from "./tables.ts";
import { createWitness, summaryOf } from "./witness.ts";
import type { Witness } from "./witness.ts";
import { afterIn, begin, createProcess, now } from "./world.ts";
import type { Process } from "./world.ts";

export type FailoverStatistics = Readonly<Record<"faults" | "ends" | "answers" | "terms", Counts>>;

export const createFailoverStatistics = (): FailoverStatistics => ({
  faults: new Map(),
  ends: new Map(),
  answers: new Map(),
  terms: new Map(),
});

const GATEWAYS = 3;
const ENGINES = 2;
/** Time of trading before the first fault, of faults, and until all must be well again, ms. */
const QUIET_MS = 6_000;
const FAULTY_MS = 12_000;
const RECOVERED_MS = 60_000;
/** Longest duration of a fault, ms. */
const LONGEST_MS = 9_000;

type Run = {
  readonly seed: number;
  readonly random: Random;
  readonly parts: ClusterParts;
  readonly witness: Witness;
  readonly statistics: FailoverStatistics;
  readonly engines: EngineProgram[];
  readonly gateways: GatewayProgram[];
  readonly trace: string[];
  readonly failures: unknown[];
  /** True while the database has lost commits that it had confirmed. */
  isLossy: boolean;
  isOver: boolean;
};

/** Ends of processes that belong to a fault. */
const EXPECTED_ENDS =
  /^(killed|superseded|lead_lost|journal_differs|57P03|57P01|25006|ETIMEDOUT|ECONNREFUSED|database_in_use|database_away|error: (Connection terminated|Client was closed))/;

function note(run: Run, what: string): void {
  run.trace.push(`${Math.round(now())} ${what}`);
}

function failRun(run: Run, error: unknown): void {
  run.failures.push(error);
}

/** Runs a seed, and adds its counts to `statistics`; throws a SimulationFailure at the first fault. */
export async function simulateFailover(seed: number, statistics: FailoverStatistics): Promise<void> {
  const random = createRandom(seed);
  const time = begin(random);
  const network = createNetwork(random);
  const postgres = createSimulatedPostgres(random, network);
  const witness = createWitness();
  const database = { postgres, network, hasPooler: random.chance(40) };
  useDatabase(database);
  const run: Run = {
    seed,
    random,
    parts: {
      ...database,
      bus: createSimulatedBus(random, network),
      accepted: { loss: undefined },
      onTerm: (engine, term) => {
        note(run, `${engine} may open with epoch ${term.epoch} at batch ${term.last.seq}`);
        add(statistics.terms, "opened", 1);
        // An engine that was replaced meanwhile proves no read and commits nothing.
        const primary = postgres.primary();
        if (primary === undefined || leadOn(primary)?.epoch !== term.epoch) return;
        void witness.checkTerm(engine, term).catch((error: unknown) => failRun(run, error));
      },
      onWait: (engine, why) => {
        if (!why.startsWith("The journal ends")) return;
        note(run, `${engine} does not open: ${why.slice(0, 90)}`);
        add(statistics.terms, "refused", 1);
        if (!run.isLossy) failRun(run, new Error(`${engine} misses batches of a whole journal: ${why}`));
      },
    },
    witness,
    statistics,
    engines: [],
    gateways: [],
    trace: [],
    failures: [],
    isLossy: false,
    isOver: false,
  };
  const unhandled = (error: unknown): void => failRun(run, error);
  process.on("unhandledRejection", unhandled);
  try {
    const done = conduct(run).then(
      () => (run.isOver = true),
      (error: unknown) => failRun(run, error),
    );
    while (!run.isOver && run.failures.length === 0) await time.step();
    if (run.failures.length > 0) throw run.failures[0];
    await done;
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : String(cause);
    const stack =
      cause instanceof Error && !(cause instanceof assert.AssertionError) ? `\n${cause.stack}` : "";
    throw new SimulationFailure(
      `seed ${seed}, step ${Math.round(now())}, ${message}${stack}\n${run.trace.join("\n")}`,
      { cause },
    );
  } finally {
    process.off("unhandledRejection", unhandled);
  }
}

const wait = (ms: number): Promise<void> => new Promise((resolve) => void afterIn(undefined, ms, resolve));

async function conduct(run: Run): Promise<void> {
  const { random, statistics, witness } = run;
  for (let no = 0; no < ENGINES; no += 1) keep(run, run.engines, no, "engine", startEngine);
  for (let no = 0; no < GATEWAYS; no += 1) keep(run, run.gateways, no, "gateway", startGateway);
  const clients = startClients({
    random,
    witness,
    gateways: () => run.gateways,
    count: (what) => add(statistics.answers, what, 1),
    fail: (error) => failRun(run, error),
  });
  await wait(QUIET_MS);
  if (random.chance(20)) await loseTail(run);
  else await drawFaults(run);
  await recover(run, clients);
}

/** Starts a program, and starts it again each time that it ends. */
function keep<Program>(
  run: Run,
  programs: Program[],
  place: number,
  kind: string,
  start: (parts: ClusterParts, process: Process) => Program,
): void {
  let starts = 0;
  const startAgain = (): void => {
    starts += 1;
    const one = createProcess(`${kind}-${place}-${starts}-of-${run.seed}`, `${kind}-${place}`);
    one.onEnd.push((why) => {
      note(run, `${one.name} ends: ${why}`);
      add(run.statistics.ends, why.split(":")[0] ?? why, 1);
      const isExpected = EXPECTED_ENDS.test(why) || (run.isLossy && why.startsWith("lost_tail"));
      if (!isExpected) failRun(run, new Error(`${one.name} ended: ${why}`));
      afterIn(undefined, run.random.between(300, 1_500), startAgain);
    });
    programs[place] = start(run.parts, one);
  };
  startAgain();
}

async function drawFaults(run: Run): Promise<void> {
  const { random, statistics, parts } = run;
  const cluster = {
    ...parts,
    random,
    engines: () => run.engines,
    gateways: () => run.gateways,
    databaseFault: { isUnderway: false },
  };
  const names = Object.keys(FAULTS);
  for (let left = random.between(1, 5); left > 0; left -= 1) {
    await wait(random.chance(40) ? random.below(300) : random.below(FAULTY_MS / 3));
    const name = random.pick(names);
    const ms = random.chance(50) ? random.between(50, 1_500) : random.between(1_500, LONGEST_MS);
    note(run, `${name}, ${ms} ms`);
    add(statistics.faults, name, 1);
    FAULTS[name]?.(cluster, ms);
  }
  await wait(LONGEST_MS + 1_000);
}

/** Has the database lose commits that it had confirmed; an operator accepts that after a while. */
async function loseTail(run: Run): Promise<void> {
  const { parts, random, statistics, witness } = run;
  run.isLossy = true;
  note(run, "the database fails over, and loses what it had confirmed");
  add(statistics.faults, "tail lost", 1);
  const bringBack = parts.postgres.failOver("killed", true);
  await wait(12_000);
  bringBack();
  const rows = readJournal(run);
  const last = rows.at(-1)?.seq ?? 0;
  note(run, `the journal ends with batch ${last}, and clients were told of ${witness.told()}`);
  if (witness.told() > last) {
    assert.ok(
      run.engines.every(({ leading }) => leading === undefined),
      "no engine leads",
    );
    witness.forget(last);
    parts.accepted.loss = last;
    const present = [...run.engines];
    for (const { process: one } of present) if (one.state !== "killed") endByOperator(one);
  }
  await wait(random.between(3_000, 6_000));
}

function readJournal({ parts }: Run): readonly JournalRow[] {
  const primary = parts.postgres.primary();
  return primary === undefined ? [] : journalOn(primary);
}

const endByOperator = (one: Process): void => {
  one.state = "killed";
  for (const call of one.onEnd) call("killed");
};

/** Waits until all commands are answered and all copies are the same, and checks them. */
async function recover(run: Run, clients: Clients): Promise<void> {
  const { witness } = run;
  note(run, "faults are over");
  clients.stop();
  const deadline = now() + RECOVERED_MS;
  for (;;) {
    await wait(500);
    const why = clients.busy() > 0 ? "commands are not answered" : findDifference(run);
    if (why === undefined) break;
    if (now() > deadline) throw new Error(`after ${RECOVERED_MS} ms ${why}`);
  }
  witness.checkJournal(readJournal(run), run.isLossy ? [] : clients.operations);
}

const listCopies = ({ engines, gateways }: Run) => [
  ...engines.flatMap(({ process: one, leading }) =>
    leading ? [{ process: one, ...leading.engine, head: leading.engine.head() }] : [],
  ),
  ...gateways.flatMap(({ process: one, follower }) =>
    follower ? [{ process: one, exchange: follower.exchange, head: follower.head() }] : [],
  ),
];

/** Tells what is not well yet. */
function findDifference(run: Run): string | undefined {
  const { engines, gateways } = run;
  if (engines.filter(({ leading }) => leading !== undefined).length !== 1) return "there is no leader";
  const missing = gateways.find(({ follower }) => follower === undefined);
  if (missing !== undefined) return `${missing.process.name} has no copy`;
  const last = readJournal(run).at(-1)?.seq ?? 0;
  const behind = listCopies(run).find(({ head }) => head.seq !== last);
  if (behind !== undefined) return `${behind.process.name} stands at batch ${behind.head.seq} of ${last}`;
  // A leader that expires an order just now is ahead of its journal for a moment.
  const expected = summaryOf(replayAll(readJournal(run)).loaded.exchange);
  const other = listCopies(run).find(({ exchange }) => !isDeepStrictEqual(summaryOf(exchange), expected));
  return other && `${other.process.name} has another state than the journal`;
}
