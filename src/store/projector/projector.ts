/**
 * Writes the read tables behind the journal. Rows of committed batches are collected and merged; a flush writes them
 * all in one transaction with the number of the last batch. Between flushes there is a gap, in which rows merge; a
 * waiting read shortens it. The collected rows are bounded: at the bound the writer waits for the next flush.
 */
import { TablesBehind } from "../sql/unavailable.ts";
import { mergeBatchRows, measureBatches } from "./table-rows.ts";
import type { BatchRows } from "./table-rows.ts";
import { PROJECTOR_LIMITS } from "./projector-limits.ts";
import type { ProjectorLimits, ProjectorTimers } from "./projector-limits.ts";
import { createTableFlusher } from "./table-flusher.ts";
import type { FlusherOptions, TableFlusher, TableSession } from "./table-flusher.ts";

export type Projector = {
  /** Cancelled orders and redemptions of a batch above which their rows are built when they are written. */
  readonly manyEnds: number;
  /** Adds the rows of the next batch once it is committed. */
  add(next: BatchRows): void;
  /** Waits until there is room for the rows of another batch; `undefined` if there is room. */
  room(): Promise<void> | undefined;
  /** Waits until the tables have everything added before the call. Throws `TablesBehind` on timeout. */
  reach(): Promise<void>;
  /** Waits like `reach`, however long it takes. */
  settle(): Promise<void>;
  standing(): TablesState;
  /**
   * Blocks reads until the returned function is called, while the tables are put back to an earlier state. No rows may
   * be left to write. The returned function takes the new position of the tables, if it changed.
   */
  hold(): (seq?: number) => void;
  /** Stops retries and lifts the bound: closing waits neither for an unreachable database nor for blocked tables. */
  stopRetrying(): void;
  /** Flushes the remaining rows if the database answers, and ends the session. */
  close(): Promise<void>;
};

export type TablesState = {
  /** The last batch that the tables have. */
  readonly seq: number;
  /** Committed batches that the tables lack. */
  readonly behind: number;
  /** Rows in memory that wait to be written, and their approximate bytes. */
  readonly rows: number;
  readonly bytes: number;
  /** Approximate rows that are built when they are written: of many orders or shares that ended at once. */
  readonly ends: number;
  readonly waitingReads: number;
  /** True while the writer waits for room. */
  readonly holdsWriter: boolean;
  /** The reason why flushes fail now; `undefined` if they do not. */
  readonly failing: string | undefined;
  /** Duration so far of the running flush, ms; 0 if there is none. */
  readonly flushMs: number;
};

type ProjectorOptions<Session extends TableSession> = FlusherOptions<Session> & {
  readonly limits?: ProjectorLimits | undefined;
  /** Called after each flush with its duration, ms. */
  readonly onFlush?: ((ms: number) => void) | undefined;
  /** Called once if rows can never be written: the process must end. */
  readonly onFailure: (error: unknown) => void;
};

type State = {
  readonly timers: ProjectorTimers;
  readonly limits: ProjectorLimits;
  readonly onFlush: (ms: number) => void;
  readonly onFailure: (error: unknown) => void;
  readonly flusher: TableFlusher;
  readonly reads: WaitingReads;
  /** The last batch that was added, and the last that the tables have. */
  committed: number;
  stored: number;
  gathered: BatchRows | undefined;
  /** Rows being flushed. */
  flushing: BatchRows | undefined;
  flushingSince: number;
  flushedAt: number;
  failure: { readonly error: unknown } | undefined;
  writers: (() => void)[];
  /** Resolves when the tables have been put back to an earlier state; `undefined` while nothing puts them back. */
  held: Promise<void> | undefined;
  /** Checks whether the pause between two flushes is over; `undefined` outside such a pause. */
  look: (() => void) | undefined;
  running: Promise<void> | undefined;
  closing: boolean;
  stopped: boolean;
};

