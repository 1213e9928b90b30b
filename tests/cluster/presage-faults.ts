/** Faults that an exchange on several hosts must survive under load. */
import { setTimeout as delay } from "node:timers/promises";
import { Client } from "pg";
import { until } from "../support/until.ts";
import type { Cluster } from "./cluster.ts";
import { LEASE_MS, PORTS } from "./configurations.ts";
import { cutOff, cutPort } from "./host.ts";
import type { Host } from "./host.ts";
import type { Instance, Presage } from "./presage-services.ts";
import type { Load } from "./trading-clients.ts";

export type Struck = {
  readonly cluster: Cluster;
  readonly presage: Presage;
  /** Engine that leads, and the one that follows. */
  readonly leader: Instance;
  readonly follower: Instance;
  /** Host whose PostgreSQL is the primary. */
  readonly primary: Host;
  readonly load: Load;
};

export type PresageFault = {
  readonly name: string;
  /** Place of the primary before the fault; by default any host. */
  readonly primary?: "with the leader" | "elsewhere";
  readonly strike: (struck: Struck) => Promise<void>;
  /** True if nothing need be answered before the fault is mended. */
  readonly closed?: true;
  /** Time for which commands must have been answered before the fault is mended. */
  readonly servedMs?: number;
};

const SERVED_MS = 1_000;
/** Time after which a part of the cluster that is cut off has been noticed. */
const NOTICED_MS = 8_000;
/** Less than the ten seconds by which a client's time may be ahead of the exchange's. */
const CLOCK_SECONDS = 8;

/** Resolves when commands have been answered for a time after this moment. */
export async function untilServed({ answered }: Load, forMs = SERVED_MS): Promise<void> {
  const from = performance.now();
  await until("commands are answered", () => (answered.at(-1)?.at ?? 0) > from + forMs);
}

const stopFor = async ({ service }: Instance, ms: number): Promise<void> => {
  service.signal("SIGSTOP");
  await delay(ms);
  service.signal("SIGCONT");
};

const end = async ({ service }: Instance, signal: NodeJS.Signals): Promise<void> => {
  service.signal(signal);
  await service.ended();
};

/** Kills the leader when the follower's clock is apart, and ends the new leader later. */
async function killWithClocksApart(
  { presage, leader, follower, load }: Struck,
  seconds: number,
): Promise<void> {
  await end(follower, "SIGTERM");
  presage.startAhead(follower, seconds);
  await presage.waitUntilFollows(follower);
  await untilServed(load);
  await end(leader, "SIGKILL");
  await untilServed(load);
  leader.service.start();
  await presage.waitUntilFollows(leader);
  await end(follower, "SIGKILL");
}

const CANCEL_MS = 3_000;
const CANCEL_EVERY_MS = 10;

/** Cuts the primary off, and cancels each wait for a standby there, so that its commits return without one. */
async function cancelWaits({ cluster, primary }: Struck): Promise<void> {
  const client = new Client({ connectionString: cluster.superuserUrl(primary) });
  await client.connect();
  await cutOff(primary, cluster.others(primary));
  const cancelUntil = performance.now() + CANCEL_MS;
  while (performance.now() < cancelUntil) {
    await client.query("select pg_cancel_backend(pid) from pg_stat_activity where wait_event = 'SyncRep'");
    await delay(CANCEL_EVERY_MS);
  }
  await client.end();
  await cluster.waitForPrimary(primary);
}

/** The fault that an exchange without a cluster's name does not survive. */
export const CANCELLED_WAITS: PresageFault = {
  name: "waits for standbys cancelled at a primary that is cut off",
  primary: "with the leader",
  strike: cancelWaits,
  closed: true,
};

/** The gateway on no engine's host, or the last one. */
const lastGateway = ({ presage }: Struck): Instance => {
  const gateway = presage.gateways.at(-1);
  if (gateway === undefined) throw new Error("there is no gateway");
  return gateway;
};

export const PRESAGE_FAULTS: readonly PresageFault[] = [
  { name: "leader killed", strike: ({ leader }) => end(leader, "SIGKILL") },
  { name: "leader stopped for 5 s", strike: ({ leader }) => stopFor(leader, 5_000) },
  { name: "leader stopped for 60 s", strike: ({ leader }) => stopFor(leader, 60_000) },
  {
    name: "leader's host killed",
    primary: "elsewhere",
    strike: ({ cluster, leader }) => cluster.kill(leader.host),
  },
  {
    name: "leader's host killed, with the primary",
    primary: "with the leader",
    strike: ({ cluster, leader }) => cluster.kill(leader.host),
  },
  {
    name: "leader's host cut off",
    primary: "elsewhere",
    strike: ({ cluster, leader }) => cutOff(leader.host, cluster.others(leader.host)),
    servedMs: NOTICED_MS,
  },
  {
    name: "leader's host cut off, with the primary",
    primary: "with the leader",
    strike: ({ cluster, leader }) => cutOff(leader.host, cluster.others(leader.host)),
    servedMs: NOTICED_MS,
  },
  {
    name: "leader cut off from the database",
    strike: ({ leader }) => cutPort(leader.host, PORTS.postgres),
    servedMs: NOTICED_MS,
  },
  {
    name: "leader cut off from NATS",
    strike: ({ leader }) => cutPort(leader.host, PORTS.nats),
    servedMs: NOTICED_MS,
  },
  {
    name: "leader cut off from the database and NATS",
    strike: async ({ leader }) => {
      await cutPort(leader.host, PORTS.postgres);
      await cutPort(leader.host, PORTS.nats);
    },
    servedMs: NOTICED_MS,
  },
  { name: "leader handed over", strike: ({ presage }) => presage.handOver() },
  { name: "leader ended by SIGTERM", strike: ({ leader }) => end(leader, "SIGTERM") },
  { name: "follower killed", strike: ({ follower }) => end(follower, "SIGKILL") },
  {
    name: "leader killed, the next one's clock ahead",
    strike: (struck) => killWithClocksApart(struck, CLOCK_SECONDS),
  },
  {
    name: "leader killed, the next one's clock behind",
    strike: (struck) => killWithClocksApart(struck, -CLOCK_SECONDS),
  },
  { name: "gateway killed", strike: (struck) => end(lastGateway(struck), "SIGKILL") },
  { name: "gateway ended by SIGTERM", strike: (struck) => end(lastGateway(struck), "SIGTERM") },
  {
    name: "PostgreSQL of the primary killed",
    strike: ({ cluster, primary }) => cluster.kill(primary, "postgres"),
  },
  { name: "database switched over", strike: ({ cluster }) => cluster.switchover() },
  {
    name: "NATS killed on the leader's host",
    strike: ({ cluster, leader }) => cluster.kill(leader.host, "nats"),
    servedMs: NOTICED_MS,
  },
  {
    name: "etcd's majority killed",
    strike: async ({ cluster, primary }) => {
      for (const host of cluster.others(primary)) await cluster.kill(host, "etcd");
    },
    servedMs: LEASE_MS,
  },
  CANCELLED_WAITS,
];
