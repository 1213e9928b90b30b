/**
 * Presage on the hosts of a cluster: an engine on two of them, and a gateway on each. This file alone knows how its
 * processes are started, and which engine leads.
 */
import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";
import { Client } from "pg";
import { WRITER_LOCK } from "../../src/store/journal/writer-session.ts";
import { until } from "../support/until.ts";
import { setClock } from "./cluster.ts";
import type { Cluster } from "./cluster.ts";
import { CLUSTER, PORTS } from "./configurations.ts";
import type { Environment } from "./configurations.ts";
import { STATE } from "./enclosure.ts";
import { makeExchangeSettings } from "./exchange-settings.ts";
import type { Host } from "./host.ts";
import { describeService } from "./service.ts";
import type { Service } from "./service.ts";
import type { Entrances } from "./trading-clients.ts";

const COMMAND = join(import.meta.dirname, "..", "..", "bin", "presage.js");
const ENGINES = 2;
const TRADING_PORT = 7001;
/** Ports of the operators at an engine and at a gateway, which are on one host. */
const ADMIN_PORTS = { engine: 7004, gateway: 7005, start: 7004 } as const;

/** A process of Presage on a host. */
export type Instance = {
  readonly name: string;
  readonly host: Host;
  readonly service: Service;
  /** Address of its interface for clients or operators. */
  readonly url: string;
};

export type Presage = {
  readonly entrances: Entrances;
  readonly engines: readonly Instance[];
  readonly gateways: readonly Instance[];
  /** Finds the engine that leads. */
  findLeader(): Promise<Instance>;
  /** Starts a process whose clock is ahead, or behind by a negative number of seconds. */
  startAhead(instance: Instance, seconds: number): void;
  /** Resolves when an engine waits for the lead. */
  waitUntilFollows(engine: Instance): Promise<void>;
  /** Starts each process that has ended, as a supervisor does; resolves when all serve. */
  waitUntilWhole(): Promise<void>;
  /** Has the engine that leads hand over to another one. */
  handOver(): Promise<void>;
  /** Runs `presage verify`; throws what it finds. */
  verify(): Promise<void>;
};

export type PresageOptions = {
  /** Library that gives a process another time of day. */
  readonly datefudge: string;
  /** True for a control: one process on the primary's host, which is told of no cluster and trusts each commit. */
  readonly alone?: true;
};

/** Starts Presage on a whole cluster; resolves when it serves. */
export async function startPresage(cluster: Cluster, { datefudge, alone }: PresageOptions): Promise<Presage> {
  const primary = await cluster.waitUntilWhole();
  const adminToken = randomBytes(32).toString("hex");
  const shared: Environment = {
    ...settingsOf(cluster, adminToken),
    ...(alone !== true && { NATS_URL: cluster.natsUrls, PRESAGE_CLUSTER: CLUSTER }),
  };
  const describe = (kind: Kind, port: number) => (host: Host) => describeInstance(kind, host, port, shared);
  const engines =
    alone === true
      ? [describe("start", ADMIN_PORTS.start)(primary)]
      : cluster.hosts.slice(0, ENGINES).map(describe("engine", ADMIN_PORTS.engine));
  const gateways =
    alone === true
      ? engines.map((one) => ({ ...one, url: urlOf(one.host, TRADING_PORT) }))
      : cluster.hosts.map(describe("gateway", TRADING_PORT));
  const entrances: Entrances = {
    trading: gateways.map(({ url }) => url),
    operators: [
      ...engines.map(({ url }) => url),
      ...(alone === true ? [] : gateways.map(({ host }) => urlOf(host, ADMIN_PORTS.gateway))),
    ],
    adminToken,
  };
  const presage = describePresage({ cluster, entrances, engines, gateways, shared, datefudge });
  await presage.waitUntilWhole();
  return presage;
}

/** Settings of all processes. */
const settingsOf = (cluster: Cluster, adminToken: string): Environment => {
  const hosts = cluster.hosts.map(({ address }) => `${address}:${PORTS.postgres}`).join(",");
  const url = `postgres://${CLUSTER}:${cluster.password}@${hosts}/${CLUSTER}`;
  return { ...makeExchangeSettings(url, adminToken), PRESAGE_LOG_LEVEL: "info" };
};

