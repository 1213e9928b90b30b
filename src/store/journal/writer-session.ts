/** The writer's own connection. It holds the writer's lock, which is required to append to the journal. */
import { Socket } from "node:net";
import { Client } from "pg";
import { findPrimary, keepWithPrimary } from "../sql/primary.ts";
import { LOCK_TIMEOUT, getErrorCode, enableDisconnectCheck } from "../sql/unavailable.ts";
import { commitBatch, SELECT_LAST, toHead } from "./journal.ts";
import type { Batch, JournalHead, LastRow } from "./journal.ts";
import { assertSameCluster, commitAsLeader, lead, proveLead, readLastAsLeader } from "./leadership.ts";
import type { Candidate } from "./leadership.ts";
import { awaitReplication, isStandbyMissing, noteCancelledWaits } from "./replication.ts";

// Connections of the exchange that hold an advisory lock as long as they live. A second exchange on the same database is
// therefore refused. The server frees the lock when the session has ended. The next holder of the lock thus knows that no
// write of the old session is still to come.

/** Time limit for making a connection, and for preparing it. */
const OPEN_TIMEOUT_MS = 10_000;
const END_TIMEOUT_MS = 2_000;
/** Wait for the lock of an exchange that was killed: its session ends after its current statement. */
const LOCK_TIMEOUT_MS = 5_000;

/** Identity of a connection on the server; process ids are reused. */
export type DatabaseSession = { readonly pid: number; readonly startedAt: string };

export type LockedSession = {
  readonly client: Client;
  readonly session: DatabaseSession;
  /** Resolves when the connection breaks without having been closed. */
  readonly lost: Promise<Error>;
  /** Throws if a commit of the session did not wait for a standby to the end. */
  assertWaited(): void;
  /** Ends the session; a server that does not answer notices the end later. */
  close(): Promise<void>;
};

type SessionOptions = {
  readonly url: string;
  /** Shown in pg_stat_activity. */
  readonly name: string;
  /** Number of the advisory lock. */
  readonly lock: number;
  /**
   * Sessions that this one replaces, which are ended if they still exist. The new session is added at once: one that
   * fails later may still wait for a standby, with the lock.
   */
  readonly earlier?: DatabaseSession[];
};

/**
 * Connects, takes the lock and returns the session with the result of `prepare`. Throws one clear sentence if another
 * exchange has the lock.
 */
