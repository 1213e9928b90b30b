/** The real exchange as a process that can be killed, also at a named point, and with its PostgreSQL. */
import { once } from "node:events";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Addresses } from "../../src/http/interfaces.ts";
import { ADMIN_TOKEN } from "../../src/store/server/data-directory.ts";
import { ANY_PORTS, launchPresage } from "../support/presage.ts";
import type { Finished, Running } from "../support/presage.ts";
import type { Change, Crash } from "./crash-points.ts";
import type { Reached } from "./exchange-calls.ts";

const CRASH_POINTS = new URL("crash-points.ts", import.meta.url).href;

/** The other dialects would only take time to start. */
const PORTS = [...ANY_PORTS, "--polymarket-ports", "off", "--kuest-ports", "off"];

export type RunningExchange = Reached & {
  readonly directory: string;
  readonly running: Running;
  /** From the start of its process until it answers. */
  readonly startMs: number;
};

/** How it is started. */
export type Rigging = {
  /** Where a crash will be named; without it there are no crash points. */
  readonly crashFile?: string;
  readonly changes?: readonly Change[];
};

/** A `presage` command, with crash points where it is rigged. */
export function launchRigged(args: readonly string[], { crashFile, changes = [] }: Rigging = {}): Running {
  const settings = {
    ...(crashFile !== undefined && { TORTURE_CRASH_FILE: crashFile }),
    ...(changes.length > 0 && { TORTURE_CHANGES: JSON.stringify(changes) }),
  };
  const rigged = Object.keys(settings).length > 0;
  return launchPresage(args, {
    settings: { ...settings, ...(rigged && { NODE_OPTIONS: `--import=${CRASH_POINTS}` }) },
    detached: true,
  });
}

export type Starting = {
  readonly running: Running;
  /** `undefined` when it is killed before it answers; throws what it printed when it ends otherwise. */
  readonly started: Promise<RunningExchange | undefined>;
};

/** Begins to start the exchange on a data directory. */
export function launchExchange(directory: string, rigging: Rigging = {}): Starting {
  const launchedAt = performance.now();
  const running = launchRigged(["--json", "--data-dir", directory, ...PORTS], rigging);
  return { running, started: whenStarted(running, { directory, launchedAt }) };
}

async function whenStarted(
  running: Running,
  { directory, launchedAt }: { readonly directory: string; readonly launchedAt: number },
): Promise<RunningExchange | undefined> {
  const { output, finished, process: child } = running;
  await Promise.race([once(child.stdout!, "data"), finished]);
  if (child.signalCode === "SIGKILL") return undefined;
  if (hasEnded(running)) throw new Error(`the exchange did not start: ${(await finished).stderr}`);
  const { spec, admin }: Addresses = JSON.parse(output.stdout);
  const adminToken = readFileSync(join(directory, ADMIN_TOKEN), "utf8").trim();
  const startMs = performance.now() - launchedAt;
  return { trading: spec.trading, admin, adminToken, directory, running, startMs };
}

/** Throws what it said when it has ended before anybody ended it. */
export async function refuseEnded({ running }: RunningExchange): Promise<void> {
  if (!hasEnded(running)) return;
  const { code, stderr } = await running.finished;
  throw new Error(`the exchange ended by itself with ${code}: ${stderr}`);
}

export const hasEnded = ({ process: child }: Running): boolean =>
  child.exitCode !== null || child.signalCode !== null;

/** Starts it, and throws what it printed when it does not come up. */
export async function startExchange(directory: string, rigging: Rigging = {}): Promise<RunningExchange> {
  const exchange = await launchExchange(directory, rigging).started;
  if (exchange === undefined) throw new Error("the exchange was killed at its start");
  return exchange;
}

/** kill -9; returns when the process is gone. Its PostgreSQL lives on. */
export const kill = (exchange: RunningExchange): Promise<Finished> => end(exchange, "SIGKILL");

/** Ends it by a signal, unless it has ended. */
export const end = ({ running }: RunningExchange, signal: NodeJS.Signals): Promise<Finished> =>
  hasEnded(running) ? running.finished : running.stop(signal);

/** Runs `presage verify` on the data directory; throws what it found. */
export async function verify(directory: string): Promise<void> {
  const { code, stdout, stderr } = await launchPresage(["verify", "--data-dir", directory]).finished;
  if (code !== 0) throw new Error(`presage verify: ${stdout}${stderr}`);
}

/** Names the point at which a process that watches the file kills itself. */
export const arm = (crashFile: string, crash: Crash): void => writeFileSync(crashFile, JSON.stringify(crash));

export const disarm = (crashFile: string): void => rmSync(crashFile, { force: true });
