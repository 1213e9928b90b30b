/** Progress bar of long work on standard error, and lines about the database sessions that block the work. */
import { reportBlockers } from "../../store/sql/blockers.ts";
import type { Blocker } from "../../store/sql/blockers.ts";

export type Progress = {
  /** Shows `done` of `total`; a total of 0 is unknown. `step` replaces the noun beside the bar. */
  show(done: number, total: number, step?: string): void;
  /** Removes the bar. */
  clear(): void;
};

const WIDTH = 30;
const REDRAW_MS = 100;

/** Creates a bar; `what` is the plural noun of what the bar counts: "events". */
export function createProgress(what: string): Progress {
  if (!process.stderr.isTTY) return { show: () => {}, clear: () => {} };
  let drawnAt = 0;
  return {
    show(done, total, step = what) {
      const now = performance.now();
      if (now - drawnAt < REDRAW_MS && done !== total) return;
      drawnAt = now;
      process.stderr.write(`\r\u001b[K${formatBar(done, total)} ${step}`);
    },
    clear: () => void process.stderr.write("\r\u001b[K"),
  };
}

function formatBar(done: number, total: number): string {
  if (total === 0) return String(done);
  const filled = Math.floor((WIDTH * done) / total);
  return `[${"#".repeat(filled).padEnd(WIDTH)}] ${done}/${total}`;
}

// Sessions whose locks block the work, as text.

/** Formats the sessions: `session 4711 (psql), session 12`. */
export const blockersText = (blockers: readonly Blocker[]): string =>
  blockers.map(({ pid, name }) => `session ${pid}${name && ` (${name})`}`).join(", ");

export type BlockedWork = {
  readonly url: string;
  /** Name pattern of the database sessions that do the work. */
  readonly sessions: string;
  /** Plural noun of what the bar counts. */
  readonly what?: string;
};

/**
 * Runs the work of a subcommand with a progress bar. While locks block the work, a line on standard error names the
 * sessions that hold the locks.
 */
export function withProgress<Result>(
  { url, sessions, what = "" }: BlockedWork,
  work: (show: Progress["show"]) => Promise<Result>,
): Promise<Result> {
  const progress = createProgress(what);
  const tell = (blockers: readonly Blocker[]): void => {
    progress.clear();
    process.stderr.write(`presage: waiting for locks of ${blockersText(blockers)}\n`);
  };
  return reportBlockers({ url, sessions, tell }, () => work(progress.show)).finally(progress.clear);
}
