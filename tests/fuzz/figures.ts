/** Figures of a run: requests by operation and status, latencies, and findings. */

export type Finding = {
  readonly operation: string;
  /** Number of the request among those of its operation. */
  readonly no: number;
  readonly fault: string;
  /** The dialect, and the path prefix on the one port. */
  readonly place: string;
  readonly request: string;
  readonly answer: string;
};

export type Figures = {
  /** The first findings. */
  readonly findings: Finding[];
  /** Number of findings beyond these. */
  further: number;
  /** Number of requests that were refused because the server was busy, and sent again. */
  shed: number;
  /** Number of connections that closed before the first of their requests was answered, which was then sent again. */
  cut: number;
  rawConnections: number;
  streamConnections: number;
  /** Number of answers by operation and status. */
  readonly statuses: Map<string, Map<number, number>>;
  /** Number of requests by the whole milliseconds that their batch took. */
  readonly latencies: Map<number, number>;
};

export const createFigures = (): Figures => ({
  findings: [],
  further: 0,
  shed: 0,
  cut: 0,
  rawConnections: 0,
  streamConnections: 0,
  statuses: new Map(),
  latencies: new Map(),
});

/** Bound of findings, so that a run of failures ends too. */
const MAX_FINDINGS = 1_000;

export function addFinding(figures: Figures, finding: Finding): void {
  if (figures.findings.length < MAX_FINDINGS) figures.findings.push(finding);
  else figures.further += 1;
}

export function countAnswer(figures: Figures, operation: string, status: number, tookMs: number): void {
  const statuses = figures.statuses.get(operation) ?? new Map<number, number>();
  figures.statuses.set(operation, statuses);
  statuses.set(status, (statuses.get(status) ?? 0) + 1);
  const ms = Math.ceil(tookMs);
  figures.latencies.set(ms, (figures.latencies.get(ms) ?? 0) + 1);
}

export const requestsIn = ({ statuses }: Figures): number =>
  [...statuses.values()].flatMap((counts) => [...counts.values()]).reduce((sum, count) => sum + count, 0);

/** Milliseconds within which this part of the requests, from 0 to 1, was answered. */
export function quantile({ latencies }: Figures, part: number): number {
  const sorted = [...latencies].toSorted(([a], [b]) => a - b);
  let left = part * sorted.reduce((sum, [, count]) => sum + count, 0);
  for (const [ms, count] of sorted) {
    left -= count;
    if (left <= 0) return ms;
  }
  return 0;
}
