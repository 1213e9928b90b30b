/** Progress of long work on standard error, and the sessions that it waits for. */
import { reportBlockers } from "../store/sql/blockers.ts";
import type { Blocker } from "../store/sql/blockers.ts";

export type Progress = {
  /** Shows `done` of `total`; a total of 0 is unknown. `step` replaces the noun of the counted things. */
  show(done: number, total: number, step?: string): void;
  /** Removes the bar. */
  clear(): void;
};

const WIDTH = 30;
const REDRAW_MS = 100;

/** Makes a bar that counts the things named by `what`: "events". */
export function createProgress(what: string): Progress {
  if (!process.stderr.isTTY) return { show: () => {}, clear: () => {} };
  let drawnAt = 0;
  return {
    show(done, total, step = what) {
      const now = performance.now();
      if (now - drawnAt < REDRAW_MS && done !== total) return;
      drawnAt = now;
      process.stderr.write(`\r\u001b[K${bar(done, total)} ${step}`);
    },
    clear: () => void process.stderr.write("\r\u001b[K"),
  };
}

function bar(done: number, total: number): string {
  if (total === 0) return String(done);
  const filled = Math.floor((WIDTH * done) / total);
  return `[${"#".repeat(filled).padEnd(WIDTH)}] ${done}/${total}`;
}

// Sessions whose locks block the database, in words.

/** Lists the sessions: `session 4711 (psql), session 12`. */
export const blockersText = (blockers: readonly Blocker[]): string =>
  blockers.map(({ pid, name }) => `session ${pid}${name && ` (${name})`}`).join(", ");

export type BlockersLine = {
  readonly url: string;
  /** Name pattern of the sessions that do the work. */
  readonly sessions: string;
  /** Progress bar, cleared before a line is written. */
  readonly progress?: Progress;
};

/** Runs the work of a subcommand. While locks block it, a line on standard error names the sessions that hold them. */
export const withBlockerReport = <T>(
  { url, sessions, progress }: BlockersLine,
  work: () => Promise<T>,
): Promise<T> =>
  reportBlockers(
    {
      url,
      sessions,
      tell(blockers) {
        progress?.clear();
        process.stderr.write(`presage: waiting for locks of ${blockersText(blockers)}\n`);
      },
    },
    work,
  );
