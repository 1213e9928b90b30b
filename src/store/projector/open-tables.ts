/** Opens the read tables at a start: rebuilds them if they are of another release, then starts the projector. */
import type { Client } from "pg";
import type { Log } from "../../log-event.ts";
import type { Sql } from "../sql/database.ts";
import { inSnapshot } from "../sql/table-stream.ts";
import type { TellStep } from "../../start-steps.ts";
import { listBlockers } from "../sql/blockers.ts";
import type { ProjectorLimits } from "./projector-limits.ts";
import { processTimers } from "./projector-timers.ts";
import { createProjector } from "./projector.ts";
import type { Projector } from "./projector.ts";
import { areTablesCurrent, rebuildTables } from "./rebuild-tables.ts";
import { TABLES_SESSION, tableSessions } from "./table-session.ts";
import { watchTables } from "./watch-tables.ts";

const LOOK_MS = 200;

export type TablesOptions = {
  readonly databaseUrl: string;
  /** Milliseconds since an arbitrary moment, which never step back. */
  readonly clocks: { readonly monotonic: () => number };
  readonly log: Log;
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
  }: Pick<TablesOptions, "databaseUrl" | "log"> & { readonly tellStep?: TellStep | undefined },
  writer: Client,
): Promise<void> {
  if (await areTablesCurrent(writer)) return;
  log.warn(
    { event: "tables_made" },
    "the read tables are of another release, or read_tables has no row: they are made anew from the journal; a long one takes minutes",
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
  const { databaseUrl, clocks, log, tableLimits: limits, onFlush, onFailure } = options;
  const open = tableSessions(databaseUrl);
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
  const timer = setInterval(look, LOOK_MS);
  const close = (): Promise<void> => tables.close().finally(() => clearInterval(timer));
  return { ...tables, close };
}
