/**
 * Flushes rows into the read tables, one flush at a time, also when the connection breaks. After a transient failure it
 * is unknown if the flush was written. The next session, which has the lock, reads the number of the tables' last batch.
 * The flush is then either done, or repeated with the same rows.
 */
import type { Client } from "pg";
import { openLockedSession } from "../journal/writer-session.ts";
import type { DatabaseSession } from "../journal/writer-session.ts";
import { useReplication, writeProbe } from "../journal/replication.ts";
import {
  StoreUnavailable,
  getErrorCode,
  createRetryDelays,
  isTransient,
  getErrorMessage,
} from "../sql/unavailable.ts";
import type { RetryDelays } from "../sql/unavailable.ts";
import type { ProjectorTimers } from "./projector-limits.ts";
import type { BatchRows } from "./table-rows.ts";
import { flushRows, TABLES_ELSEWHERE } from "./write-rows.ts";

export type TableFlusher = {
  /**
   * Returns when the tables, whose last batch is `stored`, have these rows, however long that takes. Throws if the tables
   * can never have them: the process must end.
   */
  flush(taken: BatchRows, stored: number): Promise<void>;
  /** Returns the reason why flushes fail now; `undefined` if they do not. */
  failing(): string | undefined;
  /** Stops retries, so that closing does not wait for an unreachable database. */
  stopRetrying(): void;
  /** Ends the session. */
  close(): Promise<void>;
};

export type FlusherOptions<Session extends TableSession> = {
  /** The initial session. */
  readonly session: Session;
  readonly open: OpenTableSession<Session>;
  readonly timers: ProjectorTimers;
};

type State<Session extends TableSession> = {
  readonly options: FlusherOptions<Session>;
  readonly delays: RetryDelays;
  session: Promise<Session>;
  /** Rows that a session had written before it broke. */
  written: BatchRows | undefined;
  failing: string | undefined;
  stopped: boolean;
};

export function createTableFlusher<Session extends TableSession>(
  options: FlusherOptions<Session>,
): TableFlusher {
  const state: State<Session> = {
    options,
    delays: createRetryDelays(),
    session: Promise.resolve(options.session),
    written: undefined,
    failing: undefined,
    stopped: false,
  };
  return {
    flush: (taken, stored) => flush(state, taken, stored),
    failing: () => state.failing,
    stopRetrying: () => {
      state.stopped = true;
    },
    close: async () => {
      const session = await state.session.catch(() => undefined);
      await session?.close();
    },
  };
}

async function flush<S extends TableSession>(
  state: State<S>,
  taken: BatchRows,
  stored: number,
): Promise<void> {
  while (!(await tryFlush(state, taken, stored)));
  state.failing = undefined;
  state.delays.reset();
}

/** Returns true if the tables have the rows; otherwise there is another session to try with. */
async function tryFlush<S extends TableSession>(
  state: State<S>,
  taken: BatchRows,
  stored: number,
): Promise<boolean> {
  const session = await state.session;
  // The previous session wrote the rows, but its answer did not arrive.
  if (state.written === taken) return true;
  try {
    await session.flush(taken, stored);
    return true;
  } catch (error) {
    if (error instanceof TablesMoved) throw error;
    if (!isTransient(error)) throw new FlushImpossible({ from: stored, to: taken.seq }, error);
    state.failing = getErrorMessage(error);
    void session.close();
    state.session = reopen(state, session, { taken, stored });
    return false;
  }
}

/** Opens the next session, which finds the tables as they were before the flush, or as after it. */
async function reopen<S extends TableSession>(
  state: State<S>,
  lost: S,
  { taken, stored }: { readonly taken: BatchRows; readonly stored: number },
): Promise<S> {
  for (;;) {
    await pause(state);
    try {
      const session = await state.options.open(lost);
      if (session.seq === taken.seq) state.written = taken;
      if (session.seq === stored || session.seq === taken.seq) return session;
      await session.close();
      throw new TablesMoved({ left: stored, found: session.seq });
    } catch (error) {
      if (!isTransient(error)) throw error;
      state.failing = getErrorMessage(error);
    }
  }
}

/** Waits before the next session, even if the last session could be opened: it may have been unable to write. */
async function pause<S extends TableSession>(state: State<S>): Promise<void> {
  await new Promise<void>((resolve) => state.options.timers.after(state.delays.next(), resolve));
  if (state.stopped) throw new StoreUnavailable("the database is away at the end");
}

// The projector's own connection. It holds a lock of its own, which is required to flush into the read tables.

// Arbitrary, but no other advisory lock of ours may use it.
export const TABLES_LOCK = 7_265_739_009;
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
type OpenTableSession<Session extends TableSession> = (after?: Session) => Promise<Session>;

/** Options of sessions; `replicated` makes each flush wait for a standby, as a cluster needs it. */
type TableSessionOptions = { readonly replicated?: boolean };

export function tableSessions(
  url: string,
  { replicated = false }: TableSessionOptions = {},
): OpenTableSession<TableSession> {
  let earlier: DatabaseSession[] = [];
  return async (after) => {
    if (after === undefined) earlier = [];
    const options = { url, name: TABLES_SESSION, lock: TABLES_LOCK, earlier };
    const { client, seq, close, assertWaited } = await openLockedSession(options, async (opened) => {
      if (replicated) await useReplication(opened);
      if (replicated) await writeProbe(opened);
      return { seq: await readTablesSeq(opened) };
    });
    const write = async (batches: BatchRows, from: number): Promise<void> => {
      await writeBatches(client, batches, from);
      if (replicated) assertWaited();
    };
    return { seq, flush: write, close };
  };
}

async function writeBatches(client: Client, { rows, seq: to, hash }: BatchRows, from: number): Promise<void> {
  try {
    await flushRows(client, rows, { from, to, hash });
  } catch (error) {
    if (getErrorCode(error) !== TABLES_ELSEWHERE) throw error;
    await client.query("rollback");
    throw new TablesMoved({ left: from, found: await readTablesSeq(client) });
  }
}

async function readTablesSeq(client: Client): Promise<number> {
  const { rows } = await client.query<{ seq: string }>("select seq from read_tables");
  return Number(rows[0]?.seq ?? 0);
}

/**
 * The error of a flush whose rows the database rejects, with the batches and the cause. The journal has these batches,
 * so that nothing is lost.
 */
export class FlushImpossible extends Error {
  readonly code: string;
  constructor({ from, to }: { readonly from: number; readonly to: number }, cause: unknown) {
    const batches = to === from + 1 ? `batch ${to}` : `batches ${from + 1} to ${to}`;
    const why = cause instanceof Error ? cause.message : String(cause);
    super(
      `the read tables refuse the rows of ${batches}: ${why}. The journal has them; presage rebuild writes the tables again.`,
      { cause },
    );
    // The server's code distinguishes damaged files from wrong rows.
    this.code = cause instanceof Error && "code" in cause ? String(cause.code) : "flush_impossible";
  }
}

/** The error when another writer wrote the read tables, or the database lost data. */
export class TablesMoved extends Error {
  readonly code = "tables_moved";
  /** `left`: last batch in the tables when this exchange stopped writing them; `found`: last batch in them now. */
  constructor({ left, found }: { readonly left: number; readonly found: number }) {
    super(
      `the read tables stand at batch ${found}, and not at batch ${left} as this exchange left them: somebody else changed ` +
        "them, or the database lost what it had. The journal has everything: run presage rebuild, which rebuilds the tables, " +
        "and start again.",
    );
  }
}
