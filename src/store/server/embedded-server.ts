/**
 * The real PostgreSQL bundled in the npm package, run on a directory of ours. Its server outlives a kill -9 of this
 * process. The next start adopts it, or stops it if it does not answer as expected, and never runs two. Before an
 * adopted server is used, every session of the dead process is ended: one of them may still be in the middle of a
 * commit.
 */
import { existsSync, lstatSync, readFileSync, realpathSync, symlinkSync } from "node:fs";
import { createServer } from "node:net";
import { dirname, join, relative } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { ReportStep } from "../../base/start-steps.ts";
import { openDatabase } from "../sql/database.ts";
import type { Sql } from "../sql/database.ts";
import { readOrCreateSecret, takeFileLock } from "./data-directory.ts";
import type { FileLock } from "./data-directory.ts";
import { prepareServerAccount } from "./server-account.ts";
import {
  ensureCluster,
  findServerPrograms,
  serverArguments,
  serverFingerprint,
  superuser,
} from "./server-cluster.ts";
import {
  hasShutDownItself,
  findFatalLine,
  isDiskFailure,
  markServerLog,
  readServerLog,
} from "./server-log.ts";
import type { LogMark } from "./server-log.ts";
import { findPostmaster, isPostmasterRunning, launchPostmaster, stopPostmaster } from "./server-process.ts";
import type { Launch, Postmaster } from "./server-process.ts";

// The links between the libraries of the bundled PostgreSQL, such as libicuuc.so.60 to libicuuc.so.60.2. npm packages
// contain no links: an install script makes them, if npm runs it. Otherwise the first start makes them.

/** Paths within the package. */
type Link = { readonly source: string; readonly target: string };

/** Makes the links that the package in `directory` lacks. Throws one clear sentence if this account may not write there. */
export function linkLibraries(directory: string): void {
  for (const { source, target } of listLinks(join(directory, "native", "pg-symlinks.json"))) {
    const link = join(directory, target);
    if (lstatSync(link, { throwIfNoEntry: false }) === undefined)
      makeLink(relative(dirname(target), source), link);
  }
}

const listLinks = (file: string): readonly Link[] =>
  existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : [];

function makeLink(to: string, link: string): void {
  try {
    symlinkSync(to, link);
  } catch (error) {
    // Another process may make the links at the same time.
    if (existsSync(link)) return;
    throw new Error(
      `npm did not run the install script that links PostgreSQL's libraries, and this account may not write ` +
        `${dirname(link)}: start Presage once as the owner of that folder, or allow the script and run npm rebuild`,
      { cause: error },
    );
  }
}

// Restarts a server that died: killed, crashed, or out of space. A server is not restarted if its log reports a failure
// of the disk. Its recovery would take data for durable that is in memory only; the process has to end then.

type Supervision = {
  /** Returns the process id of the server. */
  pid(): number;
  /** Stops supervision; returns once no start is running. */
  close(): Promise<void>;
};

type SupervisionOptions = {
  readonly cluster: string;
  readonly pid: number;
  /** Restarts the server at its old address, and returns its process id. */
  readonly relaunch: () => Promise<number>;
  readonly warn: (message: string) => void;
  /** Called once, if the server must not be restarted. */
  readonly onFailure: (error: Error) => void;
};

type State = SupervisionOptions & { readonly signal: AbortSignal; current: number; mark: LogMark };

const POLL_INTERVAL_MS = 100;
/** Wait for the log, ms: its own process continues to write for a moment after the server's end. */
const LOG_TIMEOUT_MS = 1_000;
const LOG_EVERY_MS = 20;
const FIRST_DELAY_MS = 100;
const MAX_DELAY_MS = 2_000;

function superviseServer(options: SupervisionOptions): Supervision {
  const stopControl = new AbortController();
  const { cluster, pid } = options;
  const state: State = {
    ...options,
    signal: stopControl.signal,
    current: pid,
    mark: markServerLog(cluster),
  };
  const watched = watch(state).catch((error: unknown) => {
    if (!stopControl.signal.aborted) throw error;
  });
  return {
    pid: () => state.current,
    close: async () => {
      stopControl.abort();
      await watched;
    },
  };
}

async function watch(state: State): Promise<void> {
  for (;;) {
    await delay(POLL_INTERVAL_MS, undefined, { signal: state.signal, ref: false });
    if (isPostmasterRunning(state.cluster, state.current)) continue;
    state.warn(`PostgreSQL (pid ${state.current}) ended by itself; it is started again`);
    const fatal = (await findCause(state)) ?? (await restart(state));
    if (fatal === undefined) continue;
    return state.onFailure(new Error(`the disk failed, and PostgreSQL is not started again: ${fatal}`));
  }
}

