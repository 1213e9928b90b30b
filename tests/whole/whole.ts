/**
 * Runs a whole exchange of one seed in virtual time. First faults strike while everything that the exchange says is
 * checked. Then they stop, and within a bounded time every client must have an answer and a new order must be taken.
 * The same seed always gives the same run.
 */
import { MODES } from "../../src/core/exchange-mode.ts";
import { STANDARD_LIMITS } from "../../src/core/limits.ts";
import { isRejection } from "../../src/core/rejection.ts";
import type { Rules } from "../../src/core/state.ts";
import type { Batch } from "../../src/store/journal/journal.ts";
import { createGenerator } from "../simulation/generator.ts";
import { SimulationFailure } from "../simulation/simulate.ts";
import { add, count } from "../simulation/statistics.ts";
import { createRandom } from "../support/random.ts";
import { createBeatingKey } from "./beating-key.ts";
import type { BeatingKey } from "./beating-key.ts";
import { createConnectedKey } from "./connected-key.ts";
import type { ConnectedKey } from "./connected-key.ts";
import { createClients } from "./clients.ts";
import type { Clients } from "./clients.ts";
import { injectClockFault } from "./clock-faults.ts";
import { createDelayedClients } from "./delayed-clients.ts";
import type { DelayedClients } from "./delayed-clients.ts";
import { createFaults } from "./faults.ts";
import { createFencedReaders } from "./fenced-readers.ts";
import { finish } from "./liveness.ts";
import { createMachine } from "./machine.ts";
import { createMoments } from "./moments.ts";
import { createPoison } from "./poison.ts";
import { createSimulatedProcess } from "./simulated-process.ts";
import type { SimulatedProcess, World } from "./simulated-process.ts";
import { createSimulatedStore } from "./simulated-store.ts";
import { createSimulatedTables } from "./simulated-tables.ts";
import type { DeathFault } from "./simulated-store.ts";
import { createSnapshotOperator } from "./snapshot-operator.ts";
import type { SnapshotOperator } from "./snapshot-operator.ts";
import { createTrace } from "./trace.ts";
import type { Trace } from "./trace.ts";
import { createVirtualTime } from "./virtual-time.ts";
import type { WholeStatistics } from "./whole-statistics.ts";
import { createWitness } from "./witness.ts";
import type { DryRunResult } from "./witness.ts";

export type Run = World & {
  readonly process: SimulatedProcess;
  readonly clients: Clients;
  readonly delayed: DelayedClients;
  readonly operator: SnapshotOperator;
  readonly beating: BeatingKey;
  readonly connected: ConnectedKey;
  readonly statistics: WholeStatistics;
  /** Takes one step, and checks everything that was said in it. */
  step(): Promise<void>;
};

const CLIENTS = 6;
/** Least number of operations in a run, and its least duration. */
const OPERATIONS = 170;
const MIN_MS = 15_000;
const TRACE_LINES = 120;
const FEW = { ofAccountInMarket: 6, ofAccount: 12, inMarket: 20, inAll: 100, metByOne: 4 };
const POLICIES = ["allow", "cancel-resting", "cancel-incoming", "cancel-both"] as const;

/**
 * Runs a seed, adds its counts to `statistics` and returns the hash of its trace; throws a SimulationFailure with the
 * trace.
 */
export async function simulateWhole(seed: number, statistics: WholeStatistics): Promise<string> {
  const run = createRun(seed, statistics);
  try {
    await runWithFaults(run);
    await finish(run);
  } catch (error) {
    throw withTrace(seed, run.trace, error);
  }
  const { process, witness, time, clients } = run;
  add(statistics.done, "seeds", 1);
  add(statistics.done, "operations", clients.counts.begun);
  add(statistics.done, "batches", witness.seq());
  add(statistics.done, "starts", process.starts());
  add(statistics.done, "beats", run.beating.counts.taken);
  add(statistics.done, "ends of connected keys", run.connected.counts.ended);
  add(statistics.done, "virtual seconds", Math.round(time.now() / 1_000));
  return run.trace.hash();
}

function withTrace(seed: number, { lines }: Trace, error: unknown): SimulationFailure {
  const message = error instanceof Error ? error.message : String(error);
  const last = lines.slice(-TRACE_LINES).join("\n");
  return new SimulationFailure(`npm run simulate -- ${seed}\n${last}\n${message}`, { cause: error });
}

async function runWithFaults(run: Run): Promise<void> {
  const { time, clients, delayed, operator, beating, connected } = run;
  for (let no = 0; no < CLIENTS; no += 1) clients.add();
  delayed.start();
  operator.start();
  beating.start();
  connected.start();
  injectFaults(run);
  observe(run);
  while (clients.counts.begun < OPERATIONS || time.now() < MIN_MS) await run.step();
}

