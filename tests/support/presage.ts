/**
 * The `presage` command as a process of its own, without this process's settings. Data directories come with a
 * database cluster, so that a start need not make one.
 */
import { execFileSync, spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestContext } from "node:test";
import { fileURLToPath } from "node:url";
import type { Addresses } from "../../src/http/mounts/interfaces.ts";
import { startEmbeddedServer } from "../../src/store/server/embedded-server.ts";
import { updateSchema } from "../../src/store/sql/schema/update-schema.ts";
import { scratchRoot } from "./scratch-directory.ts";
import { isLong } from "./depth.ts";
import { runHosted } from "./hosted-commands.ts";
import { until } from "./until.ts";

const COMMAND = fileURLToPath(new URL("../../bin/presage.js", import.meta.url));
const SOURCE = fileURLToPath(new URL("../../src/main.ts", import.meta.url));
/** Options by which every address gets any free port. */
export const ANY_PORTS = [
  ...["--port", "--trading-port", "--data-port", "--catalog-port", "--admin-port"].flatMap((flag) => [
    flag,
    "0",
  ]),
  ...["--polymarket-ports", "--kuest-ports"].flatMap((flag) => [flag, "0,0,0"]),
];
/** Options for the specification's dialect alone; the other dialects are two thirds of the work of a start. */
export const SPEC_PORTS = [...ANY_PORTS, "--polymarket-ports", "off", "--kuest-ports", "off"];

export type Finished = { readonly code: number | null; readonly stdout: string; readonly stderr: string };

/** Takes out the lines about the steps of a start. */
export const withoutSteps = (output: string): string => output.replaceAll(/^ *[\d.]+ s {2}.+\n/gm, "");

/**
 * Takes out the steps of the start, and what an exchange logs on a machine that is busy with others: that a write of the
 * read tables took long.
 */
export const withoutSlowness = (stderr: string): string =>
  withoutSteps(stderr)
    .split("\n")
    .filter((line) => !line.includes('"event":"tables_state"'))
    .join("\n");

export type Running = {
  readonly process: ChildProcess;
  /** Output so far. */
  readonly output: { stdout: string; stderr: string };
  /** Resolves when it has ended. */
  readonly finished: Promise<Finished>;
  /** Sends a signal, with `group` to its whole process group, and waits for its end. */
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
  /** True for a process group of its own, which a Ctrl-C at the terminal does not reach. */
  readonly detached?: boolean;
  /** True to run the sources and not the bundle, where a module changes them as they are loaded. */
  readonly sources?: boolean;
  /** Path of the command of another release. */
  readonly command?: string | undefined;
};

/** Starts `presage` with these arguments; the caller must end it. */
export function launchPresage(args: readonly string[], launch: Launch = {}): Running {
  const { settings = {}, detached = false, sources = false, command = COMMAND } = launch;
  const child = spawn(process.execPath, [sources ? SOURCE : command, ...args], {
    detached,
    cwd: tmpdir(),
    env: environmentWith({ ...demoOf(args, settings), ...settings }),
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

/** The setting by which a sandbox that is started has the demo catalog and no past, unless a test asks for one. */
export function demoOf(args: readonly string[], settings: Settings = {}): Settings {
  const [command = "start"] = args;
  const production = [...args, ...Object.values(settings)].some((text) => text.endsWith("production"));
  return production || (command !== "start" && !command.startsWith("-")) ? {} : { PRESAGE_DEMO: "catalog" };
}

/** Directory of compiled modules; the one setting of this process that a command inherits. */
const COMPILED = "NODE_COMPILE_CACHE";

/** Tests count orders and trades of their own: a sandbox that they start has no traders in it unless they ask for them. */
const NO_RESIDENTS: Settings = { PRESAGE_RESIDENTS: "off" };

/** Environment of a command: this process's, with these settings in place of its own. */
export function environmentWith(settings: Settings): NodeJS.ProcessEnv {
  const own = (name: string): boolean => /^(PRESAGE_|NODE_|DATABASE_URL$)/.test(name) && name !== COMPILED;
  const inherited = Object.entries(process.env).filter(([name]) => !own(name));
  return { ...Object.fromEntries(inherited), ...NO_RESIDENTS, ...settings };
}

/**
 * Runs `presage` to its end: in a long run, and for a start, as a process of its own, otherwise in one that runs the subcommands
 * of all tests.
 */
export function runPresage(
  test: TestContext,
  args: readonly string[],
  settings: Settings = {},
): Promise<Finished> {
  const [command = "start"] = args;
  const isStart = command === "start" || command.startsWith("-");
  // Node reads its own settings when a process starts.
  const isNodes = Object.keys(settings).some((name) => name.startsWith("NODE_"));
  if (isLong() || isStart || isNodes) return spawnPresage(test, args, settings).finished;
  return runHosted(test, { args, environment: environmentWith(settings) });
}

/**
 * Runs a `presage start` that is refused: in a long run as a process of its own, otherwise where the subcommands of all
 * tests run.
 */
export const runRefusedStart = (
  test: TestContext,
  args: readonly string[],
  settings: Settings = {},
): Promise<Finished> =>
  isLong()
    ? spawnPresage(test, args, settings).finished
    : runHosted(test, { args, environment: environmentWith(settings) });

export type Started = Running & {
  readonly addresses: Addresses;
  /** Other fields of the line, as src/cli/start.ts writes them. */
  readonly details: Readonly<Record<string, unknown>>;
};

/** Starts an exchange on a data directory, on free ports of one dialect; resolves once it serves. */
export async function startPresage(
  test: TestContext,
  directory: string,
  args: readonly string[] = SPEC_PORTS,
): Promise<Started> {
  return whenStarted(spawnPresage(test, ["start", "--data-dir", directory, "--json", ...args]));
}

/** Resolves with the addresses that an exchange started with `--json` prints. */
export async function whenStarted(running: Running): Promise<Started> {
  await until(
    "the exchange has started",
    () => running.output.stdout.endsWith("\n") || running.process.exitCode !== null,
  );
  const line = JSON.parse(running.output.stdout || "{}");
  const { error, pid, dataDirectory, adminTokenFile, certificateFile, chainIds, contracts, ...addresses } =
    line;
  if (running.process.exitCode !== null || error !== undefined)
    throw new Error(error ?? running.output.stderr);
  const details = { pid, dataDirectory, adminTokenFile, certificateFile, chainIds, contracts };
  return { ...running, addresses, details };
}

export type DataDirectories = {
  /** Makes a data directory with this release's schema and no rows. */
  create(): string;
  close(): void;
};

/** Name of the variable with the data directory that test files copy; set by the global setup. */
export const SHARED_TEMPLATE_VARIABLE = "PRESAGE_TEST_DATA_TEMPLATE";

/** Makes a data directory with this release's schema and no rows in a temporary directory; the caller removes it. */
export async function createTemplateDirectory(): Promise<string> {
  const template = mkdtempSync(join(scratchRoot(), "presage-template-"));
  const server = await startEmbeddedServer({ directory: template, log: () => {}, unsynced: true });
  await updateSchema(server.url).finally(() => server.close());
  return template;
}

/** Prepares to copy one data directory, the test run's or one of its own. Close it in `after`. */
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

/** Stops the servers of exchanges that a failed test killed, with data directories in `root`. */
export function stopLeftBehind(root: string): void {
  for (const name of readdirSync(root)) {
    const pid = findServer(join(root, name));
    if (pid !== undefined) process.kill(pid, "SIGQUIT");
  }
}

/** Process id of the PostgreSQL on a data directory; `undefined` when none runs. */
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
