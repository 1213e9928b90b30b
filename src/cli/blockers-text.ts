/** Sessions whose locks block the database, in words. */
import { tellBlockers } from "../store/sql/blockers.ts";
import type { Blocker } from "../store/sql/blockers.ts";
import type { Progress } from "./progress.ts";

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
export const sayBlockers = <T>(
  { url, sessions, progress }: BlockersLine,
  work: () => Promise<T>,
): Promise<T> =>
  tellBlockers(
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
