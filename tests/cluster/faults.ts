/** Faults that the cluster must survive, each with the event that ends the wait before it is mended. */
import { until } from "../support/until.ts";
import { askPatroni } from "./cluster.ts";
import type { Cluster } from "./cluster.ts";
import { LEASE_MS, PORTS } from "./configurations.ts";
import { cutOff, cutOneWay, cutPort } from "./host.ts";
import type { Host } from "./host.ts";
import { reaches } from "./nats.ts";
import { WRITERS } from "./numbered-rows.ts";
import type { Writers } from "./numbered-rows.ts";

export type Struck = { readonly cluster: Cluster; readonly primary: Host; readonly writers: Writers };

export type Fault = {
  readonly name: string;
  /** Value of failsafe_mode during the fault, if not the deployed one. */
  readonly failsafe?: false;
  readonly strike: (struck: Struck) => Promise<void>;
  /** Resolves when the fault has had its effect and is to be mended. */
  readonly effect: (struck: Struck) => Promise<void>;
  /** `moves`: another host leads. `stays`: the same does. `closed`: no row is acknowledged before the fault is mended. */
  readonly outcome: "moves" | "stays" | "closed";
};

/** Waits for an acknowledgement of another host than the former primary. */
const untilMoved = ({ writers, primary }: Struck): Promise<void> =>
  until("another host acknowledges rows", () => writers.acknowledged.at(-1)?.server !== primary.address);

/** Waits until rows were acknowledged for some time after this moment. */
async function untilServed({ writers }: Struck, forMs: number): Promise<void> {
  const from = performance.now();
  await until("rows are acknowledged", () => (writers.acknowledged.at(-1)?.at ?? 0) > from + forMs);
}

/** Waits until each writer has failed. */
export async function untilRefused({ writers }: Struck): Promise<void> {
  const before = writers.countFailures();
  await until("each writer has failed", () => writers.countFailures() >= before + WRITERS);
}

/** Waits until Patroni on the former primary says that it does not lead, and no other says that it does. */
const untilSteppedDown = ({ cluster, primary }: Struck): Promise<void> =>
  until(
    "the primary steps down",
    async () =>
      (await askPatroni(primary, "/primary"))?.status === 503 && (await cluster.findPrimary()) === undefined,
  );

/** Short time in which a fault without effect would show one. */
const SERVED_MS = 5_000;

/** Finds the host whose etcd leads. */
async function findEtcdLeader(hosts: readonly Host[]): Promise<Host> {
  for (const host of hosts) {
    const answer = await fetch(`http://${host.address}:${PORTS.etcd}/v3/maintenance/status`, {
      method: "POST",
      body: "{}",
    });
    const { header, leader } = (await answer.json()) as { header: { member_id: string }; leader: string };
    if (header.member_id === leader) return host;
  }
  throw new Error("no etcd leads");
}

/** Kills etcd on two hosts, so that the third has no majority. */
const killMajority = async ({ cluster, primary }: Struck): Promise<void> => {
  for (const host of cluster.others(primary)) await cluster.kill(host, "etcd");
};

export const FAULTS: readonly Fault[] = [
  {
    name: "PostgreSQL of the primary killed",
    strike: ({ cluster, primary }) => cluster.kill(primary, "postgres"),
    effect: untilMoved,
    outcome: "moves",
  },
  {
    name: "the primary's host killed",
    strike: ({ cluster, primary }) => cluster.kill(primary),
    effect: untilMoved,
    outcome: "moves",
  },
  {
    name: "the primary's host frozen",
    strike: ({ cluster, primary }) => cluster.freeze(primary),
    effect: untilMoved,
    outcome: "moves",
  },
  {
    name: "the primary cut off from the other hosts",
    strike: ({ cluster, primary }) => cutOff(primary, cluster.others(primary)),
    effect: untilMoved,
    outcome: "moves",
  },
  {
    name: "packets from the primary to the other hosts lost",
    strike: ({ cluster, primary }) => cutOneWay(primary, cluster.others(primary)),
    effect: untilMoved,
    outcome: "moves",
  },
  {
    name: "planned switchover",
    strike: ({ cluster }) => cluster.switchover(),
    effect: untilMoved,
    outcome: "moves",
  },
  {
    name: "planned switchover to a named host",
    strike: ({ cluster, primary }) => cluster.switchover(cluster.others(primary)[0]),
    effect: untilMoved,
    outcome: "moves",
  },
  {
    name: "Patroni of the primary killed",
    strike: ({ cluster, primary }) => cluster.kill(primary, "patroni"),
    effect: untilMoved,
    outcome: "moves",
  },
  {
    name: "Patroni of the primary frozen",
    strike: ({ cluster, primary }) => cluster.freeze(primary, "patroni"),
    effect: untilMoved,
    outcome: "moves",
  },
  {
    name: "Patroni of the primary cut off from etcd",
    strike: ({ primary }) => cutPort(primary, PORTS.etcd),
    effect: (struck) => untilServed(struck, LEASE_MS),
    outcome: "stays",
  },
  {
    name: "etcd's leader killed",
    strike: async ({ cluster }) => cluster.kill(await findEtcdLeader(cluster.hosts), "etcd"),
    effect: (struck) => untilServed(struck, SERVED_MS),
    outcome: "stays",
  },
  {
    name: "etcd's majority killed",
    strike: killMajority,
    effect: (struck) => untilServed(struck, LEASE_MS),
    outcome: "stays",
  },
  {
    name: "etcd's majority killed, without failsafe_mode",
    failsafe: false,
    strike: killMajority,
    effect: untilSteppedDown,
    outcome: "closed",
  },
  {
    name: "etcd's majority killed and a replica cut off",
    strike: async (struck) => {
      const { cluster, primary } = struck;
      await killMajority(struck);
      await cutOff(primary, cluster.others(primary).slice(0, 1));
    },
    effect: untilSteppedDown,
    outcome: "closed",
  },
  {
    name: "a replica's host killed",
    strike: async ({ cluster, primary }) => cluster.kill(cluster.others(primary)[0] ?? primary),
    effect: (struck) => untilServed(struck, SERVED_MS),
    outcome: "stays",
  },
  {
    name: "PostgreSQL of both replicas frozen",
    strike: async ({ cluster, primary }) => {
      for (const host of cluster.others(primary)) await cluster.freeze(host, "postgres");
    },
    effect: untilRefused,
    outcome: "closed",
  },
  {
    name: "NATS killed on a host",
    strike: ({ cluster, primary }) => cluster.kill(primary, "nats"),
    effect: async ({ cluster, primary }) => {
      const [one, other] = cluster.others(primary);
      if (one === undefined || other === undefined) throw new Error("no two hosts are left");
      await until("the other servers of NATS reach each other", () => reaches(one, other));
      if (await reaches(one, primary)) throw new Error("a killed server of NATS answers");
    },
    outcome: "stays",
  },
];
