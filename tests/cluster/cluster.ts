/**
 * A cluster of real parts on three hosts: etcd, PostgreSQL under Patroni and NATS on each, HAProxy on the test's own. It runs
 * within an enclosure. Faults of processes and of the network are functions of it.
 */
import { randomBytes } from "node:crypto";
import { chmodSync, chownSync, cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Client } from "pg";
import { until } from "../support/until.ts";
import {
  CLUSTER,
  DEPLOYED_FILES,
  etcdOptions,
  HAPROXY_PORTS,
  haproxyEnvironment,
  natsOptions,
  patroniEnvironment,
  PORTS,
  SUPERUSER,
} from "./configurations.ts";
import type { Environment } from "./configurations.ts";
import { PYTHON, STATE } from "./enclosure.ts";
import { healNetwork, listProcesses, makeHosts, removeHosts, signal } from "./host.ts";
import type { Host } from "./host.ts";
import type { Parts } from "./parts.ts";
import { describeService, SHELL_PATH } from "./service.ts";
import type { Service, ServiceDescription } from "./service.ts";

const HOST_NAMES = ["h1", "h2", "h3"];

export type ServiceName = "etcd" | "patroni" | "nats";
const SERVICE_NAMES: readonly ServiceName[] = ["etcd", "nats", "patroni"];

/** Programs on a host; PostgreSQL is started by Patroni and outlives it. */
export type Program = ServiceName | "postgres";

/** Names of processes of each program. */
const PROCESS_NAMES: Readonly<Record<Program, string>> = {
  etcd: "etcd",
  patroni: "python3",
  nats: "nats-server",
  postgres: "postgres",
};

/** A member as Patroni tells of it. */
export type Member = {
  readonly name: string;
  readonly role: string;
  readonly state: string;
  readonly timeline?: number;
  readonly lag?: number | string;
};

export type Cluster = {
  readonly hosts: readonly Host[];
  /** Password of `CLUSTER` and of PostgreSQL's superuser. */
  readonly password: string;
  /** Address of the primary's database by HAProxy. */
  readonly primaryUrl: string;
  /** Address of a replica's database by HAProxy. */
  readonly replicaUrl: string;
  /** Addresses of the servers of NATS, with a comma between two. */
  readonly natsUrls: string;
  /** Addresses of the database on a host. */
  databaseUrl(host: Host): string;
  /** Address of the database on a host for PostgreSQL's superuser. */
  superuserUrl(host: Host): string;
  service(host: Host, name: ServiceName): Service;
  /** Hosts but this one. */
  others(host: Host): readonly Host[];
  /** Finds the host whose Patroni says that it leads; with two that say so, the first. */
  findPrimary(): Promise<Host | undefined>;
  /** Resolves with a primary that is none of these hosts. */
  waitForPrimary(...but: readonly Host[]): Promise<Host>;
  /** Resolves when one member leads and the others follow it, all on one timeline. */
  waitUntilWhole(): Promise<Host>;
  /** Kills processes on a host at once, all without a program's name. */
  kill(host: Host, program?: Program): Promise<void>;
  /** Stops processes on a host without ending them. */
  freeze(host: Host, program?: Program): Promise<void>;
  thaw(host: Host, program?: Program): Promise<void>;
  /** Starts each service of a host that does not run, or only one. */
  restart(host: Host, name?: ServiceName): void;
  /** Lets all packets pass, continues all that is stopped, and starts all that does not run. */
  mend(): Promise<void>;
  /** Hands the lead over as planned: to a host, or to the one that Patroni chooses. */
  switchover(to?: Host): Promise<void>;
  /** Changes settings that members share. */
  configure(settings: object): Promise<void>;
  /** Reads the log of a service, or of HAProxy. */
  readLog(host: Host | undefined, name?: ServiceName): string;
  close(): Promise<void>;
};

/** Most time that a request to Patroni takes; one that is frozen gives no answer. */
const REQUEST_MS = 1_000;

