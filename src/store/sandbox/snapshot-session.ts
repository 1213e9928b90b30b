/** The database as snapshots reach it, on a connection of its own. */
import type { Exchange, Rules } from "../../core/state.ts";
import type { JournalHead } from "../journal/journal.ts";
import { loadTables } from "../projector/load-tables.ts";
import { openDatabase } from "../sql/database.ts";
import { inSnapshot } from "../sql/table-stream.ts";
import { listSnapshots, putBackSnapshot, removeSnapshot, storeSnapshot } from "./snapshots.ts";
import type { NewSnapshot, Snapshot } from "./snapshots.ts";
import { readStoredTime, saveVirtualTime } from "./virtual-time.ts";
import type { StoredVirtualTime } from "./virtual-time.ts";

export type SnapshotSession = {
  list(): Promise<Snapshot[]>;
  /** Copies the database, in which nothing may be underway; an earlier snapshot of the name ends. */
  store(next: NewSnapshot): Promise<Snapshot>;
  /** Puts the database back as it was. */
  putBack(snapshot: Snapshot): Promise<void>;
  /** Removes a snapshot; false if there is none of the name. */
  remove(name: string): Promise<boolean>;
  /** Loads the exchange as the tables have it. */
  load(rules: Rules): Promise<{ readonly exchange: Exchange; readonly head: JournalHead }>;
  readTime(): Promise<StoredVirtualTime | undefined>;
  saveTime(time: StoredVirtualTime): Promise<void>;
  end(): Promise<void>;
};

export function openSnapshotSession(databaseUrl: string): SnapshotSession {
  const sql = openDatabase(databaseUrl, { name: "presage snapshots", maxConnections: 1 });
  return {
    list: () => listSnapshots(sql),
    store: (next) => storeSnapshot(sql, next),
    putBack: (snapshot) => putBackSnapshot(sql, snapshot),
    remove: (name) => removeSnapshot(sql, name),
    load: (rules) => inSnapshot(databaseUrl, "presage load", (snapshot) => loadTables(snapshot, rules)),
    readTime: () => readStoredTime(sql),
    saveTime: (time) => saveVirtualTime(sql, time),
    end: () => sql.end({ timeout: 1 }),
  };
}
