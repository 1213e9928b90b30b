/** Presage on the hosts of a cluster. This file alone knows how its processes are started, and which one leads. */
import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { promisify } from "node:util";
import { until } from "../support/until.ts";
import { runSql } from "./cluster.ts";
import type { Cluster } from "./cluster.ts";
import { CLUSTER, PORTS } from "./configurations.ts";
import type { Environment } from "./configurations.ts";
import { STATE } from "./enclosure.ts";
import type { Host } from "./host.ts";
import { describeService } from "./service.ts";
import type { Service } from "./service.ts";
import type { Entrances } from "./trading-clients.ts";

const COMMAND = join(import.meta.dirname, "..", "..", "bin", "presage.js");
const TRADING_PORT = 7001;
const ADMIN_PORT = 7004;

/** A process of Presage on a host. */
export type Instance = { readonly name: string; readonly host: Host; readonly service: Service };

export type Presage = {
  readonly entrances: Entrances;
  readonly engines: readonly Instance[];
  readonly gateways: readonly Instance[];
  /** Finds the engine that leads. */
  findLeader(): Promise<Instance>;
  /** Starts each process that does not run. */
  restart(): void;
  /** Resolves when all processes serve. */
  waitUntilWhole(): Promise<void>;
  /** Runs `presage verify`; throws what it finds. */
  verify(): Promise<void>;
};

const urlOf = ({ host }: Instance, port: number): string => `http://${host.address}:${port}`;

/** Starts Presage on a whole cluster; resolves when it serves. */
export async function startPresage(cluster: Cluster): Promise<Presage> {
  const primary = await cluster.waitUntilWhole();
  await runSql(cluster.superuserUrl(primary), `grant pg_monitor to ${CLUSTER}`);
  const adminToken = randomBytes(32).toString("hex");
  const shared = settingsOf(cluster, adminToken);
  const [host] = cluster.hosts;
  if (host === undefined) throw new Error("the cluster has no host");
  const instances = [describeInstance("presage", host, ["start"], shared)];
  const presage = describePresage(instances, instances, { shared, adminToken });
  presage.restart();
  await presage.waitUntilWhole();
  return presage;
}

/** Settings of all processes. */
const settingsOf = (cluster: Cluster, adminToken: string): Environment => ({
  DATABASE_URL: `postgres://${CLUSTER}:${cluster.password}@${cluster.hosts
    .map(({ address }) => `${address}:${PORTS.postgres}`)
    .join(",")}/${CLUSTER}`,
  PRESAGE_CLUSTER: CLUSTER,
  PRESAGE_MODE: "production",
  PRESAGE_MASTER_KEY: randomBytes(32).toString("hex"),
  PRESAGE_ADMIN_TOKEN: adminToken,
  PRESAGE_PUBLIC_RECORDS: "true",
  PRESAGE_RATE_LIMITS: "off",
  // An exchange that cancels by itself would do what no client asked for.
  PRESAGE_SELF_TRADE: "allow",
  PRESAGE_LOG_LEVEL: "info",
});

function describeInstance(kind: string, host: Host, args: readonly string[], shared: Environment): Instance {
  const name = `${kind}-${host.name}`;
  const service = describeService({
    host,
    user: "root",
    command: [process.execPath, COMMAND, ...args],
    logFile: join(STATE, "logs", `${name}.log`),
    env: {
      ...shared,
      PRESAGE_HOST: host.address,
      PRESAGE_ADMIN_HOST: host.address,
      PRESAGE_DATA_DIR: join(STATE, name),
    },
  });
  return { name, host, service };
}

/** True if a process serves. */
async function isReady(instance: Instance, port: number): Promise<boolean> {
  const url = `${urlOf(instance, port)}/health/ready`;
  const answer = await fetch(url, { signal: AbortSignal.timeout(1_000) }).catch(() => undefined);
  await answer?.body?.cancel();
  return answer?.status === 200;
}

function describePresage(
  engines: readonly Instance[],
  gateways: readonly Instance[],
  { shared, adminToken }: { readonly shared: Environment; readonly adminToken: string },
): Presage {
  const all = new Set([...engines, ...gateways]);
  return {
    entrances: {
      trading: gateways.map((gateway) => urlOf(gateway, TRADING_PORT)),
      operators: engines.map((engine) => urlOf(engine, ADMIN_PORT)),
      adminToken,
    },
    engines,
    gateways,
    async findLeader() {
      const [leader] = engines;
      if (leader === undefined) throw new Error("no engine leads");
      return leader;
    },
    restart() {
      for (const { service } of all) if (!service.isRunning()) service.start();
    },
    async waitUntilWhole() {
      for (const { name, service } of all)
        if (!service.isRunning()) throw new Error(`${name} has ended: ${service.readLog().slice(-2_000)}`);
      for (const one of gateways) await until(`${one.name} serves`, () => isReady(one, TRADING_PORT));
    },
    async verify() {
      const env = { PATH: "/usr/bin:/bin", ...shared, PRESAGE_DATA_DIR: join(STATE, "verify") };
      await promisify(execFile)(process.execPath, [COMMAND, "verify"], { env, maxBuffer: 64 * 1024 ** 2 });
    },
  };
}
