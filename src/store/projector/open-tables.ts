/** Opens the read tables at a start: rebuilds them if they are of another release, then starts the projector. */
import type { Client } from "pg";
import type { Log } from "../../base/log-event.ts";
import type { ReportStep } from "../../base/start-steps.ts";
import { listBlockers } from "../sql/blockers.ts";
import type { Blocker } from "../sql/blockers.ts";
import type { Sql } from "../sql/database.ts";
import { inSnapshot } from "../sql/table-stream.ts";
import { processTimers } from "./projector-limits.ts";
import type { ProjectorLimits } from "./projector-limits.ts";
import { createProjector } from "./projector.ts";
import type { Projector } from "./projector.ts";
import { areTablesCurrent, rebuildTables } from "./rebuild-tables.ts";
import { TABLES_SESSION, tableSessions } from "./table-flusher.ts";

const POLL_MS = 200;

type TablesOptions = {
  readonly databaseUrl: string;
  /** Milliseconds since an arbitrary moment, which never step back. */
  readonly clocks: { readonly monotonic: () => number };
  readonly log: Log;
  /** The cluster's name, if there is one: its read tables are replicated like the journal. */
  readonly config: { readonly cluster: string | undefined };
  /** Limits of rows in memory; the defaults if absent. */
  readonly tableLimits?: ProjectorLimits | undefined;
  /** Called after each flush with its duration, ms. */
  readonly onFlush?: ((ms: number) => void) | undefined;
  /** Called once if rows can never be written: the process must end. */
  readonly onFailure: (error: unknown) => void;
};

/**
 * Rebuilds the read tables from the journal, after an update to a release with other tables. `writer` is the connection
 * that has the writer's lock.
 */
export async function updateReadTables(
  {
    databaseUrl,
    log,
    tellStep,
  }: Pick<TablesOptions, "databaseUrl" | "log"> & { readonly tellStep?: ReportStep | undefined },
  writer: Client,
): Promise<void> {
  if (await areTablesCurrent(writer)) return;
  log.warn(
    { event: "tables_made" },
    "the read tables are of another release, or read_tables has no row: they are rebuilt from the journal; a long one takes minutes",
  );
  const { seq } = await inSnapshot(databaseUrl, "presage rebuild", (journal) =>
    rebuildTables({
      client: writer,
      journal,
      onBatch: (batch, last) =>
        tellStep?.("making the read tables from the journal", `batch ${batch} of ${last}`),
    }),
  );
  log.warn({ event: "tables_made", batches: seq }, "the read tables are made");
}

/**
 * Opens the projector. Trouble is logged from now on, since a start waits for the tables too. `sql` is used to find the
 * sessions whose locks block a flush.
 */
export async function openTables(options: TablesOptions, sql: Sql): Promise<Projector> {
  const { databaseUrl, clocks, log, config, tableLimits: limits, onFlush, onFailure } = options;
  const open = tableSessions(databaseUrl, { replicated: config.cluster !== undefined });
  const tables = createProjector({
    session: await open(),
    open,
    timers: processTimers,
    limits,
    onFlush,
    onFailure,
  });
  const listFlushBlockers = () => listBlockers(sql, TABLES_SESSION);
  const look = watchTables({ tables, monotonic: clocks.monotonic, listBlockers: listFlushBlockers, log });
  const timer = setInterval(look, POLL_MS);
  const close = (): Promise<void> => tables.close().finally(() => clearInterval(timer));
  return { ...tables, close };
}

// Logs when the read tables block the writer, cannot be written or take long to write, and when they recover: one line for
// each change. Troubles that come and go within seconds are logged as one. Recoveries are warnings too, since lower levels
// are not logged by default.

type TablesWatchOptions = {
  readonly tables: Pick<Projector, "standing">;
  /** Milliseconds since an arbitrary moment; never steps back. */
  readonly monotonic: () => number;
  /** Lists the sessions whose locks the running flush waits for. */
  readonly listBlockers: () => Promise<readonly Blocker[]>;
  readonly log: Pick<Log, "warn">;
};

/**
 * Time for which flushes must fail before the failure is logged, ms. A flush that fails once and succeeds at once is no
 * trouble.
 */
const FAILING_FOR_MS = 2_000;
/**
 * Time without waits of the writer before its recovery is logged, ms. At the bound of rows the writer waits again and
 * again.
 */
const NOT_WAITING_FOR_MS = 2_000;
/** Duration from which a running flush is logged, ms. */
const SLOW_MS = 5_000;

/** Creates the check of the tables, to be called several times a second. */
export function watchTables(options: TablesWatchOptions): () => void {
  const { tables, monotonic, log } = options;
  const waits = createAlarm({ beginsMs: 0, endsMs: NOT_WAITING_FOR_MS });
  const fails = createAlarm({ beginsMs: FAILING_FOR_MS, endsMs: 0 });
  let isSlow = false;
  return () => {
    const standing = tables.standing();
    const now = monotonic();
    const waiting = waits(standing.holdsWriter, now);
    if (waiting === "begins")
      log.warn({ event: "tables_state", ...standing }, "the writer waits for the read tables");
    if (waiting === "ends")
      log.warn(
        { event: "tables_state", ...standing },
        "the writer does not wait for the read tables any more",
      );
    const failing = fails(standing.failing !== undefined, now);
    if (failing === "begins")
      log.warn({ event: "tables_state", ...standing }, "the read tables cannot be written");
    if (failing === "ends")
      log.warn({ event: "tables_state", ...standing }, "the read tables are written again");
    const takesLong = standing.flushMs >= SLOW_MS;
    // Skips a failing flush, which is already logged above.
    if (!isSlow && takesLong && standing.failing === undefined) {
      isSlow = true;
      log.warn({ event: "tables_state", ...standing }, "a write of the read tables takes long");
      void logBlockers(options);
    } else if (isSlow && !takesLong) {
      isSlow = false;
      log.warn({ event: "tables_state", ...standing }, "the write of the read tables that took long is over");
    }
  };
}

/** Logs the sessions that block the flush, if the database tells. */
async function logBlockers({ listBlockers: list, log }: TablesWatchOptions): Promise<void> {
  const blockers = await list().catch(() => []);
  if (blockers.length > 0)
    log.warn(
      { event: "tables_state", blockers },
      "the write of the read tables waits for locks of other sessions",
    );
}

type AlarmTimes = {
  /** Durations, ms: how long trouble must last before its start is logged, and be over before its end is logged. */
  readonly beginsMs: number;
  readonly endsMs: number;
};

/** Creates a function of the state and the time, which returns the change to be logged. */
function createAlarm({ beginsMs, endsMs }: AlarmTimes) {
  let isReported = false;
  /** The last time when the state was as logged. */
  let since: number | undefined;
  return (isTrouble: boolean, now: number): "begins" | "ends" | undefined => {
    since ??= now;
    if (isTrouble === isReported) since = now;
    if (isTrouble === isReported || now - since < (isTrouble ? beginsMs : endsMs)) return undefined;
    isReported = isTrouble;
    since = now;
    return isReported ? "begins" : "ends";
  };
}
