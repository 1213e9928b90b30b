/**
 * The journal of a run, with the ids of all orders and requests in it, and the rows of heartbeats. It refuses what the real
 * database's constraints refuse, takes one writer at a time, and fails where a fault says so. Written data stays.
 */
import assert from "node:assert/strict";
import type { RequestName } from "../../src/core/request.ts";
import type { Batch, JournalHead } from "../../src/store/journal/journal.ts";
import { batchHash, GENESIS_HASH } from "../../src/store/journal/journal.ts";
import type { ConnectedKey } from "../../src/store/keys/connected-keys.ts";
import type { Heartbeat } from "../../src/store/keys/heartbeats.ts";
import { FlushImpossible } from "../../src/store/projector/table-flusher.ts";
import { StoreUnavailable } from "../../src/store/sql/unavailable.ts";
import type { Random } from "../support/random.ts";
import { checkDueWork, createDueTables } from "./due-tables.ts";
import type { DueTables } from "./due-tables.ts";
import type { FaultKind, Faults } from "./faults.ts";
import { findEarlierRequest } from "./once-command.ts";
import { keepList, keepMap, keepSets } from "./moments.ts";
import type { Moment, Moments } from "./moments.ts";
import type { Snapshot } from "../../src/store/sandbox/snapshots.ts";
import type { VirtualTime } from "./virtual-time.ts";

/**
 * The connection of one process to the store. It is closed when its process died, and lets nothing through any more.
 */
export type Session = {
  open: boolean;
  /** Tells the process that commits fail, and why; `undefined` when they go through again. */
  suspend: (why: string | undefined) => void;
  /** The last batch that its process knows to be in the journal. */
  last?: JournalHead | undefined;
};

/** A snapshot, and the moment of the run that it is of. */
export type StoredSnapshot = { readonly snapshot: Snapshot; readonly moment: Moment };

export type StoreState = "up" | "down" | "full";

/** Lets a process die while it talks to the store; true when it did. */
export type DeathFault = (session: Session, kind: Extract<FaultKind, `crash ${string}`>) => boolean;

export type StoreWorld = {
  readonly time: VirtualTime;
  readonly random: Random;
  readonly faults: Faults;
  readonly dies: DeathFault;
  /** Called when a batch was written, before any answer. */
  readonly written: (batch: Batch) => void;
  /** False if a batch with these new orders must be refused as wrong. */
  readonly isTaken: (ids: readonly string[]) => boolean;
  readonly fail: (error: unknown) => void;
  readonly moments: Moments;
};

/** Kinds of statements of a sandbox, each with faults of its own. */
export type StatementKind = "statement" | "snapshot" | "revert";

export type SimulatedStore = {
  readonly rows: readonly Batch[];
  readonly orderIds: ReadonlySet<string>;
  readonly heartbeats: Map<string, Heartbeat>;
  readonly connectedKeys: Map<string, ConnectedKey>;
  readonly due: DueTables;
  state: StoreState;
  /** True while a batch is being written. */
  isWriting(): boolean;
  commit(session: Session, batch: Batch): Promise<void>;
  /** Answers a look-up with `rows`, which takes a while and may fail. */
  lookUp<T>(session: Session, rows: T): Promise<T>;
  /** Runs one statement, `act`, which takes a while and may fail. */
  run<T>(session: Session, act: () => T): Promise<T>;
  /** Runs one statement that may also be done while its answer is lost, or its process dead. */
  change<T>(session: Session, act: () => T, kind?: StatementKind): Promise<T>;
  readonly snapshots: Map<string, StoredSnapshot>;
  /** Makes this session the only writer, once a batch of an earlier one is written or lost, and reads the journal. */
  open(session: Session): Promise<readonly Batch[]>;
};

/** Time after which a commit counts as trouble, although it may still succeed. */
const SLOW_MS = 1_000;

const never = <T>(): Promise<T> => new Promise(() => undefined);

