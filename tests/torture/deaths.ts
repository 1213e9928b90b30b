/** Ways to end an exchange under load, each followed by a start on the data it left. */
import { setTimeout as delay } from "node:timers/promises";
import { createWallet, register } from "../../bench/support/order-requests.ts";
import { findRunningServer } from "../../src/store/server/embedded-server.ts";
import { withSql } from "../support/history.ts";
import type { Random } from "../support/random.ts";
import type { Clients } from "./clients.ts";
import { CRASH_POINTS } from "./crash-point-list.ts";
import type { CrashPoint } from "./crash-point-list.ts";
import type { Change, Crash } from "./crash-points.ts";
import { createLoadSpan, load } from "./load.ts";
import type { LoadSpan } from "./load.ts";
import { killProcesses, listProcesses } from "./process-tree.ts";
import {
  armCrash,
  disarmCrash,
  hasEnded,
  kill,
  launchExchange,
  launchWithCrashPoints,
  assertRunning,
  startExchange,
} from "./process.ts";
import type { StartOptions, RunningExchange } from "./process.ts";

/** The killed processes, and the moment of the kill -9. */
export type Death =
  | { readonly type: "exchange" | "all" | "server" | "server process" }
  | { readonly type: "point"; readonly point: CrashPoint };

/**
 * Processes to kill: the exchange alone, with one start in each cycle; or PostgreSQL as well, also at first starts, at
 * restarts and during rebuilds.
 */
export type Scope = "exchange" | "everything";

type Kind = { readonly share: number; readonly type: Exclude<Death["type"], "point"> };
type DeathOdds = { readonly kinds: readonly Kind[]; readonly points: readonly CrashPoint["during"][] };

/** Kinds of deaths with their shares in percent; the rest are crash points. */
const DEATHS: { readonly [S in Scope]: DeathOdds } = {
  exchange: { kinds: [{ share: 50, type: "exchange" }], points: ["load", "stop"] },
  everything: {
    kinds: [
      { share: 25, type: "exchange" },
      { share: 10, type: "all" },
      { share: 5, type: "server" },
      { share: 5, type: "server process" },
    ],
    points: ["load", "outage", "start", "rebuild", "stop"],
  },
};
const LONGEST_WAIT_MS = 4;
/** Time limit for a crash point to be passed often enough. */
const DEADLINE_MS = 15_000;
const RETRY_MS = 20;

export function drawDeath(random: Random, scope: Scope): Death {
  const { kinds, points } = DEATHS[scope];
  let left = random.below(100);
  for (const { share, type } of kinds) {
    if (left < share) return { type };
    left -= share;
  }
  return { type: "point", point: random.pick(CRASH_POINTS.filter(({ during }) => points.includes(during))) };
}

export const nameOf = (death: Death): string =>
  death.type === "point" ? death.point.name : `kill of the ${death.type}`;

export const crashAt = ({ name, passages, waits }: CrashPoint, random: Random): Crash => ({
  name,
  passage: random.between(1, passages),
  waitMs: waits === true ? random.below(LONGEST_WAIT_MS * 1000) / 1000 : 0,
});

export type Scene = {
  readonly directory: string;
  readonly crashFile: string;
  /** Changes of the program at every start. */
  readonly changes: readonly Change[];
  readonly clients: Clients;
  readonly random: Random;
};

/** `reached`: it ended at the intended point. `survived`: the exchange still runs. */
export type DeathResult = { readonly reached: boolean; readonly survived: boolean };

const DEAD: DeathResult = { reached: true, survived: false };

/** Loads the exchange and ends it as drawn. */
export async function loadAndKill(
  scene: Scene,
  exchange: RunningExchange,
  death: Death,
): Promise<DeathResult> {
  const span = createLoadSpan(scene.random);
  const loading = load(scene.clients, exchange, span);
  try {
    return await die(scene, exchange, { death, span });
  } finally {
    span.over = true;
    await loading;
    disarmCrash(scene.crashFile);
  }
}

