/** Sessions for whose locks the database waits, in words. */
import { tellBlockers } from "../store/sql/blockers.ts";
import type { Blocker } from "../store/sql/blockers.ts";
import type { Progress } from "./progress.ts";

/** Lists the sessions: `session 4711 (psql), session 12`. */
export const blockersText = (blockers: readonly Blocker[]): string =>
  blockers.map(({ pid, name }) => `session ${pid}${name && ` (${name})`}`).join(", ");

export type BlockersLine = {
  readonly url: string;
  /** Pattern of the names of the sessions that the work uses. */
  readonly sessions: string;
  /** Cleared before a line is written. */
  readonly progress?: Progress;
};

/** Does the work of a subcommand; a line on standard error names the sessions for whose locks it waits. */
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
