/** Faults that an exchange on several hosts must survive under load. */
import { setTimeout as delay } from "node:timers/promises";
import { until } from "../support/until.ts";
import type { Cluster } from "./cluster.ts";
import { LEASE_MS } from "./configurations.ts";
import type { Host } from "./host.ts";
import type { Instance, Presage } from "./presage-services.ts";
import type { Load } from "./trading-clients.ts";

export type Struck = {
  readonly cluster: Cluster;
  readonly presage: Presage;
  /** Engine that led, and host whose PostgreSQL was the primary. */
  readonly leader: Instance;
  readonly primary: Host;
  readonly load: Load;
};

export type PresageFault = {
  readonly name: string;
  readonly strike: (struck: Struck) => Promise<void>;
  /** Time for which commands must have been answered before the fault is mended. */
  readonly servedMs?: number;
};

const SERVED_MS = 1_000;

/** Resolves when commands have been answered for a time after this moment. */
export async function untilServed({ answered }: Load, forMs = SERVED_MS): Promise<void> {
  const from = performance.now();
  const isAnswered = () => (answered.at(-1)?.at ?? 0) > from + forMs;
  await until("commands are answered", isAnswered);
}

const stopFor = async ({ service }: Instance, ms: number): Promise<void> => {
  service.signal("SIGSTOP");
  await delay(ms);
  service.signal("SIGCONT");
};

const kill = async ({ service }: Instance): Promise<void> => {
  service.signal("SIGKILL");
  await service.ended();
  service.start();
};

export const PRESAGE_FAULTS: readonly PresageFault[] = [
  { name: "leader killed", strike: ({ leader }) => kill(leader) },
  { name: "leader stopped for 5 s", strike: ({ leader }) => stopFor(leader, 5_000) },
  { name: "leader stopped for 60 s", strike: ({ leader }) => stopFor(leader, 60_000) },
  {
    name: "PostgreSQL of the primary killed",
    strike: ({ cluster, primary }) => cluster.kill(primary, "postgres"),
  },
  { name: "database switched over", strike: ({ cluster }) => cluster.switchover() },
  {
    name: "etcd's majority lost",
    strike: async ({ cluster, primary }) => {
      for (const host of cluster.others(primary)) await cluster.kill(host, "etcd");
    },
    servedMs: LEASE_MS,
  },
];
