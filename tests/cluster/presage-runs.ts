/** Runs a fault of an exchange on several hosts under load, and checks the history; prints the figures of many runs. */
import { until } from "../support/until.ts";
import { checkHistory } from "./check-history.ts";
import type { Findings } from "./check-history.ts";
import type { FinalState, Operation } from "./history.ts";
import { isCommand, isDone } from "./history.ts";
import { longestGapMs } from "./numbered-rows.ts";
import { quantile, seconds } from "./outages.ts";
import { untilServed } from "./presage-faults.ts";
import type { PresageFault, Struck } from "./presage-faults.ts";
import { FIRST_MICROS, isSolvent, makeScene, readFinalState } from "./scenes.ts";
import { startLoad } from "./trading-clients.ts";
import type { Load } from "./trading-clients.ts";

export type Run = {
  /** Longest time in which no command of any client was answered, from the fault until all is whole again. */
  readonly outageMs: number;
  /** True if another engine leads afterwards. */
  readonly moved: boolean;
  /** Commands that were carried out, and commands whose outcome was never known. */
  readonly acknowledged: number;
  readonly unknown: number;
  readonly findings: Findings;
  readonly surprises: readonly string[];
  readonly solvent: boolean;
  /** Operations and state of which the findings are made. */
  readonly operations: readonly Operation[];
  readonly final: FinalState;
};

/** Commands before a fault: each client is at work. */
const WARM_COMMANDS = 60;

/** Strikes a whole cluster under load, mends it, and checks the history; leaves it whole. */
export async function runPresageFault(
  { cluster, presage }: Pick<Struck, "cluster" | "presage">,
  fault: PresageFault,
  name: string,
): Promise<Run> {
  const places = await takePlaces({ cluster, presage }, fault);
  const scene = await makeScene(presage.entrances, name);
  const load = startLoad(scene, Math.floor(Math.random() * 2 ** 20));
  const { struckAt, endedAt } = await strike(load, fault, { cluster, presage, ...places, load }).finally(() =>
    load.stop(),
  );
  const { operations } = load;
  const final = await readFinalState(scene, operations);
  const commands = operations.filter(isCommand);
  return {
    outageMs: longestGapMs(load.answered, struckAt, endedAt),
    moved: (await presage.findLeader()) !== places.leader,
    acknowledged: commands.filter(isDone).length,
    unknown: commands.filter(({ returnedAt }) => returnedAt === Infinity).length,
    findings: checkHistory({ operations, final }, FIRST_MICROS),
    surprises: load.surprises,
    solvent: await isSolvent(presage.entrances),
    operations,
    final,
  };
}

type Places = Pick<Struck, "leader" | "follower" | "primary">;

/** Has the primary where a fault wants it. A switchover may move the lead, too. */
async function takePlaces(
  { cluster, presage }: Pick<Struck, "cluster" | "presage">,
  { primary: wanted }: PresageFault,
): Promise<Places> {
  for (;;) {
    await presage.waitUntilWhole();
    const primary = await cluster.waitUntilWhole();
    const leader = await presage.findLeader();
    const follower = presage.engines.find((engine) => engine !== leader) ?? leader;
    if (wanted === undefined || (wanted === "with the leader") === (primary === leader.host))
      return { leader, follower, primary };
    await cluster.switchover(wanted === "elsewhere" ? undefined : leader.host);
  }
}

async function strike(
  load: Load,
  fault: PresageFault,
  struck: Struck,
): Promise<{ struckAt: number; endedAt: number }> {
  const { cluster, presage } = struck;
  await until("clients are at work", () => load.answered.length > WARM_COMMANDS);
  const struckAt = performance.now();
  try {
    await fault.strike(struck);
    if (fault.closed !== true) await untilServed(load, fault.servedMs);
  } finally {
    await cluster.mend();
  }
  await cluster.waitUntilWhole();
  await presage.waitUntilWhole();
  await untilServed(load);
  return { struckAt, endedAt: performance.now() };
}

/** Makes a table of the figures in Markdown, a line a fault. */
export function tableOfRuns(runs: ReadonlyMap<string, readonly Run[]>): string {
  const head = [
    "scenario",
    "runs",
    "outage p50, s",
    "p99, s",
    "leader moved",
    "acknowledged",
    "reads",
    "lost",
    "twice",
    "foreign",
    "not linearizable",
  ];
  const sum = (values: readonly number[]) => String(values.reduce((total, value) => total + value, 0));
  const lines = [...runs].map(([name, of]) => [
    name,
    String(of.length),
    ...[0.5, 0.99].map((part) =>
      seconds(
        quantile(
          of.map(({ outageMs }) => outageMs),
          part,
        ),
      ),
    ),
    String(of.filter(({ moved }) => moved).length),
    sum(of.map(({ acknowledged }) => acknowledged)),
    sum(of.map(({ operations }) => operations.filter((one) => !isCommand(one)).length)),
    ...(["lost", "twice", "foreign", "contradictions"] as const).map((kind) =>
      sum(of.map(({ findings }) => findings[kind].length)),
    ),
  ]);
  return [head, head.map(() => "---"), ...lines].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}
