/**
 * The read tables of a run, behind the sessions that flush into them. After each flush their rows are those that the
 * journal leaves up to their batch: a model applies each batch's rows by themselves, without merging. One session at a
 * time has the lock; that of a process that died may still finish its flush.
 */
import assert from "node:assert/strict";
import { createReplay, replayBatch } from "../../src/core/events/event-codec.ts";
import type { RequestName } from "../../src/core/request.ts";
import type { CompletedRequest } from "../../src/engine/repeats/entry.ts";
import type { Batch } from "../../src/store/journal/journal.ts";
import type { BatchRows } from "../../src/store/projector/table-rows.ts";
import { collectTouched } from "../../src/store/projector/projection.ts";
import { readRows } from "../../src/store/projector/table-rows.ts";
import type { TableSession } from "../../src/store/projector/table-flusher.ts";
import { StoreUnavailable } from "../../src/store/sql/unavailable.ts";
import type { Random } from "../support/random.ts";
import type { Faults } from "./faults.ts";
import type { Moments } from "./moments.ts";
import { StoreFailure } from "./simulated-store.ts";
import type { DeathFault, Session, SimulatedStore } from "./simulated-store.ts";
import {
  applyRows,
  compareAll,
  copyContents,
  compareWritten,
  createTableContents,
  rowsOf,
} from "./table-contents.ts";
import type { StoredRow } from "./table-contents.ts";
import type { VirtualTime } from "./virtual-time.ts";

export type SimulatedTables = {
  /** The batch up to which the tables stand. */
  seq(): number;
  /** Orders by their ids. */
  orders(): ReadonlyMap<string, StoredRow>;
  requests(): readonly CompletedRequest[];
  /** Takes the lock once no flush of an earlier session is underway; `after` is the session that is ended for it. */
  open(process: Session, after?: TableSession): Promise<TableSession>;
  /** Compares all rows with those that the journal leaves. */
  check(): void;
};

export type TablesWorld = {
  readonly time: VirtualTime;
  readonly random: Random;
  readonly faults: Faults;
  readonly dies: DeathFault;
  readonly store: Pick<SimulatedStore, "rows" | "state">;
  readonly moments: Moments;
  readonly reached: (what: string) => void;
  readonly note: (line: string) => void;
  readonly fail: (error: unknown) => void;
};

/** A transaction that the database is busy with. */
type Flush = { readonly session: TableSession; readonly batches: BatchRows; readonly from: number };

/** The one who waits for the answer to a flush. */
type Caller = { readonly resolve: () => void; readonly reject: (error: unknown) => void };

/** Passes by itself: the session that is to be ended is still there. */
class StillEnding extends Error {
  readonly code = "55006";
}

