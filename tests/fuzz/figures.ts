/** What a run of requests comes to: how many of each operation had which status, how long they took, and what was wrong. */

export type Finding = {
  readonly operation: string;
  /** The number of the request among those of its operation. */
  readonly no: number;
  readonly fault: string;
  /** The dialect, and the prefix on the one port. */
  readonly place: string;
  readonly request: string;
  readonly answer: string;
};

export type Figures = {
  /** The first ones. */
  readonly findings: Finding[];
  /** Findings beyond these. */
  further: number;
  /** Answers that the server had too much to do, after which the request was sent again. */
  shed: number;
  /** Connections that were closed before the first of their requests was answered, so that it was sent again. */
  cut: number;
  rawConnections: number;
  streamConnections: number;
  /** By operation, then by status. */
  readonly statuses: Map<string, Map<number, number>>;
  /** Whole milliseconds that batches took, and how many requests came back in that time. */
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

/** So that a run that goes wrong throughout ends too. */
const MOST_FINDINGS = 1_000;

export function addFinding(figures: Figures, finding: Finding): void {
  if (figures.findings.length < MOST_FINDINGS) figures.findings.push(finding);
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

/** Milliseconds in which this part of the requests, from 0 to 1, had come back. */
export function quantile({ latencies }: Figures, part: number): number {
  const sorted = [...latencies].toSorted(([a], [b]) => a - b);
  let left = part * sorted.reduce((sum, [, count]) => sum + count, 0);
  for (const [ms, count] of sorted) {
    left -= count;
    if (left <= 0) return ms;
  }
  return 0;
}