export function createProjector<Session extends TableSession>(options: ProjectorOptions<Session>): Projector {
  const { session, timers, limits = PROJECTOR_LIMITS, onFlush = () => {}, onFailure } = options;
  const state: State = {
    timers,
    limits,
    onFlush,
    onFailure,
    flusher: createTableFlusher(options),
    reads: createWaitingReads(timers, () => state.stored),
    committed: session.seq,
    stored: session.seq,
    gathered: undefined,
    flushing: undefined,
    flushingSince: 0,
    flushedAt: Number.NEGATIVE_INFINITY,
    failure: undefined,
    writers: [],
    held: undefined,
    look: undefined,
    running: undefined,
    closing: false,
    stopped: false,
  };
  return {
    manyEnds: limits.manyEnds,
    add: (next) => add(state, next),
    room: () => room(state),
    reach: () => reach(state, limits.reachMs),
    settle: () => reach(state, Number.POSITIVE_INFINITY),
    standing: () => getTablesStatus(state),
    hold: () => hold(state),
    stopRetrying: () => stopRetrying(state),
    close: () => close(state),
  };
}

function add(state: State, next: BatchRows): void {
  state.gathered = mergeBatchRows(state.gathered, next);
  state.committed = next.seq;
  if (state.running === undefined && state.failure === undefined) state.running = run(state);
  else if (state.look !== undefined && gapLeft(state) <= 0) state.timers.after(0, state.look);
}

/** Flushes until no rows are left. */
async function run(state: State): Promise<void> {
  try {
    while (state.gathered !== undefined) {
      await gap(state);
      const taken = state.gathered;
      state.gathered = undefined;
      state.flushing = taken;
      state.flushingSince = state.timers.now();
      await state.flusher.flush(taken, state.stored);
      state.flushing = undefined;
      state.flushedAt = state.timers.now();
      state.onFlush(state.flushedAt - state.flushingSince);
      state.stored = taken.seq;
      state.reads.answer(taken.seq);
      // Rows collected meanwhile may be at the bound again.
      if (!isAtBound(state)) releaseWriters(state);
    }
  } catch (error) {
    fail(state, error);
  } finally {
    state.running = undefined;
  }
}

/** Waits until the gap after the last flush is over, and at least one tick of the event loop: answers are sent first. */
function gap(state: State): Promise<void> {
  const { timers } = state;
  return new Promise((resolve) => {
    const look = (): void => {
      if (state.look !== look) return;
      const ms = gapLeft(state);
      if (ms > 0) return timers.after(ms, look);
      state.look = undefined;
      resolve();
    };
    state.look = look;
    timers.after(0, look);
  });
}

function gapLeft(state: State): number {
  const { timers, limits, flushedAt, gathered, reads, writers, closing } = state;
  const isFull = measureBatches(gathered).rows >= limits.enoughRows || writers.length > 0;
  if (isFull || closing) return 0;
  const gapMs = reads.count() > 0 ? limits.shortGapMs : limits.gapMs;
  return flushedAt + gapMs - timers.now();
}

/** Stops the flushes. The next start builds the remaining rows from the journal. */
function fail(state: State, error: unknown): void {
  state.failure = { error };
  state.reads.fail(error);
  releaseWriters(state);
  if (!state.stopped) state.onFailure(error);
}

/** Waits while the collected rows are at the bound; only the writer calls this. */
function room(state: State): Promise<void> | undefined {
  if (!isAtBound(state) || state.failure !== undefined || state.stopped) return undefined;
  return new Promise((resolve) => {
    state.writers.push(resolve);
    state.look?.();
  });
}

function releaseWriters({ writers }: State): void {
  for (const go of writers.splice(0)) go();
}

function isAtBound({ limits, gathered, flushing }: State): boolean {
  const [one, other] = [measureBatches(gathered), measureBatches(flushing)];
  return one.rows + other.rows >= limits.mostRows || one.bytes + other.bytes >= limits.mostBytes;
}