export function createSimulatedTables(world: TablesWorld): SimulatedTables {
  const { time, random, faults, dies, store, moments, reached, note, fail } = world;
  let contents = createTableContents();
  let model = createTableModel(store.rows);
  let stored = 0;
  let holder: TableSession | undefined;
  let underway: Flush | undefined;

  function write({ batches: { rows, seq }, from }: Flush): void {
    const last = store.rows.at(-1)?.seq ?? 0;
    assert.ok(seq <= last, `the tables go to batch ${seq}, and the journal ends with batch ${last}`);
    assert.equal(from, stored, "a flush does not begin where the tables stand");
    assert.ok(seq > from, `a flush goes from batch ${from} to ${seq}`);
    applyRows(contents, rows);
    stored = seq;
    model.follow(seq);
    compareWritten(contents, model.contents, `as of batch ${seq}`);
    note(`the tables stand at batch ${seq}`);
    if (seq > from + 1) reached("flushes of several batches");
  }

  /** Ends the transaction of a flush. False after a passing failure, even if it was written; a lasting failure throws. */
  function end(process: Session, flushed: Flush): boolean {
    if (store.state !== "up") return false;
    if (!process.open) {
      const isWritten = random.chance(50);
      reached(isWritten ? "flushes written after a death" : "flushes lost in a death");
      if (isWritten) write(flushed);
      return false;
    }
    if (faults.strike("flush lost")) return false;
    const isOver = faults.strike("flush failed for good");
    if (!isOver || random.chance(50)) write(flushed);
    if (isOver) throw new StoreFailure("the flush failed");
    if (dies(process, "crash after a flush, before its answer")) return true;
    return !faults.strike("flush written but its answer lost");
  }

  /** Begins in a turn of its own: the process may die of it, but not between a commit and its answers. */
  function flush(process: Session, flushed: Flush): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    time.after(0, () => {
      if (!process.open) return;
      try {
        assert.equal(holder, flushed.session, "a session flushes without the lock");
        assert.equal(underway, undefined, "two flushes are underway");
        if (!dies(process, "crash before a flush")) begin(process, flushed, { resolve, reject });
      } catch (error) {
        fail(error);
      }
    });
    return promise;
  }

  function begin(process: Session, flushed: Flush, { resolve, reject }: Caller): void {
    underway = flushed;
    const ms = faults.strike("flush slow") ? random.between(500, 7_000) : random.between(1, 8);
    time.after(random.below(ms), () => {
      if (!process.open || underway !== flushed || dies(process, "crash in a flush")) return;
      if (faults.strike("flush cut off")) reject(new StoreUnavailable("the connection broke"));
    });
    time.after(ms, () => {
      if (underway !== flushed) return;
      underway = undefined;
      try {
        const isDone = end(process, flushed);
        if (!process.open) return;
        if (isDone) resolve();
        else reject(new StoreUnavailable());
      } catch (error) {
        if (error instanceof StoreFailure) reject(error);
        else fail(error);
      }
    });
  }

  function take(process: Session): TableSession {
    const session: TableSession = {
      seq: stored,
      flush: (batches, from) => flush(process, { session, batches, from }),
      close: async () => undefined,
    };
    holder = session;
    return session;
  }

  /** Tries once; `undefined` while the lock is held. */
  function tryOpen(process: Session, after: TableSession | undefined): TableSession | undefined {
    if (store.state === "down" || faults.strike("tables not opened")) throw new StoreUnavailable();
    if (underway === undefined) return take(process);
    if (underway.session !== after) return undefined;
    // The old session is ended in its flush, or takes its time to end and may write it yet.
    if (random.chance(50)) throw new StillEnding();
    reached("flushes ended with their session");
    underway = undefined;
    return take(process);
  }

  async function open(process: Session, after?: TableSession): Promise<TableSession> {
    await new Promise<void>((resolve) =>
      time.after(random.between(2, 30), () => {
        if (process.open) resolve();
      }),
    );
    return tryOpen(process, after) ?? open(process, after);
  }

  const requests = (): CompletedRequest[] =>
    Array.from(rowsOf(contents, "requests").values(), ({ seq, name, result }) => {
      const { at, hash } = store.rows[Number(seq) - 1]!;
      return { seq: Number(seq), at, hash, name: name as RequestName, result };
    });
  const orders = (): ReadonlyMap<string, StoredRow> =>
    new Map(Array.from(rowsOf(contents, "orders").values(), (row) => [model.idOf(row), row]));
  moments.ofStore(() => {
    assert.equal(stored, store.rows.length, "a snapshot is taken of tables that stand behind");
    const copy = copyContents(contents);
    return () => {
      assert.equal(underway, undefined, "tables are put back while they are written");
      contents = copyContents(copy);
      stored = store.rows.length;
      model = createTableModel(store.rows);
      model.follow(stored);
      check();
    };
  });
  const check = (): void => compareAll(contents, model.contents, `as of batch ${stored}`);
  return { seq: () => stored, orders, requests, open, check };
}

/** The tables as each batch of the journal leaves them, one after another. */
function createTableModel(rows: readonly Batch[]) {
  const replay = createReplay();
  const contents = createTableContents();
  const ids = new Map<unknown, string>();
  let seq = 0;
  function follow(to: number): void {
    for (const batch of rows.slice(seq, to)) {
      const events = replayBatch(replay, batch.events, batch.at);
      for (const event of events) if (event.type === "order-placed") ids.set(event.order.no, event.order.id);
      applyRows(contents, readRows(collectTouched(replay.exchange, events), batch));
      seq = batch.seq;
    }
  }
  const idOf = ({ no }: StoredRow): string => ids.get(no) ?? assert.fail(`nobody placed order ${no}`);
  return { contents, follow, idOf };
}
