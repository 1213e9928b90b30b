/** A progress bar on standard error; without a terminal nothing is shown. */
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