function createRun(seed: number, statistics: WholeStatistics): Run {
  const random = createRandom(seed);
  const limits = random.chance(75) ? STANDARD_LIMITS : FEW;
  const rules: Rules = { selfTrade: random.pick(POLICIES), autoRedeem: random.chance(50), limits };
  const time = createVirtualTime(random);
  const machine = createMachine(time.now);
  const faults = createFaults(random, statistics.faults);
  const trace = createTrace(time.now);
  const moments = createMoments();
  let failure: unknown;
  const dies: DeathFault = (_session, kind) => {
    if (!faults.strike(kind)) return false;
    process.die(kind);
    return true;
  };
  const fail = (error: unknown): void => {
    failure ??= error;
  };
  const written = (batch: Batch): void => witness.written(batch);
  const poison = createPoison({ random, counts: statistics.done, fail });
  const { isTaken } = poison;
  const store = createSimulatedStore({ time, random, faults, dies, written, isTaken, fail, moments });
  const reached = (what: string): void => {
    count(statistics.done, what);
  };
  const tables = createSimulatedTables({
    time,
    random,
    faults,
    dies,
    store,
    moments,
    reached,
    note: trace.note,
    fail,
  });
  const readers = createFencedReaders({ time, tables, moments, reached, fail });
  const witness = createWitness(rules, store, moments);
  const world: World = {
    rules,
    random,
    time,
    faults,
    trace,
    store,
    tables,
    readers,
    witness,
    poison,
    moments,
    machine,
    dies,
    reached,
    answered: (outcome) => count(statistics.answers, outcome),
    fail,
  };
  const process = createSimulatedProcess(world);
  const generator = createGenerator(random, witness.reference);
  const clients = createClients(world, process, generator);
  const delayed = createDelayedClients(world, process, generator);
  const operator = createSnapshotOperator(world, process);
  const beating = createBeatingKey(world, process, "ann");
  const connected = createConnectedKey(world, process, "ann");
  process.onOwnCommand((command) => {
    beating.check(command);
    connected.check(command);
  });

  async function step(): Promise<void> {
    await time.step();
    if (failure !== undefined) throw failure;
    const before = witness.seq();
    witness.settle();
    process.serving()?.listener.settle();
    if (witness.seq() !== before && faults.strike("crash after the answers"))
      process.die("after its answers");
  }
  return { ...world, process, clients, delayed, operator, beating, connected, statistics, step };
}

/** Injects faults that need no cause, twice a second. */
function injectFaults(run: Run): void {
  const { time, faults, process, clients, random } = run;
  if (faults.stopped()) return;
  time.after(500, () => injectFaults(run));
  if (faults.strike("crash at any time")) process.die("it is killed");
  if (faults.strike("store down")) breakStore(run, "down");
  if (faults.strike("disk full")) breakStore(run, "full");
  injectClockFault(run);
  if (faults.strike("less is taken"))
    process.restrict(random.pick(MODES.slice(1)), random.between(100, 4_000));
  if (faults.strike("burst")) clients.burst(random.between(5, 40));
  if (faults.strike("overload")) overload(run);
}

function breakStore({ store, time, random, trace }: Run, state: "down" | "full"): void {
  if (store.state !== "up") return;
  trace.note(`the store is ${state}`);
  store.state = state;
  time.after(random.between(100, 6_000), () => {
    trace.note("the store is up");
    store.state = "up";
  });
}

/** A number of commands above the limit of the engine's queue. */
const OVERLOAD_COMMANDS = 20_100;

function overload({ process, trace }: Run): void {
  trace.note("more comes than can be taken");
  for (let no = 0; no < OVERLOAD_COMMANDS; no += 1)
    process.submit({ type: "cancel-order", id: "none", owner: "ann" }, () => undefined);
}

/** Reads figures and examines dry runs, all the time. */
function observe(run: Run): void {
  const { time, random, process, witness, statistics, faults, readers } = run;
  time.after(faults.stopped() ? 2_000 : random.below(200), () => observe(run));
  const serving = process.serving();
  if (serving === undefined) return;
  serving.listener.read();
  if (random.chance(20)) readers.read(serving.session, serving.tables);
  add(statistics.done, "reads", 1);
  if (!random.chance(20)) return;
  add(statistics.done, "dry runs", 1);
  serving.engine
    .examine(({ orders, deposits, nextOrder, nextTrade }): DryRunResult => ({
      open: orders.size,
      deposits,
      placed: nextOrder - 1,
      traded: nextTrade - 1,
    }))
    .then((result) => isRejection(result) || !serving.session.open || witness.takeDryRun(result))
    .catch(run.fail);
}