export function createSimulatedStore(world: StoreWorld): SimulatedStore {
  const { time, random, faults, moments } = world;
  const rows: Batch[] = [];
  const orderIds = new Set<string>();
  const requests: RequestName[] = [];
  let writing: Session | undefined;

  /** Settles later, if the process still lives. */
  const later = <T>(session: Session, milliseconds: number, act: () => T): Promise<T> =>
    new Promise((resolve, reject) => {
      time.after(milliseconds, () => {
        if (!session.open) return;
        try {
          const result = act();
          if (session.open) resolve(result);
        } catch (error) {
          if (error instanceof StoreFailure || error instanceof StoreUnavailable) reject(error);
          else world.fail(error);
        }
      });
    });

  function write(batch: Batch): void {
    checkFollows(rows.at(-1), batch);
    for (const id of idsOf(batch)) {
      assert.ok(!orderIds.has(id), `I12: order ${id} is placed a second time in batch ${batch.seq}`);
      orderIds.add(id);
    }
    for (const name of requestsOf(batch)) {
      const same = findEarlierRequest(requests, name);
      assert.equal(same, undefined, `I16: a request is carried out a second time in batch ${batch.seq}`);
      requests.push(name);
    }
    rows.push(batch);
    checkDueWork(store.due, batch);
    world.written(batch);
  }

  /** Tries to write the batch. False after a passing failure, even if it was written; a lasting failure throws. */
  function settle(session: Session, batch: Batch): boolean {
    writing = undefined;
    if (store.state !== "up") return false;
    // The batch of a process that died meanwhile may still have come through.
    if (!session.open && random.chance(50)) return false;
    if (session.open && faults.strike("commit lost")) return false;
    if (session.open && !world.isTaken(idsOf(batch))) throw new StoreFailure("it is wrong", "23514");
    const isOver = session.open && faults.strike("commit failed for good");
    if (isOver && random.chance(50)) throw new StoreFailure("going on would be wrong");
    write(batch);
    if (!session.open || world.dies(session, "crash after the commit, before the answers")) return true;
    if (isOver) throw new StoreFailure("going on would be wrong");
    return !faults.strike("commit written but its answer lost");
  }

  /** Tries until the batch is durable. Each new try first looks for the last one in the journal. */
  function tryCommit(session: Session, batch: Batch, end: (error?: unknown) => void): void {
    writing = session;
    const slow = faults.strike("commit slow");
    time.after(slow ? random.between(200, 9_000) : random.between(1, 6), () => {
      try {
        const done = settle(session, batch);
        if (!session.open) return;
        if (done) return end();
        session.suspend("the database does not answer");
        time.after(random.between(10, 1_000), () => retry(session, batch, end));
      } catch (error) {
        if (session.open) end(error);
        else world.fail(error);
      }
    });
  }

  function retry(session: Session, batch: Batch, end: (error?: unknown) => void): void {
    if (!session.open) return undefined;
    if (store.state === "down") return void time.after(200, () => retry(session, batch, end));
    const last = rows.at(-1);
    if (isSame(last, batch)) return end();
    try {
      assert.ok(isSame(last, session.last), "the journal ends otherwise than the process knows");
    } catch (error) {
      return world.fail(error);
    }
    return tryCommit(session, batch, end);
  }

  function commit(session: Session, batch: Batch): Promise<void> {
    assert.equal(writing, undefined, "a batch is committed while another one is being written");
    if (world.dies(session, "crash before the commit")) return never();
    return new Promise((resolve, reject) => {
      let over = false;
      time.after(SLOW_MS, () => {
        if (!over && session.open) session.suspend("a commit takes long");
      });
      tryCommit(session, batch, (error) => {
        over = true;
        session.suspend(undefined);
        if (error !== undefined) return reject(error);
        session.last = batch;
        resolve();
      });
    });
  }

  /** Answers with the rows that were committed when it was called, however long the answer takes. */
  function lookUp<T>(session: Session, known: T): Promise<T> {
    if (world.dies(session, "crash in a look-up")) return never();
    const slow = faults.strike("look-up slow");
    return later(session, slow ? random.between(50, 2_500) : random.between(0, 3), () => {
      if (store.state === "down" || faults.strike("look-up failed")) throw new StoreUnavailable();
      if (faults.strike("look-up failed for good")) throw new StoreFailure("the look-up failed");
      return known;
    });
  }

  const run = <T>(session: Session, act: () => T): Promise<T> =>
    later(session, random.between(1, 5), () => {
      if (store.state !== "up" || faults.strike("heartbeat not stored"))
        throw new StoreFailure("the statement failed");
      return act();
    });

  /** False if nothing is done. A process that died may still have its statement done, unless that takes long. */
  function isDone(session: Session, slow: boolean, kind: StatementKind): boolean {
    if (store.state !== "up") return false;
    if (!session.open) return !slow && random.chance(50);
    return !world.dies(session, `crash before a ${kind}`) && !faults.strike(`${kind} lost`);
  }

  function change<T>(session: Session, act: () => T, kind: StatementKind = "statement"): Promise<T> {
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    const slow = faults.strike(`${kind} slow`);
    const answer = (say: () => void): void =>
      time.after(random.below(4), () => {
        if (session.open) say();
      });
    time.after(slow ? random.between(50, 2_500) : random.between(1, 5), () => {
      try {
        if (!isDone(session, slow, kind)) return answer(() => reject(new StoreUnavailable()));
        const result = act();
        if (!session.open || world.dies(session, `crash after a ${kind}, before its answer`)) return;
        const isLost = faults.strike(`${kind} done but its answer lost`);
        answer(() => (isLost ? reject(new StoreUnavailable()) : resolve(result)));
      } catch (error) {
        world.fail(error);
      }
    });
    return promise;
  }

  async function open(session: Session): Promise<readonly Batch[]> {
    const busy = await later(session, random.between(5, 50), () => {
      if (store.state === "down") throw new StoreFailure("the store is down");
      return writing !== undefined;
    });
    if (busy) return open(session);
    session.last = rows.at(-1);
    return [...rows];
  }

  const store: SimulatedStore = {
    rows,
    orderIds,
    heartbeats: new Map(),
    connectedKeys: new Map(),
    due: createDueTables(),
    snapshots: new Map(),
    state: "up",
    isWriting: () => writing !== undefined,
    commit,
    lookUp,
    run,
    change,
    open,
  };
  const { heartbeats, connectedKeys, due } = store;
  moments.ofStore(keepList(rows));
  moments.ofStore(keepList(requests));
  moments.ofStore(keepSets(orderIds));
  moments.ofStore(keepSets(due.undone));
  for (const map of [heartbeats, connectedKeys, due.delayed, due.settlements])
    moments.ofStore(keepMap<unknown, unknown>(map as Map<unknown, unknown>));
  return store;
}

