/**
 * One server process of the bundled PostgreSQL, ours or left by an earlier process of ours, found through
 * postmaster.pid. It runs in a session of its own: a Ctrl-C reaches the whole process group, and must not stop the
 * database before its client has drained.
 */
import { type ChildProcess, execFileSync, spawn, spawnSync } from "node:child_process";
import { closeSync, openSync, readFileSync, readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { type ServerAccount, commandFor } from "./server-account.ts";
import type { ServerPrograms } from "./server-cluster.ts";

/** Content of postmaster.pid. */
export type Postmaster = {
  readonly pid: number;
  readonly port: number;
  readonly ready: boolean;
};

export type Launch = {
  readonly cluster: string;
  readonly programs: ServerPrograms;
  readonly account: ServerAccount;
  /** File for the server's output before its own log opens. */
  readonly startLog: string;
  readonly args: readonly string[];
};

const POLL_MS = 10;
const START_TIMEOUT_MS = 300_000;
const FAST_STOP_TIMEOUT_MS = 60_000;
const IMMEDIATE_STOP_TIMEOUT_MS = 10_000;

/** Finds the server that runs on `cluster`, if any. Removes postmaster.pid if its pid now belongs to another program. */
export function findPostmaster(cluster: string): Postmaster | undefined {
  removeEmptyLock(cluster);
  const postmaster = readPostmaster(cluster);
  if (postmaster === undefined || !isAlive(postmaster.pid)) return undefined;
  if (isServer(cluster, postmaster.pid)) return postmaster;
  // PostgreSQL would take any process of the same user for a rival. Its shared memory check still protects the cluster.
  rmSync(join(cluster, "postmaster.pid"), { force: true });
  return undefined;
}

/** Time for which postmaster.pid may be empty, ms: a server writes its pid as soon as it has made the file. */
const EMPTY_FOR_MS = 2_000;

/** Removes an empty postmaster.pid: a power cut can leave one, and PostgreSQL refuses to start with it. */
function removeEmptyLock(cluster: string): void {
  const file = join(cluster, "postmaster.pid");
  const found = statSync(file, { throwIfNoEntry: false });
  if (found?.size === 0 && Date.now() - found.mtimeMs > EMPTY_FOR_MS) rmSync(file, { force: true });
}

/** Returns true if this process is the server of `cluster`. */
export const isPostmasterRunning = (cluster: string, pid: number): boolean =>
  isAlive(pid) && isServer(cluster, pid);

/** Starts a server and waits until it accepts connections. Throws with the last lines of its log if it does not. */
export async function launchPostmaster(launch: Launch): Promise<Postmaster> {
  const child = spawnServer(launch);
  const failures: Error[] = [];
  child?.on("error", (error) => failures.push(error));
  const deadline = performance.now() + START_TIMEOUT_MS;
  while (performance.now() < deadline && failures.length === 0 && !hasExited(child)) {
    const postmaster = readPostmaster(launch.cluster);
    const isOurs = child === undefined || postmaster?.pid === child.pid;
    if (postmaster?.ready && isOurs && launch.args.includes(`port=${postmaster.port}`)) return postmaster;
    await delay(POLL_MS);
  }
  child?.kill("SIGQUIT");
  throw new Error(`PostgreSQL did not start: ${failures[0]?.message ?? lastLines(launch)}`);
}

/**
 * Disconnects every client, flushes memory to disk, and waits for the exit. Stops the server by force after a minute.
 */
export async function stopPostmaster(cluster: string, pid: number, programs: ServerPrograms): Promise<void> {
  const stops = [
    { signal: "SIGINT", timeoutMs: FAST_STOP_TIMEOUT_MS },
    { signal: "SIGQUIT", timeoutMs: IMMEDIATE_STOP_TIMEOUT_MS },
  ] as const;
  for (const { signal, timeoutMs } of stops) {
    sendSignal(pid, signal, programs);
    const deadline = performance.now() + timeoutMs;
    while (performance.now() < deadline) {
      if (!isPostmasterRunning(cluster, pid)) return;
      await delay(POLL_MS);
    }
  }
  throw new Error(`PostgreSQL (pid ${pid}) on ${cluster} does not stop: stop it by hand`);
}

// pg_ctl gives up administrator rights on Windows, where it detaches as well. Elsewhere a direct child is reaped when
// it exits, also in a container whose first process is Presage.
function spawnServer(launch: Launch): ChildProcess | undefined {
  const { cluster, programs, account, startLog, args } = launch;
  if (process.platform === "win32") {
    const options = args.slice(2).map((arg) => (/^[\w.=-]+$/.test(arg) ? arg : `"${arg}"`));
    const pgCtlArgs = ["start", "-W", "-D", cluster, "-l", startLog, "-o", options.join(" ")];
    execFileSync(programs.pgCtl, pgCtlArgs, { stdio: "ignore", windowsHide: true });
    return undefined;
  }
  const { file, args: allArgs, options } = commandFor(account, programs.postgres, args);
  const log = openSync(startLog, "w", 0o600);
  try {
    const child = spawn(file, allArgs, { ...options, detached: true, stdio: ["ignore", log, log] });
    child.unref();
    return child;
  } finally {
    closeSync(log);
  }
}

function readPostmaster(cluster: string): Postmaster | undefined {
  const lines = readOrEmpty(join(cluster, "postmaster.pid")).split("\n");
  const [pid, port] = [Number(lines[0]), Number(lines[3])];
  if (!Number.isSafeInteger(pid) || pid <= 0) return undefined;
  return { pid, port, ready: lines[7]?.trim() === "ready" };
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

// An ended process that was not reaped has no command line, so it does not count.
function isServer(cluster: string, pid: number): boolean {
  if (process.platform === "linux") return readOrEmpty(`/proc/${pid}/cmdline`).split("\0").includes(cluster);
  if (process.platform === "win32")
    return readOutput("tasklist", ["/FI", `PID eq ${pid}`]).includes("postgres.exe");
  return readOutput("ps", ["-o", "command=", "-p", `${pid}`]).includes(cluster);
}

function readOutput(program: string, args: readonly string[]): string {
  return spawnSync(program, args, { encoding: "utf8" }).stdout;
}

function hasExited(child: ChildProcess | undefined): boolean {
  return child !== undefined && (child.exitCode !== null || child.signalCode !== null);
}

function sendSignal(pid: number, signal: "SIGINT" | "SIGQUIT", programs: ServerPrograms): void {
  if (process.platform === "win32") spawnSync(programs.pgCtl, ["kill", signal.slice(3), `${pid}`]);
  else if (isAlive(pid)) process.kill(pid, signal);
}

function lastLines({ cluster, startLog }: Launch): string {
  const started = statSync(startLog, { throwIfNoEntry: false })?.birthtimeMs ?? 0;
  const logs = listOrEmpty(join(cluster, "log")).map((name) => join(cluster, "log", name));
  const fresh = logs.filter((path) => statSync(path).mtimeMs >= started - 1);
  const lines = [startLog, ...fresh].flatMap((path) => readOrEmpty(path).trim().split("\n").slice(-8));
  return lines
    .filter((line) => !line.includes("logging collector") && !line.includes("Future log"))
    .join(" | ");
}

function readOrEmpty(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}

function listOrEmpty(path: string): string[] {
  try {
    return readdirSync(path);
  } catch {
    return [];
  }
}
