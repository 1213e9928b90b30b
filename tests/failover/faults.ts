/** Faults of a simulated cluster. Each begins at a time that the seed draws, and heals after a while. */
import type { Random } from "../support/random.ts";
import type { EngineProgram, GatewayProgram } from "./programs.ts";
import type { Network } from "./network.ts";
import type { SimulatedBus } from "./simulated-bus.ts";
import type { SimulatedPostgres } from "./simulated-postgres.ts";
import { afterIn, end, resume, runIn, stop } from "./world.ts";
import type { Process } from "./world.ts";

export type FaultyCluster = {
  readonly random: Random;
  readonly network: Network;
  readonly bus: SimulatedBus;
  readonly postgres: SimulatedPostgres;
  readonly engines: () => readonly EngineProgram[];
  readonly gateways: () => readonly GatewayProgram[];
  /** True once all faults are over: a server that comes back does so at once. */
  readonly databaseFault: { isUnderway: boolean };
};

type Fault = (cluster: FaultyCluster, ms: number) => void;

const heals = (ms: number, heal: () => void): void => afterIn(undefined, ms, heal);

const SERVERS = ["a", "b", "c"];

const leaderOf = ({ engines }: FaultyCluster): EngineProgram | undefined =>
  engines().find(({ leading }) => leading !== undefined);

/** Makes a fault of the engine that leads. */
const ofLeader =
  (act: (cluster: FaultyCluster, process: Process, ms: number) => void): Fault =>
  (cluster, ms) => {
    const leader = leaderOf(cluster);
    if (leader !== undefined) act(cluster, leader.process, ms);
  };

/** Makes a fault of a gateway. */
const ofGateway =
  (act: (cluster: FaultyCluster, process: Process, ms: number) => void): Fault =>
  (cluster, ms) =>
    act(cluster, cluster.random.pick(cluster.gateways()).process, ms);

function pause(_: FaultyCluster, process: Process, ms: number): void {
  stop(process);
  heals(ms, () => resume(process));
}

const kill = (_: FaultyCluster, process: Process): void => end(process, "killed");

const cutFrom =
  (...others: readonly string[]) =>
  ({ network }: FaultyCluster, { machine }: Process, ms: number): void =>
    heals(ms, network.cut(machine, others));

function failOver(kind: "killed" | "cut off"): Fault {
  return ({ postgres, databaseFault }, ms) => {
    if (databaseFault.isUnderway) return;
    databaseFault.isUnderway = true;
    const bringBack = postgres.failOver(kind, false);
    heals(Math.max(ms, 4_000), () => {
      bringBack();
      databaseFault.isUnderway = false;
    });
  };
}

/** Cuts a primary off together with the engine that leads: both are alone with each other. */
const cutBothOff: Fault = (cluster, ms) => {
  const { network, postgres } = cluster;
  const leader = leaderOf(cluster);
  const { name } = postgres.primary() ?? {};
  if (name === undefined || cluster.databaseFault.isUnderway) return;
  const others = SERVERS.filter((server) => server !== name);
  if (leader !== undefined) heals(ms, network.cut(leader.process.machine, others));
  for (const { process } of [...cluster.engines(), ...cluster.gateways()])
    if (process !== leader?.process) heals(ms, network.cut(process.machine, [name]));
  failOver("cut off")(cluster, ms);
};

const loseTexts: Fault = ({ bus, random }, ms) => {
  bus.faults.lost = random.between(5, 100);
  heals(ms, () => (bus.faults.lost = 0));
};

const repeatTexts: Fault = ({ bus, random }, ms) => {
  bus.faults.repeated = random.between(50, 400);
  heals(ms, () => (bus.faults.repeated = 0));
};

/** Cuts the leader's texts to one gateway, which hears all others. */
const cutFromOne: Fault = (cluster, ms) => {
  const leader = leaderOf(cluster);
  const { process } = cluster.random.pick(cluster.gateways());
  if (leader !== undefined)
    heals(ms, cluster.network.cut(leader.process.machine, [`bus of ${process.machine}`]));
};

/** Leaves the leader with one gateway, without the database, which fails over on the side of all others. */
const cutInParts: Fault = (cluster, ms) => {
  const { network, databaseFault, random, engines, gateways } = cluster;
  const leader = leaderOf(cluster);
  if (leader === undefined || databaseFault.isUnderway) return;
  const here = [leader.process.machine, random.pick(gateways()).process.machine];
  const there = [...engines(), ...gateways()]
    .map(({ process: { machine } }) => machine)
    .filter((machine) => !here.includes(machine));
  const busOf = (machine: string): string => `bus of ${machine}`;
  for (const machine of here) heals(ms, network.cut(machine, there.map(busOf)));
  for (const machine of there) heals(ms, network.cut(machine, here.map(busOf)));
  heals(ms, network.cut(leader.process.machine, SERVERS));
  failOver("killed")(cluster, ms);
};

const handOver: Fault = (cluster) => {
  const leader = leaderOf(cluster);
  if (leader !== undefined) runIn(leader.process, () => leader.leading?.handOver());
};

const killFollower: Fault = (cluster) => {
  const follower = cluster.engines().find(({ leading }) => leading === undefined);
  if (follower !== undefined) end(follower.process, "killed");
};

/** Hands the lead over while nobody is there to take it: the same engine leads again. */
const handOverToNobody: Fault = (cluster, ms) => {
  killFollower(cluster, ms);
  handOver(cluster, ms);
};

export const FAULTS: Readonly<Record<string, Fault>> = {
  "leader killed": ofLeader(kill),
  "leader stopped": ofLeader(pause),
  "leader cut off from the bus": ofLeader(cutFrom("bus")),
  "leader cut off from the database": ofLeader(cutFrom(...SERVERS)),
  "leader cut off from both": ofLeader(cutFrom("bus", ...SERVERS)),
  "leader and primary cut off": cutBothOff,
  "leader cut off from one gateway": cutFromOne,
  "leader and one gateway cut off": cutInParts,
  "hand-over": handOver,
  "hand-over to nobody": handOverToNobody,
  "following engine killed": killFollower,
  "gateway killed": ofGateway(kill),
  "gateway stopped": ofGateway(pause),
  "gateway cut off from the bus": ofGateway(cutFrom("bus")),
  "gateway cut off from the database": ofGateway(cutFrom(...SERVERS)),
  "primary killed": failOver("killed"),
  "primary cut off": failOver("cut off"),
  "waits for standbys cancelled": ({ postgres }) => postgres.cancelWaits(),
  "texts lost": loseTexts,
  "texts repeated": repeatTexts,
};
