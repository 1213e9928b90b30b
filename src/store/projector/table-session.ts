/** The projector's own connection. It holds a lock of its own, which is required to flush into the read tables. */
import type { Client } from "pg";
import { openLockedSession } from "../journal/locked-session.ts";
import type { LockedSession } from "../journal/locked-session.ts";
import { codeOf } from "../sql/unavailable.ts";
import type { BatchRows } from "./batch-rows.ts";
import { TablesMoved } from "./tables-moved.ts";
import { flushRows, TABLES_ELSEWHERE } from "./write-rows.ts";

// Arbitrary, but no other advisory lock of ours may use it.
const TABLES_LOCK = 7_265_739_009;
/** The name of the session in pg_stat_activity. */
export const TABLES_SESSION = "presage tables";

export type TableSession = {
  /** The last batch in the tables when this session got the lock; nobody else writes them afterwards. */
  readonly seq: number;
  /** Writes the rows of the batches after `from` in one transaction, which also advances `read_tables.seq`. */
  flush(batches: BatchRows, from: number): Promise<void>;
  close(): Promise<void>;
};

/**
 * Connects and takes the lock; throws one clear sentence if another exchange has it. `after` is the session that this
 * one replaces, which is ended if it still exists.
 */
export type OpenTableSession<Session extends TableSession> = (after?: Session) => Promise<Session>;

type LockedTableSession = TableSession & Pick<LockedSession, "session">;

export const tableSessions =
  (url: string): OpenTableSession<LockedTableSession> =>
  async (after) => {
    const options = { url, name: TABLES_SESSION, lock: TABLES_LOCK, after: after?.session };
    const { client, session, seq, close } = await openLockedSession(options, async (opened) => ({
      seq: await readTablesSeq(opened),
    }));
    return { seq, session, close, flush: (batches, from) => flush(client, batches, from) };
  };

async function flush(client: Client, { rows, seq: to, hash }: BatchRows, from: number): Promise<void> {
  try {
    await flushRows(client, rows, { from, to, hash });
  } catch (error) {
    if (codeOf(error) !== TABLES_ELSEWHERE) throw error;
    await client.query("rollback");
    throw new TablesMoved({ left: from, found: await readTablesSeq(client) });
  }
}

async function readTablesSeq(client: Client): Promise<number> {
  const { rows } = await client.query<{ seq: string }>("select seq from read_tables");
  return Number(rows[0]?.seq ?? 0);
}