async function die(
  scene: Scene,
  exchange: RunningExchange,
  { death, span }: { readonly death: Death; readonly span: LoadSpan },
): Promise<DeathResult> {
  if (death.type === "point" && death.point.during === "load") return dieAt(scene, exchange, death.point);
  await span.ended;
  await assertRunning(exchange);
  switch (death.type) {
    case "exchange":
      await kill(exchange);
      return DEAD;
    case "all":
      return killAll(scene, exchange);
    case "server":
    case "server process":
      return killServer(scene, exchange, death.type);
    case "point":
      return dieLater(scene, exchange, death.point);
  }
}

/** Ends it at a point under load, at a stop, or after a kill of its server. */
async function dieAt(scene: Scene, exchange: RunningExchange, point: CrashPoint): Promise<DeathResult> {
  armCrash(scene.crashFile, crashAt(point, scene.random));
  const patience = new AbortController();
  const { finished } = exchange.running;
  if (point.during === "stop") process.kill(exchange.running.process.pid ?? 0, "SIGTERM");
  if (point.during === "outage") killProcesses(serverProcesses(scene, exchange));
  await Promise.race([finished, delay(DEADLINE_MS, undefined, { signal: patience.signal }).catch(() => {})]);
  patience.abort();
  const reached = exchange.running.process.signalCode === "SIGKILL";
  await kill(exchange);
  return { reached, survived: false };
}

async function killAll(scene: Scene, exchange: RunningExchange): Promise<DeathResult> {
  const pids = listProcesses(scene.directory);
  killProcesses(scene.random.chance(50) ? pids : pids.reverse());
  await kill(exchange);
  return DEAD;
}

/** Processes of PostgreSQL, the first one at the head. */
const serverProcesses = ({ directory }: Scene, { running }: RunningExchange): number[] =>
  listProcesses(directory).filter((pid) => pid !== running.process.pid);

/** Kills the server. The exchange may go on with another one or end; both are right. */
async function killServer(
  scene: Scene,
  exchange: RunningExchange,
  which: "server" | "server process",
): Promise<DeathResult> {
  const { running } = exchange;
  const pids = serverProcesses(scene, exchange);
  killProcesses(which === "server" ? pids : [scene.random.pick(pids.slice(1))]);
  while (!hasEnded(running) && !(await canWrite(exchange))) await delay(RETRY_MS);
  return { reached: true, survived: !hasEnded(running) };
}

/** True if the exchange opens an account. */
const canWrite = ({ trading }: RunningExchange): Promise<boolean> =>
  register(trading, createWallet()).then(
    () => true,
    () => false,
  );

/** Ends it at a point of a stop, of an outage of the server, of a start after a kill, or of a rebuild. */
async function dieLater(scene: Scene, exchange: RunningExchange, point: CrashPoint): Promise<DeathResult> {
  if (point.during === "stop" || point.during === "outage") return dieAt(scene, exchange, point);
  await kill(exchange);
  const { directory, crashFile, random } = scene;
  armCrash(crashFile, crashAt(point, random));
  if (point.during === "rebuild" && random.chance(50)) {
    const { code } = await launchWithCrashPoints(["rebuild", "--data-dir", directory], { crashFile })
      .finished;
    return { reached: code === null, survived: false };
  }
  if (point.during === "rebuild") await markTablesEarlier(directory);
  const started = await launchExchange(directory, { crashFile, changes: scene.changes }).started;
  if (started !== undefined) await kill(started);
  return { reached: started === undefined, survived: false };
}

/** Marks the read tables as an earlier release's, so that the start rebuilds them. PostgreSQL outlived the exchange. */
async function markTablesEarlier(directory: string): Promise<void> {
  const url = findRunningServer(directory);
  if (url === undefined) throw new Error("PostgreSQL did not outlive the exchange");
  await withSql(url, (sql) => sql`update read_tables set version = 1`);
}

/** Starts a new exchange, after a first start that failed at the crash point. */
export async function startAfterFailedFirstStart(
  directory: string,
  crash: Crash,
  options: StartOptions & { readonly crashFile: string },
): Promise<RunningExchange> {
  armCrash(options.crashFile, crash);
  const born = await launchExchange(directory, options).started;
  if (born !== undefined) await kill(born);
  disarmCrash(options.crashFile);
  return startExchange(directory, options);
}
