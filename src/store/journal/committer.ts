/**
 * Makes batches durable, one at a time, also when the connection breaks. A commit returns when the batch is in the
 * journal, exactly once, and fails only if going on would be wrong. After a transient failure it is unknown if the batch
 * was written. A new session is opened: once it has the writer's lock, the old session has ended, and the journal's last
 * row shows the outcome. If that row is neither this batch nor the one before, another writer wrote it.
 */
import { setTimeout as delay } from "node:timers/promises";
import { createRetryDelays, isTransient, getErrorMessage } from "../sql/unavailable.ts";
import type { RetryDelays } from "../sql/unavailable.ts";
import type { Batch, JournalHead } from "./journal.ts";
import { NotReplicated, watchReplication } from "./replication.ts";
import type { DatabaseSession, WriterSession } from "./writer-session.ts";
import { createStoreHealth } from "./store-health.ts";
import type { ChangingHealth, StoreHealth } from "./store-health.ts";
import { openWriterSession } from "./writer-session.ts";

export type Committer = {
  /**
   * Returns when the batch is durable, however long that takes. Throws if the batch can never be durable: the process
   * must end.
   */
  commit(batch: Batch): Promise<void>;
  /**
   * Continues after `head`, the journal's last batch after the journal was put back to an earlier state. No commit may be
   * underway.
   */
  rewind(head: JournalHead): void;
  /** State of commits: up, or since when they fail. */
  readonly health: StoreHealth;
  /** True if the session in use holds the writer's lock; false while another one is opened. */
  holdsLock(): boolean;
  /**
   * Returns the age of the last proof that this process leads its cluster, ms. Proves it again if that is older than half a
   * second.
   */
  proveLead(): Promise<number>;
  /** Stops retries, so that closing does not wait for an unreachable database. */
  stopRetrying(): void;
  close(): Promise<void>;
};

export type CommitterOptions = {
  readonly url: string;
  /** The initial session. Nothing was added to the journal since it began. */
  readonly writer: WriterSession;
  /** Called when the committer must stop and no commit is underway that could report the error. */
  readonly onFailure: (error: unknown) => void;
};

type State = {
  readonly options: CommitterOptions;
  readonly health: ChangingHealth;
  readonly stopping: AbortController;
  /** The last batch that is known to be durable. */
  last: JournalHead;
  /** The batch whose commit is underway. */
  batch: Batch | undefined;
  /** The batch that a session had written before it broke. */
  written: Batch | undefined;
  /** The session in use; none while one is opened. */
  current: WriterSession | undefined;
  /** The session in use, or the one being opened. */
  writer: Promise<WriterSession>;
  readonly delays: RetryDelays;
  /** Start of the last commit or proof that the database confirmed, on the monotonic clock, ms. */
  provenAt: number;
  /** A proof that is underway. */
  proof: Promise<void> | undefined;
  /** Sessions that may still exist on the server. */
  readonly earlier: DatabaseSession[];
};

/** Duration after which a commit is reported as down, although it may still succeed. */
const SLOW_MS = 2_000;

export function createCommitter(options: CommitterOptions): Committer {
  const { writer } = options;
  const state: State = {
    options,
    health: createStoreHealth(),
    stopping: new AbortController(),
    last: writer.last,
    batch: undefined,
    written: undefined,
    current: undefined,
    writer: Promise.resolve(writer),
    delays: createRetryDelays(),
    provenAt: -Infinity,
    proof: undefined,
    earlier: [writer.session],
  };
  use(state, writer);
  const watch = watchCluster(state, options);
  // Engines that follow see by it that this one is alive.
  const proofs =
    writer.candidate?.openTerm &&
    setInterval(() => void proveLead(state).catch(() => {}), PROOF_MS / 2).unref();
  return {
    commit: (batch) => commit(state, batch),
    rewind: (head) => {
      state.last = head;
    },
    health: state.health,
    holdsLock: () => state.current !== undefined,
    proveLead: () => proveLead(state),
    stopRetrying: () => state.stopping.abort(),
    close: async () => {
      clearInterval(proofs);
      // The lock is let go first: another engine may wait for it.
      await close(state);
      await watch?.close();
    },
  };
}

/** Gives up the session of a cluster while its database does not replicate; the next one opens once it does. */
function watchCluster(
  state: State,
  { url, writer }: CommitterOptions,
): { close(): Promise<void> } | undefined {
  if (writer.candidate === undefined) return undefined;
  return watchReplication(url, (fault) => {
    if (state.current !== undefined) replace(state, state.current, fault);
  });
}

