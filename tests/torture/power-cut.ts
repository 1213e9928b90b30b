/**
 * Cuts the power under the exchange at random moments: under load, at its start and at its stop. Its data directory is
 * on a disk with a volatile cache (volatile-disk.ts). All its processes die with the cut. The next start works on the
 * disk's content after the file system has replayed its journal. The clients keep their promises elsewhere.
 * Lost are the memory of the program, of PostgreSQL and of the kernel. Of the writes that the disk took and did not
 * flush, it keeps none, all, the first, any, or any sectors.
 * Not simulated is a disk that damages other data, tears a sector of 512 bytes, or answers a flush without doing it.
 * Only a control has the last one, since the loop must notice each way to lose acknowledged data.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { createRandom } from "../support/random.ts";
import type { Random } from "../support/random.ts";
import { checkPromises } from "./check-promises.ts";
import type { Change } from "./crash-points.ts";
import { createClients } from "./clients.ts";
import { createLoadSpan, load } from "./load.ts";
import type { Clients } from "./clients.ts";
import { createImage, mountDisk } from "./mounted-disk.ts";
import type { MountedDisk } from "./mounted-disk.ts";
import { end, launchExchange, assertRunning, startExchange, verify } from "./process.ts";
import type { RunningExchange } from "./process.ts";
import { killProcesses, listProcesses } from "./process-tree.ts";
import { count } from "./promises.ts";
import type { Counts } from "./promises.ts";

export type PowerCutReport = {
  cycles: number;
  trades: number;
  readonly commands: Counts;
  /** Cuts by their moment, and by the part of the unflushed writes that the disk kept. */
  readonly cuts: Counts;
  /** Number of unflushed writes at the cuts. */
  unflushed: number;
  kept: number;
  /** Milliseconds from the start of the process to its first answer, for each start after a cut. */
  readonly restarts: number[];
};

export type PowerCutOptions = {
  readonly cycles: number;
  readonly seed: number;
  readonly log: (line: string) => void;
  /** Ends it after the running cycle. */
  readonly signal?: AbortSignal;
  /** Changes of the program, which break promises on purpose; the loop must notice the loss. */
  readonly changes?: readonly Change[];
  readonly lies?: boolean;
};

const IMAGE_BYTES = 2 ** 31;
/** Most writes to the disk between the decision to cut and the cut. */
const MAX_WRITES = 6;
const LONGEST_START_MS = 1_500;
const LONGEST_STOP_MS = 300;
/** Number of cycles on one image. Then a new one is made, since cycles take longer and longer. */
const CYCLES_OF_IMAGE = 25;

type Run = {
  readonly options: PowerCutOptions;
  readonly random: Random;
  readonly report: PowerCutReport;
};

/** Runs so many cuts; throws at the first broken promise. */
export async function powerCut(options: PowerCutOptions): Promise<PowerCutReport> {
  const counts = { cycles: 0, trades: 0, unflushed: 0, kept: 0 };
  const report: PowerCutReport = { ...counts, commands: {}, cuts: {}, restarts: [] };
  const run: Run = { options, random: createRandom(options.seed), report };
  while (report.cycles < options.cycles && options.signal?.aborted !== true) await cutImage(run);
  return report;
}

type Scene = {
  readonly run: Run;
  readonly work: string;
  readonly image: string;
  readonly changes: readonly Change[];
  disk: MountedDisk;
};

const dataOf = ({ disk }: Scene): string => join(disk.directory, "data");

async function cutImage(run: Run): Promise<void> {
  const { options, random, report } = run;
  const work = mkdtempSync(join(tmpdir(), "presage-power-"));
  const image = join(work, "image");
  createImage(image, IMAGE_BYTES);
  const { changes = [] } = options;
  const scene: Scene = { run, work, image, changes, disk: await mountDisk(image, work) };
  try {
    let exchange = await startExchange(dataOf(scene), { changes });
    const clients = await createClients(exchange, { random, counts: report.commands });
    const last = Math.min(options.cycles, report.cycles + CYCLES_OF_IMAGE);
    let trades = 0;
    while (report.cycles < last && options.signal?.aborted !== true) {
      const keys = clients.promises.keys.length;
      exchange = await cutOnce(scene, clients, exchange);
      ({ trades } = await checkPromises(clients, exchange, keys));
      await verify(dataOf(scene));
      report.cycles += 1;
    }
    report.trades += trades;
    const { code, stderr } = await end(exchange, "SIGTERM");
    if (code !== 0) throw new Error(`the exchange ended with ${code}: ${stderr}`);
  } finally {
    killProcesses(listProcesses(dataOf(scene)));
    await scene.disk.close();
  }
  rmSync(work, { recursive: true, force: true });
}

/** Cuts the power once; resolves with the exchange that was started afterwards. */
async function cutOnce(scene: Scene, clients: Clients, exchange: RunningExchange): Promise<RunningExchange> {
  const { random, report, options } = scene.run;
  if (options.lies === true) scene.disk.lie();
  const span = createLoadSpan(random);
  const loading = load(clients, exchange, span);
  await span.ended;
  await assertRunning(exchange);
  const stops = random.chance(20);
  if (stops) {
    exchange.running.process.kill("SIGTERM");
    await delay(random.below(LONGEST_STOP_MS));
  }
  await cut(scene, stops ? "at a stop" : "under load");
  span.over = true;
  await loading;
  if (random.chance(20)) await cutStart(scene);
  const next = await startExchange(dataOf(scene), { changes: scene.changes });
  report.restarts.push(next.startMs);
  const { order = 0, cancel = 0, unanswered = 0 } = report.commands;
  options.log(
    `cut ${report.cycles + 1}: ${order} orders, ${cancel} cancels, ${unanswered} unanswered so far`,
  );
  return next;
}

/** Cuts the power again while the exchange recovers. */
async function cutStart(scene: Scene): Promise<void> {
  const starting = launchExchange(dataOf(scene), { changes: scene.changes });
  // It must only end; its error does not matter.
  const ended = starting.started.catch(() => undefined);
  await delay(scene.run.random.below(LONGEST_START_MS));
  await cut(scene, "at a start");
  await ended;
}

/** Cuts the power, ends every process that worked on the disk, and mounts the disk again. */
async function cut(scene: Scene, when: string): Promise<void> {
  const { random, report } = scene.run;
  const data = dataOf(scene);
  const pids = listProcesses(data);
  const writes = random.chance(30) ? 0 : random.between(1, MAX_WRITES);
  const disk = await scene.disk.cut({ seed: random.below(2 ** 31), writes });
  killProcesses([...pids, ...listProcesses(data)]);
  count(report.cuts, when);
  count(report.cuts, disk.pending === 0 ? "nothing unflushed" : `kept ${disk.left}`);
  report.unflushed += disk.pending;
  report.kept += disk.kept;
  await scene.disk.close();
  scene.disk = await mountDisk(scene.image, scene.work);
}
