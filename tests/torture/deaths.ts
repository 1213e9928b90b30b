/** The ways in which an exchange under load is made to end, each followed by a start on what it left. */
import { setTimeout as delay } from "node:timers/promises";
import { createWallet, register } from "../../bench/support/order-requests.ts";
import type { Random } from "../support/random.ts";
import type { Clients } from "./clients.ts";
import { CRASH_POINTS } from "./crash-point-list.ts";
import type { CrashPoint } from "./crash-point-list.ts";
import type { Change, Crash } from "./crash-points.ts";
import { createLife, load } from "./load.ts";
import type { Life } from "./load.ts";
import { killProcesses, listProcesses } from "./process-tree.ts";
import {
  arm,
  disarm,
  hasEnded,
  kill,
  launchExchange,
  launchRigged,
  refuseEnded,
  startExchange,
} from "./process.ts";
import type { Rigging, RunningExchange } from "./process.ts";

/** What is killed with -9, and when. */
export type Death =
  | { readonly type: "exchange" | "all" | "server" | "server process" }
  | { readonly type: "point"; readonly point: CrashPoint };

/**
 * What is made to die: the exchange alone, where each cycle is one start; or PostgreSQL as well, and first starts, starts
 * after a death and rebuilds, which take several.
 */
export type Scope = "exchange" | "everything";

type Kind = { readonly share: number; readonly type: Exclude<Death["type"], "point"> };
type Drawn = { readonly kinds: readonly Kind[]; readonly points: readonly CrashPoint["during"][] };

/** Kinds with their shares in a hundred; the rest are points. */
const DEATHS: { readonly [S in Scope]: Drawn } = {
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
/** For a point to be passed as often as it should. */
const PATIENCE_MS = 15_000;
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
  /** Of every start. */
  readonly changes: readonly Change[];
  readonly clients: Clients;
  readonly random: Random;
};

/** Whether it ended where it was meant to, and whether the exchange lives on. */
export type Ended = { readonly reached: boolean; readonly survived: boolean };

const DEAD: Ended = { reached: true, survived: false };

/** Loads the exchange and ends it. */
export async function liveAndDie(scene: Scene, exchange: RunningExchange, death: Death): Promise<Ended> {
  const life = createLife(scene.random);
  const loading = load(scene.clients, exchange, life);
  try {
    return await die(scene, exchange, { death, life });
  } finally {
    life.over = true;
    await loading;
    disarm(scene.crashFile);
  }
}

async function die(
  scene: Scene,
  exchange: RunningExchange,
  { death, life }: { readonly death: Death; readonly life: Life },
): Promise<Ended> {
  if (death.type === "point" && death.point.during === "load") return dieAt(scene, exchange, death.point);
  await life.lived;
  await refuseEnded(exchange);
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
      return dieAfterwards(scene, exchange, death.point);
  }
}

/** Under load, when it is asked to stop, or when its server is killed. */
async function dieAt(scene: Scene, exchange: RunningExchange, point: CrashPoint): Promise<Ended> {
  arm(scene.crashFile, crashAt(point, scene.random));
  const patience = new AbortController();
  const { finished } = exchange.running;
  if (point.during === "stop") process.kill(exchange.running.process.pid ?? 0, "SIGTERM");
  if (point.during === "outage") killProcesses(serverProcesses(scene, exchange));
  await Promise.race([finished, delay(PATIENCE_MS, undefined, { signal: patience.signal }).catch(() => {})]);
  patience.abort();
  const reached = exchange.running.process.signalCode === "SIGKILL";
  await kill(exchange);
  return { reached, survived: false };
}

async function killAll(scene: Scene, exchange: RunningExchange): Promise<Ended> {
  const pids = listProcesses(scene.directory);
  killProcesses(scene.random.chance(50) ? pids : pids.reverse());
  await kill(exchange);
  return DEAD;
}

/** Of PostgreSQL, its first one first. */
const serverProcesses = ({ directory }: Scene, { running }: RunningExchange): number[] =>
  listProcesses(directory).filter((pid) => pid !== running.process.pid);

/** Whether the exchange goes on with another server or ends, both are right. */
async function killServer(
  scene: Scene,
  exchange: RunningExchange,
  which: "server" | "server process",
): Promise<Ended> {
  const { running } = exchange;
  const pids = serverProcesses(scene, exchange);
  killProcesses(which === "server" ? pids : [scene.random.pick(pids.slice(1))]);
  while (!hasEnded(running) && !(await canWrite(exchange))) await delay(RETRY_MS);
  return { reached: true, survived: !hasEnded(running) };
}

/** Whether it opens an account. */
const canWrite = ({ trading }: RunningExchange): Promise<boolean> =>
  register(trading, createWallet()).then(
    () => true,
    () => false,
  );

/** At the stop, after the server was killed, at the start after a kill, or while the tables are made anew. */
async function dieAfterwards(scene: Scene, exchange: RunningExchange, point: CrashPoint): Promise<Ended> {
  if (point.during === "stop" || point.during === "outage") return dieAt(scene, exchange, point);
  await kill(exchange);
  const { directory, crashFile, random } = scene;
  arm(crashFile, crashAt(point, random));
  if (point.during === "rebuild" && random.chance(50)) {
    const { code } = await launchRigged(["rebuild", "--data-dir", directory], { crashFile }).finished;
    return { reached: code === null, survived: false };
  }
  const changes = [...scene.changes, ...(point.during === "rebuild" ? [OTHER_TABLES] : [])];
  const started = await launchExchange(directory, { crashFile, changes }).started;
  if (started !== undefined) await kill(started);
  return { reached: started === undefined, survived: false };
}

/** Takes the read tables for those of another release, so that the start makes them anew. */
const OTHER_TABLES = {
  file: "src/store/journal/rebuild-tables.ts",
  line: "const READ_TABLES_VERSION = \\d+;",
  becomes: "const READ_TABLES_VERSION = 1_000;",
};

/** Starts a new exchange, after its first start was made to fail where the crash says. */
export async function startAfterBirth(
  directory: string,
  crash: Crash,
  rigging: Rigging & { readonly crashFile: string },
): Promise<RunningExchange> {
  arm(rigging.crashFile, crash);
  const born = await launchExchange(directory, rigging).started;
  if (born !== undefined) await kill(born);
  disarm(rigging.crashFile);
  return startExchange(directory, rigging);
}