async function findCause({ cluster, mark, signal }: State): Promise<string | undefined> {
  const deadline = performance.now() + LOG_TIMEOUT_MS;
  for (;;) {
    const text = readServerLog(cluster, mark);
    const fatal = findFatalLine(text);
    if (fatal !== undefined || hasShutDownItself(text) || performance.now() > deadline) return fatal;
    await delay(LOG_EVERY_MS, undefined, { signal });
  }
}

/** Retries until the server runs again; returns the line of the log with the reason if it must not. */
async function restart(state: State): Promise<string | undefined> {
  for (let waitMs = FIRST_DELAY_MS; ; waitMs = Math.min(2 * waitMs, MAX_DELAY_MS)) {
    state.mark = markServerLog(state.cluster);
    try {
      state.current = await state.relaunch();
      state.warn(`started PostgreSQL again (pid ${state.current})`);
      return undefined;
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      const fatal = findFatalLine(readServerLog(state.cluster, state.mark));
      // A disk that accepts no writes accepts no log either.
      if (fatal !== undefined || isDiskFailure(why)) return fatal ?? why;
      state.warn(`PostgreSQL cannot be started again yet: ${why}`);
    }
    await delay(waitMs, undefined, { signal: state.signal });
  }
}

type EmbeddedServer = {
  /** Address of the database `presage`, as its owner, who may also create databases. */
  readonly url: string;
  /** True if the server of an earlier process was adopted. */
  readonly adopted: boolean;
  /** Disconnects every client, stops the server and waits for its exit. Later calls wait for the first. */
  close(): Promise<void>;
};

type EmbeddedServerOptions = {
  /** The data directory; all files of the server go into its `postgres/`. */
  readonly directory: string;
  readonly log: (message: string) => void;
  /** Options of supervision; if given, a server that dies is restarted at its old address. */
  readonly supervised?: Pick<SupervisionOptions, "warn" | "onFailure">;
  readonly tellStep?: ReportStep;
  /** True for a database that is made to be copied, and need not survive a power cut itself. */
  readonly unsynced?: boolean;
};

type Installation = Omit<Launch, "args"> & {
  readonly fingerprint: string;
  readonly password: string;
  readonly unsynced: boolean;
};

type RunningServer = {
  readonly postmaster: Postmaster;
  readonly adopted: boolean;
};

const DATABASE_NAME = "presage";
const PASSWORD_BYTES = 24;
const RETRY_FOR_MS = 10_000;
const RETRY_EVERY_MS = 50;
const END_SESSIONS_TIMEOUT_MS = 10_000;

/** Starts or adopts the server of `directory`. Throws one clear line if another process runs it or it fails. */
export async function startEmbeddedServer(options: EmbeddedServerOptions): Promise<EmbeddedServer> {
  const { directory, unsynced = false } = options;
  const programs = findServerPrograms();
  linkLibraries(join(dirname(programs.postgres), "../.."));
  const home = join(realpathSync(directory), "postgres");
  const cluster = join(home, "cluster");
  const account = prepareServerAccount(cluster, programs.postgres);
  const lock = takeFileLock(join(home, "lock"));
  if (lock === undefined) throw new Error(`The database in ${home} is in use by another process`);
  try {
    const password = readOrCreateSecret(home, "password", PASSWORD_BYTES);
    if (!existsSync(cluster)) options.tellStep?.("making the database");
    await ensureCluster({ cluster, password, initdb: programs.initdb, account, unsynced });
    options.tellStep?.("starting the database");
    const startLog = join(home, "start.log");
    const fingerprint = serverFingerprint(programs);
    const installation = { cluster, programs, account, startLog, fingerprint, password, unsynced };
    return await run(installation, lock, options);
  } catch (error) {
    lock.release();
    throw error;
  }
}

/** Returns true if `directory` has a database, complete or not. */
export const hasDatabase = (directory: string): boolean => existsSync(join(directory, "postgres", "cluster"));

/** Returns the URL of the server that another process runs on `directory`; `undefined` if none accepts connections. */
export function findRunningServer(directory: string): string | undefined {
  const home = join(realpathSync(directory), "postgres");
  const postmaster = findPostmaster(join(home, "cluster"));
  if (postmaster === undefined || !postmaster.ready) return undefined;
  return buildDatabaseUrl(
    DATABASE_NAME,
    readOrCreateSecret(home, "password", PASSWORD_BYTES),
    postmaster.port,
    DATABASE_NAME,
  );
}

