/** The real exchange as a process that can be killed, also at a named point, and with its PostgreSQL. */
import { once } from "node:events";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Addresses } from "../../src/http/mounts/interfaces.ts";
import { ADMIN_TOKEN } from "../../src/store/server/data-directory.ts";
import { ANY_PORTS, launchPresage } from "../support/presage.ts";
import type { Finished, Running } from "../support/presage.ts";
import type { Change, Crash } from "./crash-points.ts";
import type { ExchangeAddress } from "./exchange-calls.ts";

const CRASH_POINTS = new URL("crash-points.ts", import.meta.url).href;

/** Options without the other dialects, which would only make the start longer. */
const PORTS = [...ANY_PORTS, "--polymarket-ports", "off", "--kuest-ports", "off"];

export type RunningExchange = ExchangeAddress & {
  readonly directory: string;
  readonly running: Running;
  /** Milliseconds from the start of its process to its first answer. */
  readonly startMs: number;
};

/** Options of a start under torture. */
export type StartOptions = {
  /** Path of the crash file; without it there are no crash points. */
  readonly crashFile?: string;
  readonly changes?: readonly Change[];
};

/** Launches a `presage` command, with crash points where `crashFile` is given. */
export function launchWithCrashPoints(
  args: readonly string[],
  { crashFile, changes = [] }: StartOptions = {},
): Running {
  const settings = {
    ...(crashFile !== undefined && { TORTURE_CRASH_FILE: crashFile }),
    ...(changes.length > 0 && { TORTURE_CHANGES: JSON.stringify(changes) }),
  };
  const rigged = Object.keys(settings).length > 0;
  return launchPresage(args, {
    settings: { ...settings, ...(rigged && { NODE_OPTIONS: `--import=${CRASH_POINTS}` }) },
    detached: true,
    sources: rigged,
  });
}

export type Starting = {
  readonly running: Running;
  /** Resolves once it answers, with `undefined` when it is killed before; throws its output when it ends otherwise. */
  readonly started: Promise<RunningExchange | undefined>;
};

/** Begins to start the exchange on a data directory. */
export function launchExchange(directory: string, options: StartOptions = {}): Starting {
  const launchedAt = performance.now();
  const running = launchWithCrashPoints(["--json", "--data-dir", directory, ...PORTS], options);
  return { running, started: whenStarted(running, { directory, launchedAt }) };
}

async function whenStarted(
  running: Running,
  { directory, launchedAt }: { readonly directory: string; readonly launchedAt: number },
): Promise<RunningExchange | undefined> {
  const { output, finished, process: child } = running;
  await Promise.race([once(child.stdout!, "data"), finished]);
  if (child.signalCode === "SIGKILL") return undefined;
  const { spec, admin, error }: Addresses & { error?: string } = JSON.parse(output.stdout || "{}");
  if (hasEnded(running) || error !== undefined)
    throw new Error(`the exchange did not start: ${(await finished).stderr}`);
  const adminToken = readFileSync(join(directory, ADMIN_TOKEN), "utf8").trim();
  const startMs = performance.now() - launchedAt;
  return { trading: spec.trading, data: spec.data, admin, adminToken, directory, running, startMs };
}

/** Throws the output of an exchange that ended by itself. */
export async function assertRunning({ running }: RunningExchange): Promise<void> {
  if (!hasEnded(running)) return;
  const { code, stderr } = await running.finished;
  throw new Error(`the exchange ended by itself with ${code}: ${stderr}`);
}

export const hasEnded = ({ process: child }: Running): boolean =>
  child.exitCode !== null || child.signalCode !== null;

/** Starts an exchange; throws its output when it does not come up. */
export async function startExchange(directory: string, options: StartOptions = {}): Promise<RunningExchange> {
  const exchange = await launchExchange(directory, options).started;
  if (exchange === undefined) throw new Error("the exchange was killed at its start");
  return exchange;
}

/** Kills it with -9 and waits until it is gone. Its PostgreSQL lives on. */
export const kill = (exchange: RunningExchange): Promise<Finished> => end(exchange, "SIGKILL");

/** Ends it by a signal, unless it has ended. */
export const end = ({ running }: RunningExchange, signal: NodeJS.Signals): Promise<Finished> =>
  hasEnded(running) ? running.finished : running.stop(signal);

/** Runs `presage verify` on the data directory; throws its findings. */
export async function verify(directory: string): Promise<void> {
  const { code, stdout, stderr } = await launchPresage(["verify", "--data-dir", directory]).finished;
  if (code !== 0) throw new Error(`presage verify: ${stdout}${stderr}`);
}

/** Names the point at which the process that watches the file kills itself. */
export const armCrash = (crashFile: string, crash: Crash): void =>
  writeFileSync(crashFile, JSON.stringify(crash));

export const disarmCrash = (crashFile: string): void => rmSync(crashFile, { force: true });
