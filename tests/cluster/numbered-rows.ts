/**
 * Writers of numbered rows, and the check that the database kept its promises. A row is sent once: one whose commit nobody
 * acknowledged may be there or not, and one that was acknowledged is there exactly once.
 */
import { Socket } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { Client } from "pg";
import { runSql } from "./cluster.ts";

export const WRITERS = 4;
/** Pause of a writer after an acknowledgement: the writers together send some two hundred rows a second. */
const PAUSE_MS = 20;
/** Pause after a failure, and so the finest step in which an outage is measured. */
const RETRY_MS = 20;
/** Most time that a writer waits for a connection or for a commit before it gives both up. */
const PATIENCE_MS = 2_000;
/** Notice of a commit whose wait for a standby was cancelled: it is on the primary alone. */
const CANCELLED_WAIT = "01000";

/** An acknowledged row, and where and when it was acknowledged, by `performance.now()`. */
export type Acknowledgement = { readonly row: number; readonly server: string; readonly at: number };

export type Commits = "on" | "local";

export type Writers = {
  /** Acknowledgements so far, in their order. */
  readonly acknowledged: readonly Acknowledgement[];
  /** Rows whose commit ended without an acknowledgement. */
  readonly unknown: ReadonlySet<number>;
  /** Counts commits and connections that failed. */
  countFailures(): number;
  /** Stops the writers; resolves when none has a row underway. */
  stop(): Promise<void>;
};

/** Makes the table of rows anew. It has no key: a row that came twice stays seen. */
export const makeTable = (url: string): Promise<void> =>
  runSql(url, "drop table if exists numbered_rows", "create table numbered_rows (row bigint not null)");

type Session = { insert(row: number): Promise<string>; destroy(): void };

/** Opens a session with the first of several addresses that takes writes; rejects where none does in time. */
async function openSession(urls: readonly string[], commits: Commits): Promise<Session> {
  const opening = urls.map((url) => openWritable(url, commits));
  const session = await Promise.any(opening);
  for (const other of opening)
    void other.then(
      (one) => one !== session && one.destroy(),
      () => undefined,
    );
  return session;
}

async function openWritable(url: string, commits: Commits): Promise<Session> {
  const socket = new Socket();
  const client = new Client({
    connectionString: url,
    stream: () => socket,
    connectionTimeoutMillis: PATIENCE_MS,
    query_timeout: PATIENCE_MS,
  });
  client.on("error", () => socket.destroy());
  let warned = false;
  client.on("notice", ({ code }) => (warned ||= code === CANCELLED_WAIT));
  const destroy = () => {
    socket.destroy();
  };
  try {
    await client.connect();
    const { rows } = await client.query<{ standby: boolean }>("select pg_is_in_recovery() as standby");
    if (rows[0]?.standby !== false) throw new Error("a standby takes no writes");
    await client.query(`set synchronous_commit = ${commits}`);
  } catch (error) {
    destroy();
    throw error;
  }
  return {
    destroy,
    async insert(row) {
      const statement = "insert into numbered_rows values ($1) returning host(inet_server_addr()) as server";
      const { rows } = await client.query<{ server: string }>(statement, [row]);
      if (warned) throw new Error("the wait for a standby was cancelled");
      return rows[0]?.server ?? "";
    },
  };
}

/** Starts writers at addresses. `local` commits wait for no standby: a control that must lose rows. */
export function startWriters(urls: readonly string[], commits: Commits): Writers {
  const acknowledged: Acknowledgement[] = [];
  const unknown = new Set<number>();
  let next = 1;
  let failures = 0;
  const stopping = new AbortController();
  const write = async () => {
    let session: Session | undefined;
    while (!stopping.signal.aborted) {
      session ??= await openSession(urls, commits).catch(() => undefined);
      if (session === undefined) {
        failures++;
        await delay(RETRY_MS);
        continue;
      }
      const row = next++;
      try {
        const server = await session.insert(row);
        acknowledged.push({ row, server, at: performance.now() });
        await delay(PAUSE_MS);
      } catch {
        unknown.add(row);
        failures++;
        session.destroy();
        session = undefined;
        await delay(RETRY_MS);
      }
    }
    session?.destroy();
  };
  const writers = Array.from({ length: WRITERS }, write);
  return {
    acknowledged,
    unknown,
    countFailures: () => failures,
    async stop() {
      stopping.abort();
      await Promise.all(writers);
    },
  };
}

export type Findings = {
  /** Acknowledged rows that are not there. */
  readonly lost: readonly number[];
  /** Rows that are there more than once. */
  readonly twice: readonly number[];
  /** Rows that nobody sent. */
  readonly foreign: readonly number[];
  /** Rows that nobody acknowledged, and that are there all the same. */
  readonly unknownThere: number;
};

/** Compares the rows of a database with what the stopped writers were told. */
export async function compareRows(url: string, { acknowledged, unknown }: Writers): Promise<Findings> {
  const client = new Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ row: string; count: string }>(
    "select row, count(*) from numbered_rows group by row",
  );
  await client.end();
  const counts = new Map(rows.map(({ row, count }) => [Number(row), Number(count)]));
  const sent = new Set(acknowledged.map(({ row }) => row));
  return {
    lost: [...sent].filter((row) => !counts.has(row)),
    twice: [...counts].flatMap(([row, count]) => (count > 1 ? [row] : [])),
    foreign: [...counts.keys()].filter((row) => !sent.has(row) && !unknown.has(row)),
    unknownThere: [...unknown].filter((row) => counts.has(row)).length,
  };
}

/** Longest time without an acknowledgement between two moments, in which the last one counts as one. */
export function longestGapMs(
  acknowledged: readonly Pick<Acknowledgement, "at">[],
  from: number,
  to: number,
): number {
  const moments = acknowledged.flatMap(({ at }) => (at > from && at < to ? [at] : []));
  return Math.max(...[...moments, to].map((at, index) => at - (moments[index - 1] ?? from)));
}