const patroniUrl = ({ address }: Host, path: string): string => `http://${address}:${PORTS.patroni}${path}`;

type Answer = { readonly ok: boolean; readonly status: number; readonly text: string };

/** Asks Patroni on a host; `undefined` where it does not answer. */
export async function askPatroni(host: Host, path: string): Promise<Answer | undefined> {
  try {
    const answer = await fetch(patroniUrl(host, path), { signal: AbortSignal.timeout(REQUEST_MS) });
    return { ok: answer.ok, status: answer.status, text: await answer.text() };
  } catch {
    return undefined;
  }
}

/** Lists the members as Patroni on a host tells of them; none where it does not answer. */
export async function listMembers(host: Host): Promise<readonly Member[]> {
  const answer = await askPatroni(host, "/cluster");
  return answer?.ok === true ? (JSON.parse(answer.text) as { members: Member[] }).members : [];
}

/** True if one member leads and the others follow it as standbys of the quorum. */
function isWhole(members: readonly Member[], count: number): boolean {
  const roles = members.map(({ role, state }) => `${role} ${state}`).toSorted();
  const wanted = ["leader running", ...Array.from({ length: count - 1 }, () => "quorum_standby streaming")];
  return (
    JSON.stringify(roles) === JSON.stringify(wanted) &&
    new Set(members.map(({ timeline }) => timeline)).size === 1
  );
}

/**
 * True if a member goes on without etcd, did so less than a lease ago, or does not answer. A replica that vouched for its primary takes no free
 * lease for as long, so that a primary that dies then is not replaced.
 */
async function isFailsafe(hosts: readonly Host[]): Promise<boolean> {
  const answers = await Promise.all(hosts.map((host) => askPatroni(host, "/patroni")));
  return answers.some((answer) => {
    const state = answer && (JSON.parse(answer.text) as Record<string, unknown>);
    return state === undefined || state["failsafe_mode_is_active"] === true;
  });
}

type Services = ReadonlyMap<string, Service>;

const keyOf = ({ name }: Host, service: ServiceName): string => `${service}-${name}`;

/** Makes the folders of a host's services and describes them. */
function describeServices(
  hosts: readonly Host[],
  { postgres: bin, datefudge }: Parts,
  password: string,
  clocks: Readonly<Record<string, number>>,
): Services {
  const services = new Map<string, Service>();
  const add = (
    host: Host,
    name: ServiceName,
    description: Pick<ServiceDescription, "user" | "command" | "env">,
  ) => {
    const logFile = join(STATE, "logs", `${keyOf(host, name)}.log`);
    services.set(keyOf(host, name), describeService({ host, logFile, ...description }));
  };
  for (const host of hosts) {
    const folder = makeFolder(host.name, "nobody");
    const etcd = ["etcd", ...etcdOptions(host, hosts, join(folder, "etcd"))] as const;
    add(host, "etcd", { user: "nobody", command: etcd });
    const nats = [join(PYTHON, "bin", "nats-server"), "--config", deployed("nats.conf")] as const;
    add(host, "nats", { user: "nobody", command: [...nats, ...natsOptions(host, hosts)] });
    const paths = { folder: makeFolder(join(host.name, "patroni"), "postgres"), bin };
    add(host, "patroni", {
      user: "postgres",
      command: [join(PYTHON, "bin", "python3"), "-m", "patroni", deployed("patroni.yml")],
      env: {
        ...patroniEnvironment(host, hosts, paths, password),
        // Patroni runs make-database.
        PATH: `${STATE}:${bin}:${SHELL_PATH}`,
        ...setClock(datefudge, clocks[host.name] ?? 0),
      },
    });
  }
  return services;
}

/** Path of a file of deploy/cluster, copied to where every user may read it. */
const deployed = (file: string): string => join(STATE, file);

/** Variables that give a program and its children another time of day. Those of Go do not ask the C library for it. */
export const setClock = (library: string, secondsAhead: number): Environment =>
  secondsAhead === 0 ? {} : { LD_PRELOAD: library, DATEFUDGE: String(-secondsAhead) };