async function commit(state: State, batch: Batch): Promise<void> {
  state.batch = batch;
  const slow = setTimeout(() => markSlow(state), SLOW_MS);
  try {
    while (!(await tryCommit(state, batch)));
  } finally {
    clearTimeout(slow);
    state.batch = undefined;
  }
  state.last = batch;
  state.delays.reset();
  state.health.markUp();
}

/** Notes a slow commit, unless there is a better reason already. */
function markSlow({ health }: State): void {
  if (health.now().state === "up") health.markDown("a commit takes long");
}

/** Returns true if the batch is durable; otherwise there is another session to try with. */
async function tryCommit(state: State, batch: Batch): Promise<boolean> {
  const writer = state.current ?? (await state.writer);
  // The previous session wrote the batch, but its answer did not arrive.
  if (state.written === batch) return true;
  const startedAt = performance.now();
  try {
    await writer.commit(batch);
    state.provenAt = startedAt;
    return true;
  } catch (error) {
    if (!isTransient(error)) throw error;
    replace(state, writer, error);
    return false;
  }
}

/** Age from which a proof of the lead is made again, ms. */
const PROOF_MS = 500;

async function proveLead(state: State): Promise<number> {
  if (performance.now() - state.provenAt > PROOF_MS)
    await (state.proof ??= makeProof(state).finally(() => (state.proof = undefined)));
  return performance.now() - state.provenAt;
}

async function makeProof(state: State): Promise<void> {
  const writer = state.current ?? (await state.writer);
  const startedAt = performance.now();
  try {
    await writer.prove();
    state.provenAt = startedAt;
  } catch (error) {
    if (isTransient(error)) replace(state, writer, error);
    throw error;
  }
}

function use(state: State, writer: WriterSession): void {
  state.current = writer;
  void outlive(state, writer);
}

async function outlive(state: State, writer: WriterSession): Promise<void> {
  const error = await writer.lost;
  if (isTransient(error)) replace(state, writer, error);
  // A commit that is underway fails with this error, and reports it itself.
  else if (state.batch === undefined) state.options.onFailure(error);
}

function replace(state: State, writer: WriterSession, reason: unknown): void {
  if (state.current !== writer) return;
  state.current = undefined;
  markDown(state, reason);
  void writer.close();
  state.writer = reopen(state);
  state.writer.catch((error: unknown) => {
    if (state.batch === undefined && !state.stopping.signal.aborted) state.options.onFailure(error);
  });
}

/** Notes why commits fail; a reason of its own for clients only if it names no server. */
function markDown({ health }: State, error: unknown): void {
  health.markDown(getErrorMessage(error), error instanceof NotReplicated ? error.shown : undefined);
}

async function reopen(state: State): Promise<WriterSession> {
  for (;;) {
    await pause(state);
    try {
      return await open(state);
    } catch (error) {
      if (!isTransient(error)) throw error;
      markDown(state, error);
    }
  }
}

/** Waits before a retry; the first comes at once. A session that opens may still be unable to commit. */
async function pause(state: State): Promise<void> {
  const { signal } = state.stopping;
  await delay(state.delays.next(), undefined, { signal }).catch(() => {
    const now = state.health.now();
    throw new CommitImpossible(
      "database_away",
      `it is away: ${now.state === "down" ? now.reason : "at the end"}`,
    );
  });
}

async function open(state: State): Promise<WriterSession> {
  const { options, earlier } = state;
  const { candidate } = options.writer;
  const writer = await openWriterSession(options.url, { earlier, candidate, again: true });
  const { batch, last } = state;
  const isWritten = batch !== undefined && isSame(writer.last, batch);
  if (!isWritten && !isSame(writer.last, last)) {
    await writer.close();
    throw new CommitImpossible(
      "journal_differs",
      `the journal ends with batch ${writer.last.seq} and not with batch ${last.seq} as it was written: ` +
        "another exchange wrote into it, or the database lost what it had",
    );
  }
  if (isWritten) state.written = batch;
  use(state, writer);
  if (batch === undefined) {
    state.delays.reset();
    state.health.markUp();
  }
  return writer;
}

/** An error whose code distinguishes it from a fault in the batch. */
class CommitImpossible extends Error {
  readonly code: "journal_differs" | "database_away";
  constructor(code: CommitImpossible["code"], message: string) {
    super(message);
    this.code = code;
  }
}

const isSame = (one: JournalHead, other: JournalHead): boolean =>
  one.seq === other.seq && one.hash.equals(other.hash);

async function close(state: State): Promise<void> {
  state.stopping.abort();
  const writer = await state.writer.catch(() => undefined);
  await writer?.close();
}