/** The failure of the simulated database behind an error, where a flush failed for good of it; else the error. */
export const originOf = (error: unknown): unknown => (error instanceof FlushImpossible ? error.cause : error);

/** An error of the database; any other error is a bug of the tested code or of the test. */
export class StoreFailure extends Error {
  override name = "StoreFailure";
  /** Error code; by default that of a failing disk. */
  readonly code: string;
  constructor(message: string, code = "58030") {
    super(message);
    this.code = code;
  }
}

const isSame = (one: JournalHead | undefined, other: JournalHead | undefined): boolean =>
  (one?.seq ?? 0) === (other?.seq ?? 0) && (one?.hash ?? GENESIS_HASH).equals(other?.hash ?? GENESIS_HASH);

/** I12: no gap, no step back in time, the chain of hashes. */
function checkFollows(last: JournalHead | undefined, { seq, at, events, hash }: Batch): void {
  const head = last ?? { seq: 0, at: 0, hash: GENESIS_HASH };
  assert.equal(seq, head.seq + 1, "I12: a batch does not follow the last one");
  assert.ok(at >= head.at, `I12: batch ${seq} is of ${at}, before batch ${head.seq} of ${head.at}`);
  assert.ok(batchHash(head.hash, seq, at, events).equals(hash), `I12: the hash of batch ${seq}`);
}

type PlacedText = { readonly type: string; readonly order?: number | { readonly id: string } };

function idsOf({ events }: Batch): string[] {
  const stored: readonly PlacedText[] = JSON.parse(events);
  return stored.flatMap(({ order }) => (typeof order === "object" ? [order.id] : []));
}

type RequestText = RequestName & { readonly type: string };

function requestsOf({ events }: Batch): RequestName[] {
  const stored: readonly RequestText[] = JSON.parse(events);
  return stored.flatMap(({ type, ...request }) => (type === "request-done" ? request : []));
}