function reach(state: State, mostMs: number): Promise<void> {
  const { stored, committed, failure, reads, held } = state;
  if (held !== undefined) return held.then(() => reach(state, mostMs));
  if (stored === committed) return Promise.resolve();
  if (failure !== undefined) return Promise.reject(failure.error);
  const reached = reads.wait(committed, mostMs);
  state.look?.();
  return reached;
}

function hold(state: State): (seq?: number) => void {
  if (state.stored !== state.committed) throw new Error("tables are held while rows wait for them");
  const { promise, resolve } = Promise.withResolvers<void>();
  state.held = promise;
  return (seq = state.stored) => {
    state.stored = seq;
    state.committed = seq;
    state.held = undefined;
    resolve();
  };
}

function getTablesStatus(state: State): TablesState {
  const [one, other] = [measureBatches(state.gathered), measureBatches(state.flushing)];
  return {
    seq: state.stored,
    behind: state.committed - state.stored,
    rows: one.rows + other.rows,
    bytes: one.bytes + other.bytes,
    ends: one.ends + other.ends,
    waitingReads: state.reads.count(),
    holdsWriter: state.writers.length > 0,
    failing: state.flusher.failing(),
    flushMs: state.flushing === undefined ? 0 : Math.round(state.timers.now() - state.flushingSince),
  };
}

function stopRetrying(state: State): void {
  state.stopped = true;
  state.flusher.stopRetrying();
  releaseWriters(state);
}

async function close(state: State): Promise<void> {
  state.closing = true;
  state.look?.();
  // Tables that another session locks do not delay closing: the next start builds the remaining rows from the journal.
  const { promise: late, resolve: stopWaiting } = Promise.withResolvers<void>();
  state.timers.remind(state.limits.closeMs, stopWaiting);
  await Promise.race([state.running, late]);
  stopRetrying(state);
  await state.flusher.close();
}

// Reads that wait until the read tables have the batch that was the last commit when the read began.

type WaitingReads = {
  /** Waits for a batch, at most `mostMs`. Batch numbers never decrease from call to call. */
  wait(seq: number, mostMs: number): Promise<void>;
  /** Completes the reads that wait for this batch or an earlier one. */
  answer(stored: number): void;
  fail(error: unknown): void;
  count(): number;
};

type WaitingRead = {
  readonly seq: number;
  /** Time at which the read times out; infinite without a timeout. */
  readonly until: number;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
};

/** Creates the waiting reads; `tablesSeq` returns the last batch that the tables have. */
function createWaitingReads(timers: ProjectorTimers, tablesSeq: () => number): WaitingReads {
  let waitingReads: WaitingRead[] = [];
  /** True while a timer for timed-out reads is set. */
  let isTimerSet = false;

  function expireLater(): void {
    if (isTimerSet) return;
    const soonest = Math.min(...waitingReads.map(({ until }) => until));
    if (soonest === Number.POSITIVE_INFINITY) return;
    isTimerSet = true;
    timers.remind(Math.max(soonest - timers.now(), 0), expire);
  }

  function expire(): void {
    isTimerSet = false;
    const now = timers.now();
    const late = waitingReads.filter(({ until }) => until <= now);
    waitingReads = waitingReads.filter(({ until }) => until > now);
    for (const { seq, reject } of late) reject(new TablesBehind(seq - tablesSeq()));
    expireLater();
  }

  return {
    wait: (seq, mostMs) =>
      new Promise((resolve, reject) => {
        waitingReads.push({ seq, until: timers.now() + mostMs, resolve, reject });
        expireLater();
      }),
    answer(stored) {
      const done = waitingReads.filter(({ seq }) => seq <= stored);
      waitingReads = waitingReads.filter(({ seq }) => seq > stored);
      for (const { resolve } of done) resolve();
    },
    fail(error) {
      for (const { reject } of waitingReads.splice(0)) reject(error);
    },
    count: () => waitingReads.length,
  };
}