function makeFolder(name: string, user: ServiceDescription["user"]): string {
  const folder = join(STATE, name);
  mkdirSync(folder, { recursive: true });
  const entry = readFileSync("/etc/passwd", "utf8")
    .split("\n")
    .find((line) => line.startsWith(`${user}:`));
  const [, , uid = "", gid = ""] = entry?.split(":") ?? [];
  chownSync(folder, Number(uid), Number(gid));
  chmodSync(folder, user === "postgres" ? 0o700 : 0o755);
  return folder;
}

function startHaproxy(hosts: readonly Host[]): Service {
  const service = describeService({
    host: undefined,
    user: "nobody",
    command: ["haproxy", "-db", "-f", deployed("haproxy.cfg")],
    env: haproxyEnvironment(hosts),
    logFile: join(STATE, "logs", "haproxy.log"),
  });
  service.start();
  return service;
}

/** Copies the logs of all programs into a folder, also of a cluster that did not start. */
export const copyLogs = (folder: string): void => cpSync(join(STATE, "logs"), folder, { recursive: true });

/** Runs statements at an address. */
export async function runSql(url: string, ...statements: readonly string[]): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

export type ClusterOptions = {
  /** Seconds that the clock of a host is ahead; negative ones are behind. */
  readonly clocks?: Readonly<Record<string, number>>;
};

/** Starts a cluster; resolves when it is whole and each member has the database of `CLUSTER`. */
export async function startCluster(parts: Parts, { clocks = {} }: ClusterOptions = {}): Promise<Cluster> {
  const hosts = await makeHosts(HOST_NAMES);
  mkdirSync(join(STATE, "logs"), { recursive: true });
  for (const [file, text] of DEPLOYED_FILES) writeFileSync(deployed(file), text, { mode: 0o755 });
  const password = randomBytes(16).toString("hex");
  const services = describeServices(hosts, parts, password, clocks);
  for (const service of services.values()) service.start();
  const cluster = describeCluster(hosts, services, startHaproxy(hosts), password);
  await cluster.waitUntilWhole();
  for (const host of hosts)
    await until(`${host.name} has the database`, () =>
      runSql(cluster.databaseUrl(host)).then(
        () => true,
        () => false,
      ),
    );
  return cluster;
}

const databaseUrl = (host: string, port: number, user: string, database: string, password: string): string =>
  `postgres://${user}:${password}@${host}:${port}/${database}`;

