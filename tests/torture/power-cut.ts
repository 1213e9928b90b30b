/**
 * Cuts the power under the exchange, at random moments: under load, at its start and at its stop. Its data directory is
 * on a disk with a volatile cache (volatile-disk.ts); all its processes die with the cut, and the next start works on what
 * the disk has, after the file system has replayed its journal. The clients live elsewhere, and know what they were told.
 *
 * What is cut off: all that is in memory, of the program, of PostgreSQL and of the kernel, and what the disk had taken and
 * not flushed: none, all, the first, any, or any sectors of those writes are on it afterwards. Not simulated: a disk
 * that damages what it was not writing, tears a sector of 512 bytes, or answers a flush that it did not do - except as a
 * control, since the same loop must notice each of the ways to lose what was acknowledged.
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
import { createLife, load } from "./load.ts";
import type { Clients } from "./clients.ts";
import { createImage, mountDisk } from "./mounted-disk.ts";
import type { MountedDisk } from "./mounted-disk.ts";
import { end, launchExchange, refuseEnded, startExchange, verify } from "./process.ts";
import type { RunningExchange } from "./process.ts";
import { killProcesses, listProcesses } from "./process-tree.ts";
import { count } from "./promises.ts";
import type { Counts } from "./promises.ts";

export type PowerCutReport = {
  cycles: number;
  trades: number;
  readonly commands: Counts;
  /** Cuts by when they came, and by what the disk kept of what it had not flushed. */
  readonly cuts: Counts;
  /** Writes that the disk had taken and not flushed when it was cut, and those of them that it kept. */
  unflushed: number;
  kept: number;
  /** Milliseconds from the start of the process to its first answer, of each start after a cut. */
  readonly restarts: number[];
};

export type PowerCutOptions = {
  readonly cycles: number;
  readonly seed: number;
  readonly log: (line: string) => void;
  /** Ends it after the cycle that is underway. */
  readonly signal?: AbortSignal;
  /** Of the program, and whether the disk lies about flushes, to see that what is lost then is noticed. */
  readonly changes?: readonly Change[];
  readonly lies?: boolean;
};

const IMAGE_BYTES = 2 ** 31;
/** Of the disk, after which a cut may come. */
const MOST_WRITES = 6;
const LONGEST_START_MS = 1_500;
const LONGEST_STOP_MS = 300;
/** Of one image; then comes a new one, so that a cycle does not take longer and longer. */
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

/** Gives the exchange that was started after the cut. */
async function cutOnce(scene: Scene, clients: Clients, exchange: RunningExchange): Promise<RunningExchange> {
  const { random, report, options } = scene.run;
  if (options.lies === true) scene.disk.lie();
  const life = createLife(random);
  const loading = load(clients, exchange, life);
  await life.lived;
  await refuseEnded(exchange);
  const stops = random.chance(20);
  if (stops) {
    exchange.running.process.kill("SIGTERM");
    await delay(random.below(LONGEST_STOP_MS));
  }
  await cut(scene, stops ? "at a stop" : "under load");
  life.over = true;
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
  // Whatever it says of its end, it ends.
  const ended = starting.started.catch(() => undefined);
  await delay(scene.run.random.below(LONGEST_START_MS));
  await cut(scene, "at a start");
  await ended;
}

/** Cuts the power, ends every process that worked on the disk, and mounts what is left. */
async function cut(scene: Scene, when: string): Promise<void> {
  const { random, report } = scene.run;
  const data = dataOf(scene);
  const pids = listProcesses(data);
  const writes = random.chance(30) ? 0 : random.between(1, MOST_WRITES);
  const story = await scene.disk.cut({ seed: random.below(2 ** 31), writes });
  killProcesses([...pids, ...listProcesses(data)]);
  count(report.cuts, when);
  count(report.cuts, story.pending === 0 ? "nothing unflushed" : `kept ${story.left}`);
  report.unflushed += story.pending;
  report.kept += story.kept;
  await scene.disk.close();
  scene.disk = await mountDisk(scene.image, scene.work);
}
