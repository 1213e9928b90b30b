/** The figures of a run as lines of text. */
import { quantile, requestsIn } from "./figures.ts";
import type { Finding } from "./figures.ts";
import type { FuzzOptions, FuzzReport } from "./fuzz.ts";

const MAX_SHOWN = 40;

export function reportLines(options: FuzzOptions, report: FuzzReport): string[] {
  const { figures, faults, done, heapGrowthBytes, seconds, cpuSeconds } = report;
  const { findings, further, statuses, shed, cut, rawConnections, streamConnections } = figures;
  const requests = requestsIn(figures);
  const summary = {
    mode: options.mode,
    seed: options.seed,
    operations: statuses.size,
    requests,
    statuses: Object.fromEntries(byStatus(statuses)),
    shedAndSentAgain: shed,
    cutAndSentAgain: cut,
    withoutSuccess: [...statuses].filter(([, counts]) => !counts.has(200)).map(([name]) => name),
    rawConnections,
    streamConnections,
    done,
    requestsPerSecond: Math.round(requests / seconds),
    batchMs: { p50: quantile(figures, 0.5), p99: quantile(figures, 0.99), p100: quantile(figures, 1) },
    heapGrowthMiB: Math.round(heapGrowthBytes / 1024 / 1024),
    seconds: Math.round(seconds),
    // CPU time of this process; the database has its own.
    cpuSeconds: Math.round(cpuSeconds),
    cpuMicrosecondsPerRequest: Math.round((cpuSeconds * 1e6) / requests),
    findings: findings.length + further,
    faultsAtTheEnd: faults.length,
  };
  return [
    ...findingLines(options, findings),
    ...faults.slice(0, MAX_SHOWN),
    JSON.stringify(summary, undefined, 2),
  ];
}

/** Number of answers by status. */
function byStatus(statuses: ReadonlyMap<string, ReadonlyMap<number, number>>): Map<number, number> {
  const counts = new Map<number, number>();
  for (const [status, count] of [...statuses.values()].flatMap((one) => [...one]))
    counts.set(status, (counts.get(status) ?? 0) + count);
  return new Map([...counts].toSorted(([a], [b]) => a - b));
}

/** The first finding of each kind, and the number of that kind. */
export function findingLines({ seed, mode }: FuzzOptions, findings: readonly Finding[]): string[] {
  const kinds = Map.groupBy(
    findings,
    ({ operation, fault }) => `${operation}: ${fault.replace(/ \(.*/s, "")}`,
  );
  return [...kinds]
    .slice(0, MAX_SHOWN)
    .flatMap(([kind, [first, ...others]]) => [
      `${kind} - ${1 + others.length} times, first request ${first!.no} at ${first!.place}`,
      `  sent ${JSON.stringify(first!.request)}`,
      `  got  ${JSON.stringify(first!.answer)}`,
      `  ${first!.fault}`,
      `  again: npm run fuzz -- ${first!.no + 1} ${seed} --only "${first!.operation}"${mode === "sandbox" ? " --sandbox" : ""}`,
    ]);
}
