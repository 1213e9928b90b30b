/**
 * An engine that follows until it gets the lead. It has a copy of the state and the rows that the read tables may lack, and
 * waits for the writer's lock. An engine that has the lock and does nothing with it for seconds loses its session: its
 * process is stopped, or cut off from the database.
 */
import { setTimeout as sleep } from "node:timers/promises";
import type { Lead } from "../context.ts";
import { createFollower } from "../engine/follower/follower.ts";
import type { FollowingEngine } from "../engine/follower/follower.ts";
import { readJournalBetween } from "../follower-context.ts";
import type { Log } from "../base/log-event.ts";
import type { Config } from "../settings/config.ts";
import type { JournalHead } from "../store/journal/journal.ts";
import { createCandidate } from "../store/journal/leadership.ts";
import type { NewTerm } from "../store/journal/leadership.ts";
import { NotReplicated, awaitReplication } from "../store/journal/replication.ts";
import {
  InUse,
  WRITER_LOCK,
  openFirstWriterSession,
  openLockedSession,
} from "../store/journal/writer-session.ts";
import type { WriterSession } from "../store/journal/writer-session.ts";
import { loadTables } from "../store/projector/load-tables.ts";
import { readBatchRows } from "../store/projector/table-rows.ts";
import type { BatchRows } from "../store/projector/table-rows.ts";
import { openDatabase } from "../store/sql/database.ts";
import { listMigrationsToApply } from "../store/sql/schema/require-schema.ts";
import { updateSchema } from "../store/sql/schema/update-schema.ts";
import { inSnapshot } from "../store/sql/table-stream.ts";
import { StoreUnavailable, getErrorMessage, isTransient } from "../store/sql/unavailable.ts";
import { HEARD_MS, createFollowerLink } from "./follower-link.ts";
import type { FollowerLink, FormerLeader } from "./follower-link.ts";
import { LostTail } from "./lost-tail.ts";
import type { Member } from "./member.ts";
import { endSilentLeader, endTablesSession } from "./silent-leader.ts";

export type StandbyOptions = {
  readonly member: Member;
  readonly config: Pick<Config, "rules">;
  readonly log: Log;
  /** Names this process in the row of the leader. */
  readonly holder: string;
  /** Asks all peers for their last batch. */
  readonly openTerm: (term: NewTerm) => Promise<void>;
  /** Returns the epoch that the next term must exceed. */
  readonly floor: () => number;
  /** Called with the reason why the lead is waited for. */
  readonly reportWait: (why: string) => void;
  readonly signal: AbortSignal;
  /** Uses of the database besides the lock; those of its tables by default. */
  readonly store?: StandbyStore;
};

export type StandbyStore = {
  updateSchema(): Promise<unknown>;
  /** Opens the session in which silent leaders are ended. */
  openSql(): ReturnType<typeof openDatabase>;
  /** Makes a copy of the state that follows; `undefined` if the tables are those of an earlier release. */
  openCopy(link: FollowerLink, onFailure: (error: unknown) => void): Promise<Copy | undefined>;
};

const openStore = (databaseUrl: string, config: Pick<Config, "rules">): StandbyStore => ({
  updateSchema: () => updateSchemaAlone(databaseUrl),
  openSql: () => openDatabase(databaseUrl, { name: "presage standby", maxConnections: 1 }),
  openCopy: (link, onFailure) => openCopy(config, databaseUrl, link, onFailure),
});

/** Brings the schema up to date. Migrations wait for the engine that leads, as a candidate for its lock does. */
async function updateSchemaAlone(url: string): Promise<void> {
  if (await hasMigrations(url)) {
    const alone = await openLockedSession(
      { url, name: "presage migration", lock: WRITER_LOCK },
      async () => ({}),
    );
    await updateSchema(url, { holdsLock: true }).finally(alone.close);
  } else await updateSchema(url);
}

/** True if the database lacks migrations of this release. */
async function hasMigrations(url: string): Promise<boolean> {
  const sql = openDatabase(url, { name: "presage standby", maxConnections: 1 });
  try {
    return (await listMigrationsToApply(sql)).length > 0;
  } finally {
    await sql.end({ timeout: 1 });
  }
}

export type Standby = {
  /** Returns the last batch that the copy has; `undefined` without a copy. */
  head(): JournalHead | undefined;
  /** Returns the engine that led last. */
  former(): Former | undefined;
  /** Resolves with the lead; `undefined` if the signal came first. */
  readonly lead: Promise<Lead | undefined>;
};

/** The engine that led last, and whether its session was ended here after it had proved nothing for seconds. */
export type Former = FormerLeader & { readonly wasSilent: boolean };

const RETRY_MS = 500;
/** Time between attempts after a journal without the batches that peers have, ms. */
const LOST_RETRY_MS = 5_000;
const POLL_EVERY_MS = 500;

export function followUntilLead(options: StandbyOptions): Standby {
  const { member, config, store = openStore(member.databaseUrl, config) } = options;
  const copies = keepCopy(options, store);
  let silentAt = -Infinity;
  const noteSilence = (): void => void (silentAt = performance.now());
  const lead = awaitLock(options, store, { ...copies, noteSilence })
    .then(async (writer) => {
      const continued = writer && (await copies.takeOver());
      if (writer !== undefined) await endTablesSession(writer.client);
      return writer && { writer, continued };
    })
    .finally(copies.close);
  const former = (): Former | undefined => {
    const found = copies.former();
    return found && { ...found, wasSilent: silentAt > found.heardAt };
  };
  return { head: copies.head, former, lead };
}

