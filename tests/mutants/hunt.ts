/**
 * `node tests/mutants/hunt.ts NAME` plants one mutant in this process, and runs its check until it finds a fault or
 * has run all its seeds. It prints the verdict as JSON. Any other error ends the process without a verdict.
 */
import { LAST_CAUGHT_BY } from "./last-caught-by.ts";
import type { Check, Mutant } from "./mutant.ts";
import { ALL, CANARIES } from "./mutants.ts";
import { plant } from "./plant.ts";

export type Verdict = {
  readonly caught: boolean;
  /** The seed that caught it, or the last one that did not. */
  readonly seed: number;
  /** Step of the seed; for the whole exchange its virtual time in milliseconds. */
  readonly step: number;
  /** Number of commands or steps of all seeds until then; for the whole exchange of answers. */
  readonly commands: number;
  /** Message of the fault that was found. */
  readonly why: string;
};

type Run = { run(seed: number): void | Promise<void>; commands(): number };

/**
 * Number of seeds: 200,000 commands of the core, and enough seeds of the whole exchange for bugs that few of them
 * meet.
 */
const SEEDS: Readonly<Record<Check, number>> = {
  core: 100,
  whole: 200,
  neighbours: 20,
  "late-commit": 1,
  verification: 1,
  positions: 20,
  failover: 300,
};
/** Number of seeds of sources without a bug, of which other tests run hundreds. */
const CANARY_SEEDS = 5;
const COMMANDS = 2_000;
const MAX_WHY = 150;

const [name] = process.argv.slice(2);
const mutant = ALL.find((one) => one.name === name);
if (mutant === undefined) throw new Error(`no mutant is named "${name}"`);
const assertPlanted = plant(mutant);
const { SimulationFailure } = await import("../simulation/simulate.ts");
const run = await load(mutant.check);
assertPlanted();
let seed = 0;
// A bug may also throw where no check waits for it.
process.on("uncaughtException", (error) => {
  printVerdict(verdictOf(error));
  process.exit();
});
printVerdict(await hunt(seedsOf(mutant)));

/** Loads the modules of a check, with the bug in them. */
async function load(check: Check): Promise<Run> {
  const { createStatistics, total } = await import("../simulation/statistics.ts");
  if (check === "core") {
    const { simulate } = await import("../simulation/simulate.ts");
    const statistics = createStatistics();
    return {
      run: (no) => simulate(no, COMMANDS, statistics),
      commands: () => total(statistics.commands),
    };
  }
  if (check === "neighbours") return loadNeighbours();
  if (check === "late-commit")
    return loadOnce(check, (await import("../engine/late-commit.ts")).checkLateCommit);
  if (check === "verification")
    return loadOnce(check, (await import("../store/check-verification.ts")).checkVerification);
  if (check === "positions") return loadPositions();
  if (check === "failover") return loadFailover();
  const { simulateWhole } = await import("../whole/whole.ts");
  const { createWholeStatistics } = await import("../whole/whole-statistics.ts");
  const statistics = createWholeStatistics();
  return {
    run: async (no) => void (await simulateWhole(no, statistics)),
    commands: () => total(statistics.answers),
  };
}

async function loadFailover(): Promise<Run> {
  const { installFailover } = await import("../failover/install.ts");
  installFailover();
  const { createFailoverStatistics, simulateFailover } = await import("../failover/failover.ts");
  const { total } = await import("../simulation/statistics.ts");
  const statistics = createFailoverStatistics();
  return {
    run: async (no) => void (await simulateFailover(no, statistics)),
    commands: () => total(statistics.answers),
  };
}

async function loadNeighbours(): Promise<Run> {
  const { newWalkCounts, walkNeighbours } = await import("../http/guard/neighbour-walk.ts");
  const walked = newWalkCounts();
  return { run: (no) => walkNeighbours(no, walked), commands: () => walked.steps };
}

async function loadPositions(): Promise<Run> {
  const { newPositionCounts, walkPositions } = await import("../stream/position-walk.ts");
  const counts = newPositionCounts();
  return { run: (no) => walkPositions(no, counts), commands: () => counts.steps };
}

/** Makes a run of a check that is the same for every seed. */
function loadOnce(title: Check, check: () => Promise<void>): Run {
  const runOnce = (): Promise<void> =>
    check().catch((cause: unknown) => {
      throw new SimulationFailure(`${title}, step 1, ${String(cause)}`, { cause });
    });
  return { run: runOnce, commands: () => 1 };
}

/** Lists the seeds to run: first the one that caught the bug last, then those of all checks. */
function seedsOf(planted: Mutant): readonly number[] {
  const most = CANARIES.includes(planted) ? CANARY_SEEDS : SEEDS[planted.check];
  const first = LAST_CAUGHT_BY[planted.name];
  return [...(first === undefined ? [] : [first]), ...Array.from({ length: most }, (_, index) => index + 1)];
}

async function hunt(seeds: readonly number[]): Promise<Verdict> {
  for (const next of seeds) {
    seed = next;
    try {
      await run.run(seed);
    } catch (error) {
      if (!(error instanceof SimulationFailure)) throw error;
      return verdictOf(error);
    }
  }
  return { caught: false, seed, step: 0, commands: run.commands(), why: "" };
}

function verdictOf(error: unknown): Verdict {
  const { message, cause } = error instanceof Error ? error : new Error(String(error));
  const own = cause instanceof Error ? cause.message : message;
  const why = own.replaceAll(/\s+/g, " ").trim().slice(0, MAX_WHY);
  return { caught: true, seed, step: stepIn(message), commands: run.commands(), why };
}

/** Step in a failure's message: as the core names it, or the time of the last line of the trace. */
function stepIn(message: string): number {
  const step = /, step (\d+),/.exec(message) ?? [...message.matchAll(/^(\d+) /gm)].at(-1);
  return Number(step?.[1] ?? 0);
}

function printVerdict(verdict: Verdict): void {
  console.log(JSON.stringify(verdict));
}