export async function openLockedSession<Prepared>(
  { url, name, lock, earlier = [] }: SessionOptions,
  prepare: (client: Client) => Promise<Prepared>,
): Promise<LockedSession & Prepared> {
  const server = await findPrimary(url);
  const socket = new Socket();
  keepWithPrimary(url, server, socket);
  const client = new Client({
    connectionString: server,
    stream: () => socket,
    application_name: name,
    connectionTimeoutMillis: OPEN_TIMEOUT_MS,
    keepAlive: true,
  });
  const assertWaited = noteCancelledWaits(client);
  const { promise: lost, resolve: tellLost } = Promise.withResolvers<Error>();
  let closing = false;
  client.on("error", (error) => {
    if (!closing) tellLost(error);
  });
  const close = (): Promise<void> => {
    closing = true;
    return endClient(client, socket);
  };
  try {
    await client.connect();
    const prepared = await prepareWithTimeout(client, async () => {
      const session = await readSession(client);
      await endSessions(client, earlier);
      earlier.push(session);
      await takeLock(client, lock);
      await useIndexes(client);
      await enableDisconnectCheck((text) => client.query(text));
      return { session, ...(await prepare(client)) };
    });
    return { client, ...prepared, lost, assertWaited, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Runs `prepare` with a time limit, so that a server that stops answering fails it. */
async function prepareWithTimeout<Prepared>(
  client: Client,
  prepare: () => Promise<Prepared>,
): Promise<Prepared> {
  const timer = setTimeout(() => void client.end(), OPEN_TIMEOUT_MS);
  return prepare().finally(() => clearTimeout(timer));
}

/** Makes a session write rows by index, whatever the size of the tables. */
export async function useIndexes(client: Client): Promise<void> {
  // Acknowledgements depend on this: a commit returns after its fsync, whatever the server's default.
  await client.query("set synchronous_commit = on");
  // Few statements with many parameters: the generic plan is as good and saves planning each time.
  await client.query("set plan_cache_mode = force_generic_plan");
  // That plan may be made while the tables are empty, and must still be right when they are full: always by index.
  for (const method of ["seqscan", "hashjoin", "mergejoin"]) await client.query(`set enable_${method} = off`);
  // A switched off method counts as so expensive that the server would compile each statement for half a second.
  await client.query("set jit = off");
}

async function readSession(client: Client): Promise<DatabaseSession> {
  const { rows } = await client.query<DatabaseSession>(
    `select pid, backend_start::text as "startedAt" from pg_stat_activity where pid = pg_backend_pid()`,
  );
  const [session] = rows;
  if (session === undefined) throw new Error("The database does not tell of its sessions.");
  return session;
}

async function endSessions(client: Client, sessions: DatabaseSession[]): Promise<void> {
  for (let [first] = sessions; first !== undefined; [first] = sessions) {
    await endSession(client, first);
    sessions.shift();
  }
}

/**
 * Ends an earlier session. The server may not have noticed yet that its connection broke, and it may be in the middle
 * of a commit.
 */
async function endSession(client: Client, { pid, startedAt }: DatabaseSession): Promise<void> {
  const { rows } = await client.query<{ ended: boolean }>(
    `select pg_terminate_backend(pid, $3) as ended from pg_stat_activity
     where pid = $1 and backend_start = $2::timestamptz`,
    [pid, startedAt, END_TIMEOUT_MS],
  );
  if (rows.some(({ ended }) => !ended)) throw new SessionStillOpen(pid);
}

async function takeLock(client: Client, lock: number): Promise<void> {
  const { rows } = await client.query<{ standby: boolean }>("select pg_is_in_recovery() as standby");
  if (rows[0]?.standby === true) throw new Standby();
  await client.query(`set lock_timeout = ${LOCK_TIMEOUT_MS}`);
  try {
    await client.query("select pg_advisory_lock($1)", [lock]);
  } catch (error) {
    throw getErrorCode(error) === LOCK_TIMEOUT ? new InUse() : error;
  }
  await client.query("reset lock_timeout");
}

/** Another session has the lock. */
export class InUse extends Error {
  readonly code = "database_in_use";
  constructor() {
    super("The database is in use by another Presage. Stop it, or use another database.");
  }
}

/** The earlier session has not ended yet. Transient. */
class SessionStillOpen extends Error {
  readonly code = "55006";
  constructor(pid: number) {
    super(`the earlier session (pid ${pid}) has not ended yet`);
  }
}

/** The server is a standby. Transient: it is promoted, or the name leads to the primary later. */
class Standby extends Error {
  readonly code = "25006";
  constructor() {
    super("the database is a standby, which takes no writes");
  }
}

/** Ends the connection, by force if the server does not answer in time. */
async function endClient(client: Client, socket: Socket): Promise<void> {
  const timer = setTimeout(() => socket.destroy(), END_TIMEOUT_MS);
  await client.end().finally(() => clearTimeout(timer));
}

/** Number of the writer's advisory lock. Arbitrary, but no other advisory lock of ours may use it. */
export const WRITER_LOCK = 7_265_739_002;

/** Name of the writer's session of an engine that others may follow: it proves its lead all the time. */
export const ENGINE_SESSION = "presage engine";

export type WriterSession = LockedSession & {
  /** The journal's last batch when this session got the lock; only this session appends after it. */
  readonly last: JournalHead;
  /** The cluster that this session leads; `undefined` without one. */
  readonly candidate: Candidate | undefined;
  /**
   * Adds a batch to the journal; it is durable when this returns. After a failure the outcome is unknown, and the session
   * is of no further use.
   */
  commit(batch: Batch): Promise<void>;
  /** Proves the lead by a commit that standbys confirm. */
  prove(): Promise<void>;
};

export type WriterOptions = {
  /** Sessions to end first, as in `openLockedSession`. */
  readonly earlier?: DatabaseSession[];
  /** The cluster to lead; `undefined` without one. */
  readonly candidate?: Candidate | undefined;
  /** True if this process led before: it goes on only if no other one has led since. */
  readonly again?: boolean;
};

/** Connects and takes the lock, and the lead of a cluster; throws one clear sentence if another exchange has it. */
export async function openWriterSession(
  url: string,
  { earlier = [], candidate, again = false }: WriterOptions = {},
): Promise<WriterSession> {
  const name = candidate?.openTerm === undefined ? "presage writer" : ENGINE_SESSION;
  const options = { url, name, lock: WRITER_LOCK, earlier };
  const { epoch, ...session } = await openLockedSession(options, async (client) => {
    // What a restarted server shows may be on no standby: the lead comes first, since it proves the rest.
    const raised = candidate && (await lead(client, candidate, { again }));
    const last = raised === undefined ? await readLast(client) : await readLastAsLeader(client, raised);
    return { epoch: raised, last, candidate };
  });
  const { client, assertWaited, last, close } = session;
  if (epoch !== undefined)
    await candidate
      ?.openTerm?.({ epoch, last, hashOf: (seq) => readHash(client, seq) })
      .catch(async (error) => {
        await close();
        throw error;
      });
  const commit = async (batch: Batch): Promise<void> => {
    if (epoch === undefined) return commitBatch(client, batch);
    await commitAsLeader(client, batch, epoch);
    assertWaited();
  };
  const prove = async (): Promise<void> => {
    if (epoch !== undefined) await proveLead(client, epoch);
    assertWaited();
  };
  return { ...session, commit, prove };
}

export type FirstWriterOptions = Pick<WriterOptions, "candidate"> & {
  /** Called with the reason while the start waits for a standby. */
  readonly reportWait: (why: string) => void;
  /** Ends that wait. */
  readonly signal?: AbortSignal;
  /** Called once a standby is there that was missing, before the next attempt: an engine that leads may go on first. */
  readonly beforeRetry?: () => Promise<void>;
};

/** Opens the session of a start; in a cluster it waits for a standby. Throws if the database is of another cluster. */
export async function openFirstWriterSession(
  url: string,
  { candidate, reportWait, signal, beforeRetry }: FirstWriterOptions,
): Promise<WriterSession> {
  const earlier: DatabaseSession[] = [];
  for (let attempt = 1; ; attempt += 1) {
    if (candidate !== undefined) await awaitReplication(url, reportWait, signal);
    if (attempt > 1) await beforeRetry?.();
    signal?.throwIfAborted();
    try {
      const writer = await openWriterSession(url, { earlier, candidate });
      if (candidate === undefined) await assertAlone(writer);
      return writer;
    } catch (error) {
      if (!isStandbyMissing(error)) throw error;
    }
  }
}

async function assertAlone({ client, close }: WriterSession): Promise<void> {
  await assertSameCluster(client, undefined).catch(async (error: unknown) => {
    await close();
    throw error;
  });
}

async function readHash(client: Client, seq: number): Promise<string | undefined> {
  const { rows } = await client.query<{ hash: Buffer }>("select hash from journal where seq = $1", [seq]);
  return rows[0]?.hash.toString("hex");
}

async function readLast(client: Client): Promise<JournalHead> {
  const { rows } = await client.query<LastRow>(SELECT_LAST);
  return toHead(rows[0]);
}
