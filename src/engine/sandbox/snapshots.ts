/**
 * Snapshots of a sandbox: take its complete state under a name, and revert to it. Both run as exclusive work of the
 * writer, so that they are consistent. Requests and connections stay open, and wait.
 */
import type { Rejection } from "../../core/rejection.ts";
import type { Rules } from "../../core/state.ts";
import type { Committer } from "../../store/journal/committer.ts";
import type { KeyRings } from "../../store/keys/key-rings.ts";
import type { Projector } from "../../store/projector/projector.ts";
import { openSnapshotSession } from "../../store/sandbox/snapshots.ts";
import type { Snapshot, SnapshotSession } from "../../store/sandbox/snapshots.ts";
import { isUnavailable } from "../../store/sql/unavailable.ts";
import type { Clocks } from "../time/clocks.ts";
import type { Engine } from "../engine.ts";
import type { ExclusiveContext, Replacement } from "../repeats/entry.ts";
import { pauseParts, readAllEntries, reloadOperatorParts } from "../operators/operator-parts.ts";
import type { OperatorParts } from "../operators/operator-parts.ts";
import type { StoredEntries } from "../repeats/stored-entries.ts";
import { reloadTimedParts } from "../time/timed-parts.ts";
import type { TimedParts } from "../time/timed-parts.ts";

/** Name of the snapshot of the first start. */
export const START_SNAPSHOT = "start";

export type Snapshots = {
  /** Saves the current state under a name, and replaces an earlier snapshot of that name. */
  take(name: string): Promise<Snapshot | Rejection>;
  /** Reverts the whole exchange to a snapshot. Throws if there is none of the name. */
  revert(name: string): Promise<Snapshot | Rejection>;
  list(): Promise<readonly Snapshot[]>;
  /** Removes a snapshot; false if there is none of the name. */
  remove(name: string): Promise<boolean>;
};

type SnapshotOptions = {
  readonly open: () => SnapshotSession;
  readonly engine: Pick<Engine, "alone">;
  readonly committer: Pick<Committer, "rewind">;
  readonly tables: Pick<Projector, "hold">;
  readonly entries: Pick<StoredEntries, "rewind">;
  readonly clocks: Clocks;
  readonly rules: Rules;
  /** Pauses background work of the exchange; the returned function resumes it. */
  readonly pause: () => Promise<() => void>;
  /** Returns once no write beside the journal is running. */
  readonly written: () => Promise<void>;
  /** Reads again the cached tables: keys, sessions, proofs, and house market makers. */
  readonly readKept: () => Promise<void>;
};

export function createSnapshots(options: SnapshotOptions): Snapshots {
  const { open, engine } = options;
  const withSession = async <T>(use: (session: SnapshotSession) => Promise<T>): Promise<T> => {
    const session = open();
    return use(session).finally(() => session.end());
  };
  return {
    take: (name) =>
      withSession((session) => engine.alone((turn) => takeSnapshot(options, { session, turn, name }))),
    revert: async (name) => {
      // The exchange's own commands would wait for the writer, and then be executed in a state that they do not belong
      // to.
      const resume = await options.pause();
      const back = (session: SnapshotSession): Promise<Snapshot | Rejection> =>
        engine.alone((turn) => revertTo(options, { session, turn, name }));
      return withSession(back).finally(resume);
    },
    list: () => withSession((session) => session.list()),
    remove: (name) => withSession((session) => session.remove(name)),
  };
}

type SnapshotTask = {
  readonly session: SnapshotSession;
  readonly turn: ExclusiveContext;
  readonly name: string;
};

async function takeSnapshot(
  { clocks, written }: SnapshotOptions,
  { session, turn, name }: SnapshotTask,
): Promise<Snapshot> {
  await written();
  if (clocks.virtual !== undefined) await session.saveTime(clocks.virtual.read());
  return session.store({ name, madeAt: clocks.now(), seq: turn.head.seq });
}

async function revertTo(options: SnapshotOptions, { session, turn, name }: SnapshotTask): Promise<Snapshot> {
  const snapshot = (await session.list()).find((one) => one.name === name);
  if (snapshot?.usable !== true) throw new Error(`there is no snapshot "${name}"`);
  await options.written();
  const release = options.tables.hold();
  let { seq } = turn.head;
  try {
    await restoreTables(turn, () => session.putBack(snapshot));
    await turn.replace(async () => {
      const loaded = await reload(options, session);
      ({ seq } = loaded.head);
      return loaded;
    });
  } finally {
    release(seq);
  }
  return snapshot;
}

/**
 * Restores the tables. If the connection breaks, the result is unknown, and the next start loads what the tables have.
 */
async function restoreTables({ replace }: ExclusiveContext, write: () => Promise<void>): Promise<void> {
  try {
    await write();
  } catch (error) {
    if (!isUnavailable(error)) throw error;
    await replace(() => Promise.reject(error));
  }
}

/** Loads the state from the restored tables, and restarts everything that follows them. */
async function reload(options: SnapshotOptions, session: SnapshotSession): Promise<Replacement> {
  const { rules, committer, entries, clocks } = options;
  const loaded = await session.load(rules);
  const time = clocks.virtual && (await session.readTime());
  if (time !== undefined) clocks.virtual?.set(time);
  await options.readKept();
  committer.rewind(loaded.head);
  entries.rewind();
  return loaded;
}

// Snapshots of a sandbox, and the parts of the exchange that revert with its state.

type SnapshotParts = Pick<SnapshotOptions, "clocks" | "engine" | "committer" | "tables" | "entries"> & {
  readonly databaseUrl: string;
  readonly config: Pick<SnapshotOptions, "rules">;
  readonly keyRings: Pick<KeyRings, "keys" | "builderKeys">;
  readonly timed: TimedParts;
  readonly audited: OperatorParts;
  /** Drops the cache of reads. */
  readonly forgetKept: () => void;
};

export function openSnapshots(parts: SnapshotParts): Snapshots {
  const { databaseUrl, keyRings, timed, audited } = parts;
  const readKept = async (): Promise<void> => {
    keyRings.keys.forgetAll();
    keyRings.builderKeys.forgetAll();
    parts.forgetKept();
    await reloadTimedParts(timed);
    reloadOperatorParts(audited, await readAllEntries(databaseUrl));
  };
  return createSnapshots({
    ...parts,
    rules: parts.config.rules,
    open: () => openSnapshotSession(databaseUrl),
    pause: () => pauseParts(timed, audited),
    written: async () => timed.settlements?.written(),
    readKept,
  });
}
