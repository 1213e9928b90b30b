/**
 * Snapshots of a sandbox: its whole state under a name, and the way back. Both have the writer for themselves, so that they are
 * of one moment; requests and connections stay, and wait.
 */
import type { Rejection } from "../core/rejection.ts";
import type { Rules } from "../core/state.ts";
import type { Committer } from "../store/journal/committer.ts";
import { loadTables } from "../store/projector/load-tables.ts";
import type { Projector } from "../store/projector/projector.ts";
import { listSnapshots, putBackSnapshot, removeSnapshot, storeSnapshot } from "../store/sandbox/snapshots.ts";
import type { Snapshot } from "../store/sandbox/snapshots.ts";
import { readStoredTime, saveVirtualTime } from "../store/sandbox/virtual-time.ts";
import { openDatabase } from "../store/sql/database.ts";
import type { Sql } from "../store/sql/database.ts";
import { inSnapshot } from "../store/sql/table-stream.ts";
import { isUnavailable } from "../store/sql/unavailable.ts";
import type { Clocks } from "./clocks.ts";
import type { Engine } from "./engine.ts";
import type { AloneTurn, Replacement } from "./entry.ts";
import type { StoredEntries } from "./stored-entries.ts";

/** Name of the snapshot of the first start. */
export const START_SNAPSHOT = "start";

export type Snapshots = {
  /** Keeps the state of this moment under a name, in place of an earlier one of that name. */
  take(name: string): Promise<Snapshot | Rejection>;
  /** Puts the whole exchange back to the moment of a snapshot. Throws where there is none of the name. */
  revert(name: string): Promise<Snapshot | Rejection>;
  list(): Promise<readonly Snapshot[]>;
  /** Removes a snapshot; false if there is none of the name. */
  remove(name: string): Promise<boolean>;
};

export type SnapshotOptions = {
  readonly databaseUrl: string;
  readonly engine: Pick<Engine, "alone">;
  readonly committer: Pick<Committer, "rewind">;
  readonly tables: Pick<Projector, "hold">;
  readonly entries: Pick<StoredEntries, "rewind">;
  readonly clocks: Clocks;
  readonly rules: Rules;
  /** Returns when nothing is being written beside the journal. */
  readonly written: () => Promise<void>;
  /** Reads anew what is kept of tables: keys, sessions, proofs, and the house's makers. */
  readonly readKept: (sql: Sql) => Promise<void>;
};

export function createSnapshots(options: SnapshotOptions): Snapshots {
  const { databaseUrl, engine } = options;
  const withSql = async <T>(use: (sql: Sql) => Promise<T>): Promise<T> => {
    const sql = openDatabase(databaseUrl, { name: "presage snapshots", maxConnections: 1 });
    return use(sql).finally(() => sql.end({ timeout: 1 }));
  };
  return {
    take: (name) => withSql((sql) => engine.alone((turn) => takeSnapshot(options, { sql, turn, name }))),
    revert: (name) => withSql((sql) => engine.alone((turn) => revertTo(options, { sql, turn, name }))),
    list: () => withSql(listSnapshots),
    remove: (name) => withSql((sql) => removeSnapshot(sql, name)),
  };
}

type Turn = { readonly sql: Sql; readonly turn: AloneTurn; readonly name: string };

async function takeSnapshot(
  { clocks, written }: SnapshotOptions,
  { sql, turn, name }: Turn,
): Promise<Snapshot> {
  await written();
  if (clocks.virtual !== undefined) await saveVirtualTime(sql, clocks.virtual.read());
  return storeSnapshot(sql, { name, madeAt: clocks.now(), seq: turn.head.seq });
}

async function revertTo(options: SnapshotOptions, { sql, turn, name }: Turn): Promise<Snapshot> {
  const snapshot = (await listSnapshots(sql)).find((one) => one.name === name);
  if (snapshot?.usable !== true) throw new Error(`there is no snapshot "${name}"`);
  await options.written();
  const release = options.tables.hold();
  let { seq } = turn.head;
  try {
    await putBack(turn, () => putBackSnapshot(sql, snapshot));
    await turn.replace(async () => {
      const loaded = await reload(options, sql);
      ({ seq } = loaded.head);
      return loaded;
    });
  } finally {
    release(seq);
  }
  return snapshot;
}

/** Puts the tables back. Where the connection breaks it is unknown if they were: the next start finds what there is. */
async function putBack({ replace }: AloneTurn, write: () => Promise<void>): Promise<void> {
  try {
    await write();
  } catch (error) {
    if (!isUnavailable(error)) throw error;
    await replace(() => Promise.reject(error));
  }
}

/** Loads the state of the tables, which were put back, and makes everything that follows them begin there. */
async function reload(options: SnapshotOptions, sql: Sql): Promise<Replacement> {
  const { databaseUrl, rules, committer, entries, clocks } = options;
  const loaded = await inSnapshot(databaseUrl, "presage load", (snapshot) => loadTables(snapshot, rules));
  const time = clocks.virtual && (await readStoredTime(sql));
  if (time !== undefined) clocks.virtual?.set(time);
  await options.readKept(sql);
  committer.rewind(loaded.head);
  entries.rewind();
  return loaded;
}