async function run(
  installation: Installation,
  lock: FileLock,
  { log, supervised }: EmbeddedServerOptions,
): Promise<EmbeddedServer> {
  const { cluster, programs, password } = installation;
  const { postmaster, adopted } =
    (await adopt(installation, log)) ?? (await launch(installation, findFreePort));
  const { pid, port } = postmaster;
  let supervision: Supervision | undefined;
  const stop = async (): Promise<void> => {
    await supervision?.close();
    await stopPostmaster(cluster, supervision?.pid() ?? pid, programs).finally(lock.release);
  };
  try {
    await ensureDatabase(installation, port);
  } catch (error) {
    await stop();
    throw error;
  }
  log(`${adopted ? "adopted" : "started"} PostgreSQL (pid ${pid}, port ${port})`);
  const relaunch = async (): Promise<number> => (await launch(installation, async () => port)).postmaster.pid;
  if (supervised !== undefined) supervision = superviseServer({ cluster, pid, relaunch, ...supervised });
  let stopped: Promise<void> | undefined;
  return {
    url: buildDatabaseUrl(DATABASE_NAME, password, port, DATABASE_NAME),
    adopted,
    close: () => (stopped ??= stop()),
  };
}

async function adopt(
  installation: Installation,
  log: (message: string) => void,
): Promise<RunningServer | undefined> {
  const { cluster, programs } = installation;
  const postmaster = findPostmaster(cluster);
  if (postmaster === undefined) return undefined;
  if (postmaster.ready && (await takeOver(installation, postmaster.port)))
    return { postmaster, adopted: true };
  log(`stopping PostgreSQL (pid ${postmaster.pid}), left behind by an earlier process`);
  await stopPostmaster(cluster, postmaster.pid, programs);
  return undefined;
}

async function takeOver(installation: Installation, port: number): Promise<boolean> {
  try {
    return await asSuperuser(installation, port, async (sql) => {
      const [server] = await sql<{ directory: string; fingerprint: string | null }[]>`
        select
          current_setting('data_directory') as directory,
          current_setting('presage.fingerprint', true) as fingerprint`;
      if (server?.directory !== installation.cluster) return false;
      return server.fingerprint === installation.fingerprint && endOtherSessions(sql);
    });
  } catch {
    // The server that answers there is unusable; the caller stops it.
    return false;
  }
}

async function endOtherSessions(sql: Sql): Promise<boolean> {
  const sessions = await sql<{ ended: boolean }[]>`
    select pg_terminate_backend(pid, ${END_SESSIONS_TIMEOUT_MS}) as ended
    from pg_stat_activity
    where backend_type = 'client backend' and pid <> pg_backend_pid()`;
  return sessions.every((session) => session.ended);
}

// Another program can take the port between its choice and its use, and the last sessions of a server that was killed
// need a moment to notice; both are transient.
async function launch(installation: Installation, choosePort: () => Promise<number>): Promise<RunningServer> {
  const deadline = performance.now() + RETRY_FOR_MS;
  for (;;) {
    const args = serverArguments({ ...installation, port: await choosePort() });
    try {
      return { postmaster: await launchPostmaster({ ...installation, args }), adopted: false };
    } catch (error) {
      const passes = /could not bind|shared memory block .* is still in use/.test(String(error));
      if (!passes || performance.now() > deadline) throw error;
      await delay(RETRY_EVERY_MS);
    }
  }
}

async function ensureDatabase(installation: Installation, port: number): Promise<void> {
  await asSuperuser(installation, port, async (sql) => {
    const [role] = await sql`select 1 from pg_roles where rolname = ${DATABASE_NAME}`;
    const [database] = await sql`select 1 from pg_database where datname = ${DATABASE_NAME}`;
    const create = sql(DATABASE_NAME);
    // The password is hexadecimal; this statement takes no parameters.
    if (!role)
      await sql`create role ${create} login createdb password ${sql.unsafe(`'${installation.password}'`)}`;
    // Copying files is ten times as fast, but makes two checkpoints, which wait for the disk unless nothing is synced.
    const strategy = installation.unsynced ? sql`file_copy` : sql`wal_log`;
    if (!database) await sql`create database ${create} owner ${create} strategy ${strategy}`;
  });
}

async function asSuperuser<T>(
  { password }: Installation,
  port: number,
  use: (sql: Sql) => Promise<T>,
): Promise<T> {
  const url = buildDatabaseUrl(superuser, password, port, "postgres");
  const sql = openDatabase(url, { name: "presage start", maxConnections: 1, statementTimeoutMs: 60_000 });
  try {
    return await use(sql);
  } finally {
    await sql.end({ timeout: 1 });
  }
}

function buildDatabaseUrl(user: string, password: string, port: number, database: string): string {
  return `postgres://${user}:${password}@127.0.0.1:${port}/${database}`;
}

async function findFreePort(): Promise<number> {
  const server = createServer();
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  server.once("error", reject);
  server.listen(0, "127.0.0.1", () => {
    const address = server.address();
    server.close(() =>
      typeof address === "object" && address ? resolve(address.port) : reject(new Error("no port")),
    );
  });
  return promise;
}
