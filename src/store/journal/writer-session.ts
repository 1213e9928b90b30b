/**
 * The writer's own connection. It holds an advisory lock for as long as it lives, so that a second exchange on the
 * same database is refused. The server frees the lock when the session has ended; the next holder of the lock knows
 * that no write of the old session is still to come.
 */
import { Socket } from "node:net";
import { Client } from "pg";
import { GENESIS_HASH } from "./journal.ts";
import type { JournalHead } from "./journal.ts";

// Any constant will do, as long as no other advisory lock of ours uses it.
const WRITER_LOCK = 7_265_739_002;
/** Time limit for making a connection, and for preparing it. */
const OPEN_TIMEOUT_MS = 10_000;
const END_TIMEOUT_MS = 2_000;

/** Identity of a connection on the server; process ids are used again. */
export type DatabaseSession = { readonly pid: number; readonly startedAt: string };

export type WriterSession = {
  readonly client: Client;
  readonly session: DatabaseSession;
  /** The journal's last batch when this session had the lock; nobody but this session adds to the journal after it. */
  readonly last: JournalHead;
  /** Resolves when the connection breaks that nobody closed. */
  readonly lost: Promise<Error>;
  /** Ends the session; a server that does not answer is left to notice it. */
  close(): Promise<void>;
};

/**
 * Connects and takes the lock; throws one clear sentence when another exchange has it. `after` is the session that this
 * one replaces: it is ended where it is still there.
 */
export async function openWriterSession(url: string, after?: DatabaseSession): Promise<WriterSession> {
  const socket = new Socket();
  const client = new Client({
    connectionString: url,
    stream: () => socket,
    application_name: "presage writer",
    connectionTimeoutMillis: OPEN_TIMEOUT_MS,
    keepAlive: true,
  });
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
    return { client, ...(await prepareInTime(client, after)), lost, close };
  } catch (error) {
    await close();
    throw error;
  }
}

type PreparedSession = Pick<WriterSession, "session" | "last">;

/** A server that stops answering fails the query that waits for it. */
async function prepareInTime(client: Client, after: DatabaseSession | undefined): Promise<PreparedSession> {
  const timer = setTimeout(() => void client.end(), OPEN_TIMEOUT_MS);
  return prepare(client, after).finally(() => clearTimeout(timer));
}

async function prepare(client: Client, after: DatabaseSession | undefined): Promise<PreparedSession> {
  if (after !== undefined) await endSession(client, after);
  await takeLock(client);
  // Acknowledgements rest on this: a commit returns after its fsync, whatever the server's default.
  await client.query("set synchronous_commit = on");
  // One statement with some sixty parameters: the generic plan is as good and saves planning each time.
  await client.query("set plan_cache_mode = force_generic_plan");
  // That plan may be made while the tables are empty, and must still be right when they are not: by index, always.
  for (const method of ["seqscan", "hashjoin", "mergejoin"]) await client.query(`set enable_${method} = off`);
  return { session: await readSession(client), last: await readLast(client) };
}

async function readSession(client: Client): Promise<DatabaseSession> {
  const { rows } = await client.query<DatabaseSession>(
    `select pid, backend_start::text as "startedAt" from pg_stat_activity where pid = pg_backend_pid()`,
  );
  const [session] = rows;
  if (session === undefined) throw new Error("The database does not tell of its sessions.");
  return session;
}

async function readLast(client: Client): Promise<JournalHead> {
  const { rows } = await client.query<{ seq: string; at: string; hash: Buffer }>(
    "select seq, at, hash from journal order by seq desc limit 1",
  );
  const [last] = rows;
  if (last === undefined) return { seq: 0, at: 0, hash: GENESIS_HASH };
  return { seq: Number(last.seq), at: Number(last.at), hash: last.hash };
}

/** The server may not have noticed yet that a connection broke, and the session may be in the middle of a commit. */
async function endSession(client: Client, { pid, startedAt }: DatabaseSession): Promise<void> {
  const { rows } = await client.query<{ ended: boolean }>(
    `select pg_terminate_backend(pid, $3) as ended from pg_stat_activity
     where pid = $1 and backend_start = $2::timestamptz`,
    [pid, startedAt, END_TIMEOUT_MS],
  );
  if (rows.some(({ ended }) => !ended)) throw new StillEnding(pid);
}

async function takeLock(client: Client): Promise<void> {
  const { rows } = await client.query<{ standby: boolean; locked: boolean }>(
    "select pg_is_in_recovery() as standby, pg_try_advisory_lock($1) as locked",
    [WRITER_LOCK],
  );
  if (rows[0]?.standby === true) throw new Standby();
  if (rows[0]?.locked === true) return;
  throw new InUse();
}

class InUse extends Error {
  readonly code = "database_in_use";
  constructor() {
    super("The database is in use by another Presage. Stop it, or use another database.");
  }
}

/** Passes by itself. */
class StillEnding extends Error {
  readonly code = "55006";
  constructor(pid: number) {
    super(`the writer's earlier session (pid ${pid}) has not ended yet`);
  }
}

/** Passes when the server is promoted, or the name leads to the one that is. */
class Standby extends Error {
  readonly code = "25006";
  constructor() {
    super("the database is a standby, which takes no writes");
  }
}

/** A server that does not answer holds nobody up. */
async function endClient(client: Client, socket: Socket): Promise<void> {
  const timer = setTimeout(() => socket.destroy(), END_TIMEOUT_MS);
  await client.end().finally(() => clearTimeout(timer));
}
