/**
 * Flushes rows into the read tables, one flush at a time, also when the connection breaks. After a transient failure it
 * is unknown if the flush was written. The next session, which has the lock, reads the tables' number. The flush is
 * then either done, or repeated with the same rows.
 */
import { createRetryDelays } from "../sql/retry-delays.ts";
import type { RetryDelays } from "../sql/retry-delays.ts";
import { isPassing, messageOf, StoreUnavailable } from "../sql/unavailable.ts";
import type { BatchRows } from "./batch-rows.ts";
import { FlushImpossible } from "./flush-impossible.ts";
import type { ProjectorTimers } from "./projector-timers.ts";
import type { OpenTableSession, TableSession } from "./table-session.ts";
import { TablesMoved } from "./tables-moved.ts";

export type TableFlusher = {
  /**
   * Returns when the tables, whose last batch is `stored`, have these rows, however long that takes. Throws if they
   * never will: the process must end.
   */
  flush(taken: BatchRows, stored: number): Promise<void>;
  /** Returns the reason why flushes fail now; `undefined` if they do not. */
  failing(): string | undefined;
  /** Stops retries, so that closing does not wait for a database that is away. */
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
  // The previous session wrote them, and its answer did not arrive.
  if (state.written === taken) return true;
  try {
    await session.flush(taken, stored);
    return true;
  } catch (error) {
    if (error instanceof TablesMoved) throw error;
    if (!isPassing(error)) throw new FlushImpossible({ from: stored, to: taken.seq }, error);
    state.failing = messageOf(error);
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
      if (!isPassing(error)) throw error;
      state.failing = messageOf(error);
    }
  }
}

/** Waits before the next session, also if the last could be opened: it may not have been able to write. */
async function pause<S extends TableSession>(state: State<S>): Promise<void> {
  await new Promise<void>((resolve) => state.options.timers.after(state.delays.next(), resolve));
  if (state.stopped) throw new StoreUnavailable("the database is away at the end");
}