/** Waits for the writer's lock, and returns the session that leads. */
async function awaitLock(
  options: StandbyOptions,
  store: StandbyStore,
  { describeLeader, hearsLeader, noteSilence }: Copies & { readonly noteSilence: () => void },
): Promise<WriterSession | undefined> {
  const { member, log, holder, openTerm, floor, reportWait, signal } = options;
  const { databaseUrl, cluster, messenger } = member;
  const candidate = createCandidate(cluster, { holder, openTerm, floor });
  const sql = store.openSql();
  const poll = setInterval(() => {
    if (messenger.isConnected())
      endSilentLeader(sql, log).then(
        (isEnded) => isEnded && noteSilence(),
        (error: unknown) => reportWait(getErrorMessage(error)),
      );
  }, POLL_EVERY_MS);
  try {
    let isCurrent = false;
    let wasAway = false;
    let isFirst = true;
    while (!signal.aborted) {
      try {
        if (!messenger.isConnected()) throw new StoreUnavailable("NATS is not connected");
        if (!isCurrent) await store.updateSchema();
        isCurrent = true;
        const beforeRetry = (): Promise<void> => letLeaderReturn(hearsLeader);
        if (wasAway) {
          await awaitReplication(databaseUrl, reportWait, signal);
          await beforeRetry();
        }
        wasAway = false;
        return await openFirstWriterSession(databaseUrl, { candidate, reportWait, signal, beforeRetry });
      } catch (error) {
        if (signal.aborted) break;
        if (error instanceof InUse) {
          isFirst = false;
          reportWait(describeLeader());
          continue;
        }
        if (error instanceof LostTail) log.error({ event: "lost_tail" }, error.message);
        else if (isForOperator(error, isFirst)) throw error;
        isFirst = false;
        wasAway = true;
        reportWait(getErrorMessage(error));
        const ms = error instanceof LostTail ? LOST_RETRY_MS : RETRY_MS;
        await sleep(ms, undefined, { signal }).catch(() => {});
      }
    }
    return undefined;
  } finally {
    clearInterval(poll);
    await sql.end({ timeout: 1 });
  }
}

/** Longest wait for an engine that leads to go on after the database was away: more than it waits between its attempts. */
const RETURN_MS = 2_000;

/** Lets an engine that leads get the lock first: it goes on at once, and a successor has to open. */
async function letLeaderReturn(hearsLeader: () => boolean): Promise<void> {
  const deadline = performance.now() + RETURN_MS;
  while (hearsLeader() && performance.now() < deadline) await sleep(RETURN_POLL_MS);
}

const RETURN_POLL_MS = 50;

/** True for an error that lasts until an operator changes something. Settings of the database are judged at a start. */
const isForOperator = (error: unknown, isFirst: boolean): boolean =>
  error instanceof NotReplicated ? error.kind === "setting" && isFirst : !isTransient(error);

export type Copy = { readonly engine: FollowingEngine; readonly rows: BatchRows[] };

type Copies = Pick<Standby, "head"> &
  Pick<FollowerLink, "former"> & {
    /** Describes whom this engine follows. */
    describeLeader(): string;
    /** True if an engine that leads, and does not give its lead away, was heard lately. */
    hearsLeader(): boolean;
    takeOver(): Promise<Lead["continued"]>;
    close(): void;
  };

/** Keeps a copy of the state while an engine leads, and makes another one after a failure. */
function keepCopy({ member, log, reportWait }: StandbyOptions, store: StandbyStore): Copies {
  let copy: Copy | undefined;
  let isClosed = false;
  let isOpening = false;
  const link: FollowerLink = createFollowerLink({ ...member, head: () => copy?.engine.head() });
  const fail = (error: unknown): void => {
    if (!isClosed) log.warn({ event: "copy_failed", err: error }, "another copy of the state is made");
    copy = undefined;
    setTimeout(() => void open(), RETRY_MS);
  };
  const open = async (): Promise<void> => {
    if (isClosed || isOpening || copy !== undefined || link.leader() === undefined) return;
    isOpening = true;
    try {
      copy = await store.openCopy(link, fail);
    } catch (error) {
      fail(error);
    } finally {
      isOpening = false;
    }
  };
  link.followLeader(() => {
    reportWait(link.describe());
    void open();
  });
  return {
    head: () => copy?.engine.head(),
    former: link.former,
    describeLeader: link.describe,
    hearsLeader: () => {
      const { heardAt = -Infinity } = link.former() ?? {};
      return link.leader()?.yields === false && performance.now() - heardAt < HEARD_MS;
    },
    async takeOver() {
      isClosed = true;
      const whole = await copy?.engine.takeOver();
      return whole && { ...whole, rows: copy?.rows ?? [] };
    },
    close() {
      isClosed = true;
      void copy?.engine.close();
      link.close();
    },
  };
}

async function openCopy(
  { rules }: Pick<Config, "rules">,
  databaseUrl: string,
  { bus }: FollowerLink,
  onFailure: (error: unknown) => void,
): Promise<Copy | undefined> {
  // An engine of an earlier release leads: its tables are brought up to date once this one has the lock.
  if (await hasMigrations(databaseUrl)) return undefined;
  const engine = await createFollower({
    bus,
    load: () => inSnapshot(databaseUrl, "presage load", (snapshot) => loadTables(snapshot, rules)),
    readJournal: (after, last, take) => readJournalBetween(databaseUrl, { after, last }, take),
    clock: Date.now,
    known: { add: () => {} },
    onFailure,
  });
  const rows: BatchRows[] = [];
  engine.follow(({ events, seq, at, hash, encoded }) => {
    // Rows are read while the state is as the batch left it.
    rows.push(readBatchRows(engine.exchange, events, { seq, at, hash, events: encoded }));
    const stored = engine.storedTables();
    while ((rows[0]?.seq ?? Infinity) <= stored) rows.shift();
  });
  await engine.join();
  return { engine, rows };
}