/** Subcommand of a process. */
type Kind = "engine" | "gateway" | "start";

const urlOf = ({ address }: Host, port: number): string => `http://${address}:${port}`;

function describeInstance(kind: Kind, host: Host, port: number, shared: Environment): Instance {
  const name = `${kind}-${host.name}`;
  const service = describeService({
    host,
    user: "root",
    command: [process.execPath, COMMAND, kind],
    logFile: join(STATE, "logs", `${name}.log`),
    env: {
      ...shared,
      PRESAGE_HOST: host.address,
      PRESAGE_ADMIN_HOST: host.address,
      PRESAGE_ADMIN_PORT: String(ADMIN_PORTS[kind]),
      PRESAGE_DATA_DIR: join(STATE, name),
    },
  });
  return { name, host, service, url: urlOf(host, port) };
}

const READY_MS = 1_000;
/** Time for which a whole exchange must have stayed so. */
const SETTLED_MS = 700;

/** True if a process serves. */
async function isReady({ url }: Instance): Promise<boolean> {
  const answer = await fetch(`${url}/health/ready`, { signal: AbortSignal.timeout(READY_MS) }).catch(
    () => undefined,
  );
  await answer?.body?.cancel();
  return answer?.status === 200;
}

type Writer = { readonly address: string; readonly leads: boolean };

/** Lists the hosts whose engines have the writer's lock or wait for it, as the database sees them. */
async function listWriters(url: string): Promise<readonly Writer[]> {
  const client = new Client({ connectionString: url });
  client.on("error", () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<Writer>(
      `select host(client_addr) as address, granted as leads from pg_locks join pg_stat_activity using (pid)
       where locktype = 'advisory' and (classid::bigint << 32) + objid::bigint = $1`,
      [WRITER_LOCK],
    );
    return rows;
  } catch {
    return [];
  } finally {
    await client.end();
  }
}

type Parts = Pick<Presage, "entrances" | "engines" | "gateways"> & {
  readonly cluster: Cluster;
  readonly shared: Environment;
  readonly datefudge: string;
};

function describePresage({ cluster, entrances, engines, gateways, shared, datefudge }: Parts): Presage {
  const run = (...args: readonly string[]) =>
    promisify(execFile)(process.execPath, [COMMAND, ...args], {
      env: { PATH: "/usr/bin:/bin", ...shared, PRESAGE_DATA_DIR: join(STATE, "commands") },
      maxBuffer: 64 * 1024 ** 2,
    });
  const findWriters = () => listWriters(cluster.primaryUrl);
  const findLeader = async () => {
    let leader: Instance | undefined;
    await until("an engine leads", async () => {
      const address = (await findWriters()).find(({ leads }) => leads)?.address;
      leader = engines.find(({ host }) => host.address === address);
      return leader !== undefined;
    });
    if (leader === undefined) throw new Error("no engine leads");
    return leader;
  };
  /** An engine that follows serves nobody, and waits for the lock. */
  const isWhole = async () => {
    const addresses = new Set((await findWriters()).map(({ address }) => address));
    const ready = await Promise.all(gateways.map(isReady));
    return engines.every(({ host }) => addresses.has(host.address)) && ready.every(Boolean);
  };
  return {
    entrances,
    engines,
    gateways,
    findLeader,
    startAhead: ({ service }, seconds) => service.start(setClock(datefudge, seconds)),
    waitUntilFollows: ({ name, host }) =>
      until(`${name} waits for the lead`, async () =>
        (await findWriters()).some(({ address, leads }) => address === host.address && !leads),
      ),
    async waitUntilWhole() {
      const instances = [...engines, ...gateways];
      const startMissing = (): number => {
        const missing = new Set(instances.map(({ service }) => service).filter((one) => !one.isRunning()));
        for (const service of missing) service.start();
        return missing.size;
      };
      // An engine that is about to hear its successor still counts as one that waits.
      do {
        await until("engines and gateways serve", () => {
          startMissing();
          return isWhole();
        });
        await delay(SETTLED_MS);
      } while (startMissing() > 0 || !(await isWhole()));
    },
    async handOver() {
      const { url } = await findLeader();
      await run("engine", "hand-over", "--url", url, "--reason", "a planned hand-over");
    },
    async verify() {
      await run("verify");
    },
  };
}
