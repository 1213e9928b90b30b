/**
 * The services of deploy/cluster/compose.yaml without containers: each runs its command with its settings and files on a host
 * of its own. Names of hosts, and the paths that containers have, lie over those of this machine within the enclosure.
 */
import { execFile, execFileSync, spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { chownSync, cpSync, mkdirSync, openSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { until } from "../support/until.ts";
import { PYTHON, STATE } from "./enclosure.ts";
import { makeHosts } from "./host.ts";
import type { Host } from "./host.ts";

const ROOT = join(import.meta.dirname, "..", "..");
/** Copy of deploy/cluster, in which commands run. */
export const FOLDER = join(STATE, "deployed");
const PROGRAMS = join(STATE, "programs");
const PATH = `${PROGRAMS}:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin`;

type ComposedService = {
  readonly image: string;
  readonly command?: readonly string[];
  readonly environment?: Readonly<Record<string, string | number>>;
  readonly env_file?: string;
  readonly healthcheck?: { readonly test: readonly string[] };
  readonly depends_on?: readonly string[] | object;
  readonly profiles?: readonly string[];
  readonly user?: string;
};

type Running = {
  readonly name: string;
  readonly host: Host;
  readonly service: ComposedService;
  readonly env: Readonly<Record<string, string>>;
  readonly command: readonly string[];
  /** True if it is started again when it ends, as `restart` of the file says. */
  wanted: boolean;
  child: ChildProcess | undefined;
};

export type Composed = {
  /** Starts services that do not run; resolves when they are healthy. */
  start(...names: readonly string[]): Promise<void>;
  /** Stops services; throws for one that does not end with code 0, if it is Presage. */
  stop(...names: readonly string[]): Promise<void>;
  kill(name: string): Promise<void>;
  /** Runs a command in the place of a service. */
  exec(name: string, command: readonly string[]): Promise<string>;
  /** Starts a command of a service's image in its place. */
  run(name: string, args: readonly string[]): ChildProcess;
  names(): readonly string[];
  readLog(name: string): string;
};

const execute = promisify(execFile);

/** Lets commands find the paths of the images, and each other by name. */
function makePaths(hosts: readonly Host[], postgresBin: string): void {
  const run = (script: string) => execFileSync("/bin/sh", ["-ec", script]);
  run(`mkdir -p ${STATE}/etc ${STATE}/work ${STATE}/data ${STATE}/logs ${PROGRAMS} /run/secrets
    mount -t overlay etc -o lowerdir=/etc,upperdir=${STATE}/etc,workdir=${STATE}/work /etc
    mount -t tmpfs secrets /run/secrets`);
  writeFileSync("/etc/hosts", `127.0.0.1 localhost\n${hosts.map(lineOf).join("\n")}\n`);
  mkdirSync("/etc/haproxy", { recursive: true });
  const places = {
    "patroni.yml": "/etc",
    "nats.conf": "/etc",
    "haproxy.cfg": "/etc/haproxy",
    "exchange.cfg": "/etc/haproxy",
  };
  for (const [file, place] of Object.entries(places)) cpSync(join(FOLDER, file), join(place, file));
  for (const file of ["start-patroni", "make-database"]) cpSync(join(FOLDER, file), join(PROGRAMS, file));
  const python = join(PYTHON, "bin", "python3");
  const programs = {
    patroni: `${python} -m patroni`,
    patronictl: `${python} -m patroni.ctl`,
    python3: python,
    node: process.execPath,
    presage: `${process.execPath} ${join(ROOT, "bin", "presage.js")}`,
    "nats-server": join(PYTHON, "bin", "nats-server"),
    psql: join(postgresBin, "psql"),
  };
  for (const [name, command] of Object.entries(programs))
    writeFileSync(join(PROGRAMS, name), `#!/bin/sh\nexec ${command} "$@"\n`, { mode: 0o755 });
}

const lineOf = ({ name, address }: Host): string => `${address} ${name}`;

/** Copies the secrets that `make-secrets` made to where containers have them. */
function giveSecrets(): void {
  for (const name of ["superuser-password", "replication-password", "database-password"])
    cpSync(join(FOLDER, name), join("/run/secrets", name));
}

/** Reads lines of `NAME=VALUE`. */
const readVariables = (file: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    readFileSync(file, "utf8")
      .split("\n")
      .filter(Boolean)
      .map((line) => [line.slice(0, line.indexOf("=")), line.slice(line.indexOf("=") + 1)]),
  );

/** Variables of the images, with folders of each service's own. */
function imageOf({ image }: ComposedService, data: string, postgresBin: string): Record<string, string> {
  if (image === "presage") return { NODE_ENV: "production", PRESAGE_DATA_DIR: data, PRESAGE_HOST: "0.0.0.0" };
  if (image !== "presage-postgres") return {};
  return {
    PATRONI_POSTGRESQL_BIN_DIR: postgresBin,
    PATRONI_POSTGRESQL_DATA_DIR: join(data, "postgres"),
    PATRONI_POSTGRESQL_PGPASS: join(data, "pgpass"),
  };
}

/** First words of the commands of images. */
const ENTRYPOINTS: Readonly<Record<string, readonly string[]>> = {
  presage: ["presage"],
  "nats:2.12-alpine": ["nats-server"],
};

type Machine = { readonly hosts: readonly Host[]; readonly postgresBin: string };

function describe(name: string, service: ComposedService, { hosts, postgresBin }: Machine): Running {
  const host = hosts.find((one) => one.name === name);
  if (host === undefined) throw new Error(`${name} has no host`);
  // HAProxy asks a server for names all the time, and there is none here.
  const addressOf = (value: string): string =>
    service.image.startsWith("haproxy:")
      ? (hosts.find((one) => one.name === value)?.address ?? value)
      : value;
  const data = join(STATE, "data", name);
  mkdirSync(data, { recursive: true, mode: 0o700 });
  const postgres = Number(execFileSync("id", ["-u", "postgres"], { encoding: "utf8" }));
  if (service.image === "presage-postgres") chownSync(data, postgres, postgres);
  const given = Object.entries(service.environment ?? {}).map(([key, value]): [string, string] => [
    key,
    // Compose puts nothing where a variable of its own is not set.
    addressOf(String(value).replace(/^\$\{\w+:-\}$/, "")).replace(/^\/data\b/, data),
  ]);
  const env = {
    PATH,
    LANG: "C.UTF-8",
    ...imageOf(service, data, postgresBin),
    ...(service.env_file === undefined ? {} : readVariables(join(FOLDER, service.env_file))),
    ...Object.fromEntries(given),
  };
  const command = [...(ENTRYPOINTS[service.image] ?? []), ...(service.command ?? ["start-patroni"])];
  return { name, host, service, env, command, wanted: false, child: undefined };
}

function spawnAt({ name, host, service, env }: Running, command: readonly string[]): ChildProcess {
  const log = openSync(join(STATE, "logs", `${name}.log`), "a");
  const user = service.user === undefined ? [] : ["setpriv", `--reuid=${service.user}`, "--clear-groups"];
  const args = [`--net=/run/netns/${host.name}`, ...user, ...command];
  return spawn("nsenter", args, { stdio: ["ignore", log, log], env, cwd: FOLDER });
}

const RESTART_MS = 500;

function startOne(one: Running): void {
  one.wanted = true;
  const child = spawnAt(one, one.command);
  one.child = child;
  child.once("exit", () => {
    if (one.child === child) one.child = undefined;
    setTimeout(() => one.wanted && one.child === undefined && startOne(one), RESTART_MS);
  });
}

async function execAt({ host, env }: Running, command: readonly string[]): Promise<string> {
  const args = [`--net=/run/netns/${host.name}`, ...command];
  const { stdout } = await execute("nsenter", args, { env, cwd: FOLDER, timeout: 120_000 });
  return stdout;
}

async function isHealthy(one: Running): Promise<boolean> {
  const [, ...test] = one.service.healthcheck?.test ?? [];
  if (test.length === 0) return one.child !== undefined;
  return execAt(one, test).then(
    () => true,
    () => sleep(RESTART_MS, false),
  );
}

/** Describes the services of the file; all but those of a profile get a host. */
export async function compose(postgresBin: string): Promise<Composed> {
  // Users of the hosts may not enter a clone's folder.
  cpSync(join(ROOT, "deploy", "cluster"), FOLDER, { recursive: true });
  const program = "import json, sys, yaml; print(json.dumps(yaml.safe_load(open(sys.argv[1]))['services']))";
  const file = join(FOLDER, "compose.yaml");
  const text = execFileSync(join(PYTHON, "bin", "python3"), ["-c", program, file], { encoding: "utf8" });
  const services = Object.entries<ComposedService>(JSON.parse(text)).filter(
    ([, { profiles }]) => profiles === undefined,
  );
  const hosts = await makeHosts(services.map(([name]) => name));
  makePaths(hosts, postgresBin);
  const all = new Map<string, Running>();
  const get = (name: string): Running => {
    const found = all.get(name);
    if (found === undefined) throw new Error(`${name} is no service of the file`);
    return found;
  };
  const start: Composed["start"] = async (...names) => {
    if (all.size === 0) {
      giveSecrets();
      for (const [name, service] of services) all.set(name, describe(name, service, { hosts, postgresBin }));
    }
    const ones = names.map(get);
    const untilHealthy = (one: Running) => until(`${one.name} is healthy`, () => isHealthy(one));
    for (const one of ones) {
      const { depends_on: needed = [] } = one.service;
      for (const name of Array.isArray(needed) ? needed : Object.keys(needed)) await untilHealthy(get(name));
      if (one.child === undefined) startOne(one);
    }
    for (const one of ones) await untilHealthy(one);
  };
  const end = async (one: Running, signal: NodeJS.Signals): Promise<void> => {
    one.wanted = false;
    const { child } = one;
    if (child === undefined) return;
    child.kill(signal);
    const [code] = await once(child, "exit");
    if (signal === "SIGTERM" && one.service.image === "presage" && code !== 0)
      throw new Error(`${one.name} ended with code ${code}`);
  };
  return {
    start,
    stop: async (...names) => void (await Promise.all(names.map((name) => end(get(name), "SIGTERM")))),
    kill: (name) => end(get(name), "SIGKILL"),
    exec: (name, command) => execAt(get(name), command),
    run: (name, args) => spawnAt(get(name), [...(ENTRYPOINTS[get(name).service.image] ?? []), ...args]),
    names: () => services.map(([name]) => name),
    readLog: (name) => readFileSync(join(STATE, "logs", `${name}.log`), "utf8"),
  };
}
