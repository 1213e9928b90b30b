/**
 * Kills the exchange with -9 under load, at random moments and at named points, alone and with its PostgreSQL. After
 * the restart it must have kept its promises:
 * Acknowledged commands are there once, and refused ones are not there. An unanswered one happened wholly or not at
 * all. Balances follow from the promises and the trades, and `presage verify` agrees with the journal.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createRandom } from "../support/random.ts";
import type { Random } from "../support/random.ts";
import { checkPromises } from "./check-promises.ts";
import { CRASH_POINTS } from "./crash-point-list.ts";
import type { Change } from "./crash-points.ts";
import { crashAt, drawDeath, loadAndKill, nameOf, startAfterFailedFirstStart } from "./deaths.ts";
import type { Scene, Scope } from "./deaths.ts";
import { createClients } from "./clients.ts";
import { disarmCrash, end, kill, startExchange, verify } from "./process.ts";
import type { RunningExchange } from "./process.ts";
import { killProcesses, listProcesses } from "./process-tree.ts";
import { count } from "./promises.ts";
import type { Counts } from "./promises.ts";

export type TortureReport = {
  cycles: number;
  trades: number;
  /** Commands by kind: acknowledged, refused, and unanswered. */
  readonly commands: Counts;
  /** Deaths by kind. */
  readonly deaths: Counts;
  /** Milliseconds from the start of the process to its first answer, for each start after a death. */
  readonly restarts: number[];
};

export type TortureOptions = {
  readonly cycles: number;
  readonly seed: number;
  readonly log: (line: string) => void;
  /** Ends it after the running cycle. */
  readonly signal?: AbortSignal;
  readonly scope: Scope;
  /** Changes of the program, which break promises on purpose; the checks must notice. */
  readonly changes?: readonly Change[];
};

/** Number of cycles on one data directory. Then a new one is made, since cycles take longer and longer. */
const CYCLES_OF_DIRECTORY = 25;

type Torture = { readonly options: TortureOptions; readonly random: Random; readonly report: TortureReport };

/** Runs so many cycles of start, load, kill and check; throws at the first broken promise. */
export async function torture(options: TortureOptions): Promise<TortureReport> {
  const report: TortureReport = { cycles: 0, trades: 0, commands: {}, deaths: {}, restarts: [] };
  const run: Torture = { options, random: createRandom(options.seed), report };
  while (report.cycles < options.cycles && options.signal?.aborted !== true) await tortureDirectory(run);
  return report;
}

async function tortureDirectory(run: Torture): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), "presage-torture-"));
  const crashFile = `${directory}.crash`;
  try {
    await tortureExchange(run, directory, crashFile);
  } finally {
    killProcesses(listProcesses(directory));
    disarmCrash(crashFile);
  }
  // The directory of a broken promise is kept.
  rmSync(directory, { recursive: true, force: true });
}

async function tortureExchange(run: Torture, directory: string, crashFile: string): Promise<void> {
  const { options, random, report } = run;
  const { scope, changes = [] } = options;
  let exchange =
    scope === "everything"
      ? await startAfterFailedFirstStart(directory, crashAt(random.pick(FIRST_START_POINTS), random), {
          crashFile,
          changes,
        })
      : await startExchange(directory, { crashFile, changes });
  const clients = await createClients(exchange, { random, counts: report.commands });
  const scene: Scene = { directory, crashFile, changes, clients, random };
  const last = Math.min(options.cycles, report.cycles + CYCLES_OF_DIRECTORY);
  let trades = 0;
  while (report.cycles < last && options.signal?.aborted !== true) {
    const keys = clients.promises.keys.length;
    exchange = await runCycle(run, scene, exchange);
    ({ trades } = await checkPromises(clients, exchange, keys));
    await verify(directory);
    report.cycles += 1;
  }
  report.trades += trades;
  const { code, stderr } = await end(exchange, "SIGTERM");
  if (code !== 0) throw new Error(`the exchange ended with ${code}: ${stderr}`);
}

const FIRST_START_POINTS = CRASH_POINTS.filter(({ during }) => during === "birth");

/** Kills the exchange once; resolves with the exchange that was started afterwards, or that survived. */
async function runCycle(run: Torture, scene: Scene, exchange: RunningExchange): Promise<RunningExchange> {
  const { random, report, options } = run;
  const death = drawDeath(random, options.scope);
  const { reached, survived } = await loadAndKill(scene, exchange, death);
  const name = `${nameOf(death)}${reached ? "" : ", not reached"}${survived ? ", survived" : ""}`;
  count(report.deaths, name);
  if (!survived) await kill(exchange);
  const next = survived ? exchange : await startExchange(scene.directory, scene);
  if (!survived) report.restarts.push(next.startMs);
  const { order = 0, cancel = 0, unanswered = 0 } = report.commands;
  options.log(
    `cycle ${report.cycles + 1}: ${name}; ${order} orders, ${cancel} cancels, ${unanswered} unanswered so far`,
  );
  return next;
}
