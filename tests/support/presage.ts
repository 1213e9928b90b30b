/**
 * The `presage` command as a process of its own, with nothing of this process's settings; and data directories whose database cluster is there already, so that a start need not make one.
 */
import { execFileSync, spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestContext } from "node:test";
import { fileURLToPath } from "node:url";
import type { Addresses } from "../../src/http/interfaces.ts";
import { startEmbeddedServer } from "../../src/store/server/embedded-server.ts";
import { scratchRoot } from "./scratch-directory.ts";
import { until } from "./until.ts";

const MAIN = fileURLToPath(new URL("../../src/main.ts", import.meta.url));
/** Any free port for every address. */
export const ANY_PORTS = [
  ...["--port", "--trading-port", "--data-port", "--catalog-port", "--admin-port"].flatMap((flag) => [
    flag,
    "0",
  ]),
  ...["--polymarket-ports", "--kuest-ports"].flatMap((flag) => [flag, "0,0,0"]),
];
/** The same without the dialects of others, whose interfaces are two thirds of what a start sets up. */
export const SPEC_PORTS = [...ANY_PORTS, "--polymarket-ports", "off", "--kuest-ports", "off"];

export type Finished = { readonly code: number | null; readonly stdout: string; readonly stderr: string };

export type Running = {
  readonly process: ChildProcess;
  /** What it printed so far. */
  readonly output: { stdout: string; stderr: string };
  /** Resolves when it has ended. */
  readonly finished: Promise<Finished>;
  /** Sends a signal, to its whole process group when `group`, and waits for its end. */
  stop(signal: NodeJS.Signals, group?: "group"): Promise<Finished>;
};

type Settings = Readonly<Record<string, string>>;

/** Starts `presage` with these arguments; it is killed when `test` ends. */
export function spawnPresage(test: TestContext, args: readonly string[], settings: Settings = {}): Running {
  const running = launchPresage(args, { settings, detached: true });
  test.after(() => running.process.kill("SIGKILL"));
  return running;
}

type Launch = {
  readonly settings?: Settings;
  /** In a process group of its own, which a Ctrl-C at the terminal does not reach. */
  readonly detached?: boolean;
};

/** Starts `presage` with these arguments; it is the caller's to end. */
export function launchPresage(args: readonly string[], launch: Launch = {}): Running {
  const { settings = {}, detached = false } = launch;
  const child = spawn(process.execPath, [MAIN, ...args], {
    detached,
    cwd: tmpdir(),
    env: environmentWith(settings),
    stdio: ["ignore", "pipe", "pipe"],
  });
  const output = { stdout: "", stderr: "" };
  child.stdout.on("data", (chunk) => (output.stdout += String(chunk)));
  child.stderr.on("data", (chunk) => (output.stderr += String(chunk)));
  const finished = once(child, "close").then(([code]) => ({ code, ...output }));
  const stop = (signal: NodeJS.Signals, group?: "group"): Promise<Finished> => {
    process.kill(group === undefined ? child.pid! : -child.pid!, signal);
    return finished;
  };
  return { process: child, output, finished, stop };
}

/** Where compiled modules are kept; the one setting of this process that a command takes over. */
const COMPILED = "NODE_COMPILE_CACHE";

/** The environment of a command: this process's, with these settings in place of its own. */
export function environmentWith(settings: Settings): NodeJS.ProcessEnv {
  const own = (name: string): boolean => /^(PRESAGE_|NODE_|DATABASE_URL$)/.test(name) && name !== COMPILED;
  const inherited = Object.entries(process.env).filter(([name]) => !own(name));
  return { ...Object.fromEntries(inherited), ...settings };
}

/** Runs `presage` to its end. */
export const runPresage = (
  test: TestContext,
  args: readonly string[],
  settings: Settings = {},
): Promise<Finished> => spawnPresage(test, args, settings).finished;

export type Started = Running & { readonly addresses: Addresses };

/** An exchange that has started on a data directory, on any free ports of one dialect, with its addresses. */
export async function startPresage(
  test: TestContext,
  directory: string,
  args: readonly string[] = SPEC_PORTS,
): Promise<Started> {
  return whenStarted(spawnPresage(test, ["start", "--data-dir", directory, "--json", ...args]));
}

/** The addresses of an exchange that was told to print them as JSON. */
export async function whenStarted(running: Running): Promise<Started> {
  await until(
    "the exchange has started",
    () => running.output.stdout.endsWith("\n") || running.process.exitCode !== null,
  );
  if (running.process.exitCode !== null) throw new Error(running.output.stderr);
  return { ...running, addresses: JSON.parse(running.output.stdout) };
}

export type DataDirectories = {
  /** A new data directory with an empty database. */
  create(): string;
  close(): void;
};

/** Where the data directory is that test files copy; set by the global setup. */
export const SHARED_TEMPLATE_VARIABLE = "PRESAGE_TEST_DATA_TEMPLATE";

/** Makes a data directory with an empty database in a temporary directory of its own; the caller removes it. */
export async function createTemplateDirectory(): Promise<string> {
  const template = mkdtempSync(join(scratchRoot(), "presage-template-"));
  const server = await startEmbeddedServer({ directory: template, log: () => {} });
  await server.close();
  return template;
}

/** Copies one data directory, the test run's or one of its own, for each that is created. Close it in `after`. */
export async function prepareDataDirectories(): Promise<DataDirectories> {
  const root = mkdtempSync(join(scratchRoot(), "presage-cli-"));
  const shared = process.env[SHARED_TEMPLATE_VARIABLE];
  const template = shared ?? (await createTemplateDirectory());
  let created = 0;
  return {
    create() {
      created += 1;
      const directory = join(root, `data-${created}`);
      // With their owners: the server may run under another account than the tests.
      execFileSync("cp", ["-a", template, directory]);
      return directory;
    },
    close: () => {
      stopLeftBehind(root);
      rmSync(root, { recursive: true });
      if (shared === undefined) rmSync(template, { recursive: true });
    },
  };
}

/** Stops the servers of exchanges, each with a data directory in `root`, that a failed test killed. */
export function stopLeftBehind(root: string): void {
  for (const name of readdirSync(root)) {
    const pid = findServer(join(root, name));
    if (pid !== undefined) process.kill(pid, "SIGQUIT");
  }
}

/** The pid of the PostgreSQL that runs on a data directory. */
export function findServer(directory: string): number | undefined {
  const file = join(directory, "postgres", "cluster", "postmaster.pid");
  if (!existsSync(file)) return undefined;
  const pid = Number(readFileSync(file, "utf8").split("\n")[0]);
  try {
    process.kill(pid, 0);
    return pid;
  } catch {
    return undefined;
  }
}
