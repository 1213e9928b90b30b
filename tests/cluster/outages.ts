/** Runs a fault under load and measures it; prints the figures of many runs. */
import assert from "node:assert/strict";
import { until } from "../support/until.ts";
import type { Cluster } from "./cluster.ts";
import { untilRefused } from "./faults.ts";
import type { Fault } from "./faults.ts";
import { compareRows, longestGapMs, makeTable, startWriters } from "./numbered-rows.ts";
import type { Commits, Findings, Writers } from "./numbered-rows.ts";

export type Outage = {
  /** Longest time without an acknowledgement, from the fault until the cluster is whole again. */
  readonly gapMs: number;
  /** Time from the fault to the first acknowledgement of another host. */
  readonly movedMs: number | undefined;
  /** Time from the fault to the last acknowledgement before the mend, of a fault that closes the database. */
  readonly closedMs: number | undefined;
  /** Time from the mend to the first acknowledgement after it. */
  readonly afterMendMs: number;
  readonly findings: Findings;
  readonly acknowledged: number;
};

/** Rows before a fault: each writer is at work. */
const WARM_ROWS = 100;

async function untilMore({ acknowledged }: Writers): Promise<void> {
  const before = acknowledged.length;
  await until("rows are acknowledged", () => acknowledged.length > before + WARM_ROWS);
}

/** Way of the writers to the primary: HAProxy's port, or the addresses of all hosts. */
export type Way = "haproxy" | "hosts";

export type Load = { readonly commits?: Commits; readonly way?: Way };

/** Strikes a whole cluster under load, mends it, and compares the rows; leaves it whole. */
export async function runFault(
  cluster: Cluster,
  fault: Fault,
  { commits = "on", way = "haproxy" }: Load = {},
): Promise<Outage> {
  const primary = await cluster.waitUntilWhole();
  await makeTable(cluster.databaseUrl(primary));
  const withoutFailsafe = fault.failsafe === false;
  if (withoutFailsafe) await cluster.configure({ failsafe_mode: false });
  const writers = startWriters(
    way === "haproxy" ? [cluster.primaryUrl] : cluster.hosts.map(cluster.databaseUrl),
    commits,
  );
  try {
    await untilMore(writers);
    const struck = { cluster, primary, writers };
    const struckAt = performance.now();
    await fault.strike(struck);
    await fault.effect(struck);
    const closedAt = performance.now();
    if (fault.outcome === "closed") await untilRefused(struck);
    const mendedAt = performance.now();
    await cluster.mend();
    const leader = await cluster.waitUntilWhole();
    await untilMore(writers);
    const endedAt = performance.now();
    await writers.stop();
    const after = writers.acknowledged.filter(({ at }) => at > struckAt);
    const moved = after.find(({ server }) => server !== primary.address);
    if (moved !== undefined)
      assert.ok(
        after.every(({ server, at }) => at < moved.at || server !== primary.address),
        "the former primary acknowledged rows after another host",
      );
    const lastBefore = after.findLast(({ at }) => at < mendedAt)?.at ?? struckAt;
    if (fault.outcome === "closed") assert.ok(lastBefore < closedAt, "rows were acknowledged");
    const mended = after.find(({ at }) => at > mendedAt);
    return {
      gapMs: longestGapMs(writers.acknowledged, struckAt, endedAt),
      movedMs: moved === undefined ? undefined : moved.at - struckAt,
      closedMs: fault.outcome === "closed" ? lastBefore - struckAt : undefined,
      afterMendMs: (mended?.at ?? endedAt) - mendedAt,
      findings: await compareRows(cluster.databaseUrl(leader), writers),
      acknowledged: writers.acknowledged.length,
    };
  } finally {
    await writers.stop();
    await cluster.mend();
    if (withoutFailsafe) await cluster.configure({ failsafe_mode: true });
  }
}

/** Value below which a part of the values lies; of few values the next one of them. */
export function quantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((first, second) => first - second);
  return sorted[Math.max(0, Math.ceil(part * sorted.length) - 1)] ?? Number.NaN;
}

export const seconds = (ms: number): string => (ms / 1_000).toFixed(2);

const p50AndMax = (values: readonly number[]): readonly [string, string] =>
  values.length === 0 ? ["", ""] : [seconds(quantile(values, 0.5)), seconds(Math.max(...values))];

/** Makes a table of the figures in Markdown, a line a fault. */
export function tableOf(outages: ReadonlyMap<string, readonly Outage[]>): string {
  const head = [
    ["fault", "runs", "no row for, p50", "max", "new primary, p50", "max"],
    ["closed after, p50", "max", "open after the mend, p50", "max"],
    ["rows acknowledged", "lost", "twice", "unknown and there"],
  ].flat();
  const sum = (values: readonly number[]) => String(values.reduce((total, value) => total + value, 0));
  const lines = [...outages].map(([name, runs]) => [
    name,
    String(runs.length),
    // A fault that closes the database lasts until the test mends it.
    ...p50AndMax(runs.flatMap(({ gapMs, closedMs }) => (closedMs === undefined ? [gapMs] : []))),
    ...p50AndMax(runs.flatMap(({ movedMs }) => movedMs ?? [])),
    ...p50AndMax(runs.flatMap(({ closedMs }) => closedMs ?? [])),
    ...p50AndMax(runs.flatMap(({ closedMs, afterMendMs }) => (closedMs === undefined ? [] : [afterMendMs]))),
    sum(runs.map(({ acknowledged }) => acknowledged)),
    sum(runs.map(({ findings }) => findings.lost.length)),
    sum(runs.map(({ findings }) => findings.twice.length)),
    sum(runs.map(({ findings }) => findings.unknownThere)),
  ]);
  return [head, head.map(() => "---"), ...lines].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}