function describeCluster(
  hosts: readonly Host[],
  services: Services,
  haproxy: Service,
  password: string,
): Cluster {
  const url = (address: string, port: number) => databaseUrl(address, port, CLUSTER, CLUSTER, password);
  const service: Cluster["service"] = (host, name) => {
    const found = services.get(keyOf(host, name));
    if (found === undefined) throw new Error(`no ${name} on ${host.name}`);
    return found;
  };
  const processes = (host: Host, program?: Program) =>
    listProcesses(host, program === undefined ? undefined : PROCESS_NAMES[program]);
  const findPrimary = async () => {
    const answers = await Promise.all(hosts.map((host) => askPatroni(host, "/primary")));
    return hosts.find((_, index) => answers[index]?.ok === true);
  };
  const restart: Cluster["restart"] = (host, name) => {
    for (const one of name === undefined ? SERVICE_NAMES : [name])
      if (!service(host, one).isRunning()) service(host, one).start();
  };
  return {
    hosts,
    password,
    primaryUrl: url("127.0.0.1", HAPROXY_PORTS.primary),
    replicaUrl: url("127.0.0.1", HAPROXY_PORTS.replicas),
    natsUrls: hosts.map(({ address }) => `nats://${address}:${PORTS.nats}`).join(","),
    databaseUrl: ({ address }) => url(address, PORTS.postgres),
    superuserUrl: ({ address }) => databaseUrl(address, PORTS.postgres, SUPERUSER, CLUSTER, password),
    service,
    others: (host) => hosts.filter(({ name }) => name !== host.name),
    findPrimary,
    async waitForPrimary(...but) {
      let primary: Host | undefined;
      await until("another host leads", async () => {
        primary = await findPrimary();
        return primary !== undefined && !but.includes(primary);
      });
      if (primary === undefined) throw new Error("no host leads");
      return primary;
    },
    async waitUntilWhole() {
      let views: (readonly Member[])[] = [];
      let leader: Host | undefined;
      await until("one member leads and the others follow", async () => {
        // A member that was cut off or stopped tells of the past until it reads etcd again: all must say the same.
        views = await Promise.all(hosts.map(listMembers));
        const leaders = new Set(views.map((view) => view.find(({ role }) => role === "leader")?.name));
        leader = hosts.find(({ name }) => leaders.has(name));
        const whole = leaders.size === 1 && views.every((view) => isWhole(view, hosts.length));
        // What etcd last said outlives a leader that stepped down without etcd: it must say itself that it leads.
        return whole && leader === (await findPrimary()) && !(await isFailsafe(hosts));
      }).catch((error: unknown) => {
        throw new Error(`members: ${JSON.stringify(views)}`, { cause: error });
      });
      if (leader === undefined) throw new Error("the leader is no host");
      return leader;
    },
    async kill(host, program) {
      const pids = await processes(host, program);
      if (pids.length === 0) throw new Error(`nothing runs on ${host.name}`);
      signal(pids, "SIGKILL");
      for (const name of SERVICE_NAMES)
        if (program === undefined || program === name) await service(host, name).ended();
    },
    freeze: async (host, program) => signal(await processes(host, program), "SIGSTOP"),
    thaw: async (host, program) => signal(await processes(host, program), "SIGCONT"),
    restart,
    async mend() {
      for (const host of hosts) {
        await healNetwork(host);
        signal(await processes(host), "SIGCONT");
        restart(host);
      }
    },
    async switchover(to) {
      const from = await findPrimary();
      const asked = { leader: from?.name, candidate: to?.name };
      await sendPatroni(hosts, "POST", "/switchover", asked);
    },
    configure: (settings) => sendPatroni(hosts, "PATCH", "/config", settings),
    readLog: (host, name) =>
      host === undefined || name === undefined ? haproxy.readLog() : service(host, name).readLog(),
    async close() {
      haproxy.signal("SIGKILL");
      await haproxy.ended();
      for (const host of hosts) {
        // Patroni starts PostgreSQL again as long as it runs: all processes go at once.
        await until("no process is left", async () => {
          const pids = await processes(host);
          signal(pids, "SIGKILL");
          return pids.length === 0;
        });
      }
      await Promise.all([...services.values()].map((one) => one.ended()));
      await removeHosts(hosts);
      rmSync(STATE, { recursive: true });
      mkdirSync(STATE);
    },
  };
}

/** Most time of a switch of the leader, of which Patroni answers at its end. */
const SWITCH_MS = 60_000;
/** Answer of a Patroni whose copy of the settings is old: the same request is sent again. */
const CONFLICT = 409;

/** Sends a request that changes the cluster to the first Patroni that answers; throws a refusal. */
async function sendPatroni(
  hosts: readonly Host[],
  method: string,
  path: string,
  body: object,
): Promise<void> {
  const alive = await Promise.all(hosts.map((host) => askPatroni(host, "/liveness")));
  const host = hosts.find((_, index) => alive[index]?.ok === true);
  if (host === undefined) throw new Error("no Patroni answers");
  await until(`${method} ${path} is taken`, async () => {
    const signalled = AbortSignal.timeout(SWITCH_MS);
    const answer = await fetch(patroniUrl(host, path), {
      method,
      body: JSON.stringify(body),
      signal: signalled,
    });
    if (!answer.ok && answer.status !== CONFLICT)
      throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return answer.ok;
  });
}
