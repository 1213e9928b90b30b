/** The projector's own connection. It holds a lock of its own, without which nothing is flushed into the read tables. */
import type { Client } from "pg";
import { openLockedSession } from "../journal/locked-session.ts";
import type { LockedSession } from "../journal/locked-session.ts";
import { codeOf } from "../sql/unavailable.ts";
import type { BatchRows } from "./batch-rows.ts";
import { TablesMoved } from "./tables-moved.ts";
import { flushRows, TABLES_ELSEWHERE } from "./write-rows.ts";

// Any constant will do, as long as no other advisory lock of ours uses it.
const TABLES_LOCK = 7_265_739_009;
/** The name of the session in pg_stat_activity. */
export const TABLES_SESSION = "presage tables";

export type TableSession = {
  /** The batch up to which the tables stood when this session had the lock; nobody else moves them after it. */
  readonly seq: number;
  /** Writes the rows of the batches after `from` in one transaction, which also moves `read_tables.seq` on. */
  flush(batches: BatchRows, from: number): Promise<void>;
  close(): Promise<void>;
};

/**
 * Connects and takes the lock; throws one clear sentence when another exchange has it. `after` is the session that this
 * one replaces: it is ended where it is still there.
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
