/**
 * The lead of a cluster. Each session that gets the writer's lock raises the epoch, in a commit that standbys confirm.
 * The statement that inserts a batch finds this epoch, or inserts nothing. A session that a pooler carries to another
 * server, or that lost its lock, thus writes nothing.
 */
import { randomBytes } from "node:crypto";
import { hostname } from "node:os";
import type { Client } from "pg";
import type { Sql } from "../sql/database.ts";
import { SELECT_LAST, toHead } from "./journal.ts";
import type { Batch, JournalHead, LastRow } from "./journal.ts";
import { assertReplicated, awaitConfirmation, NotReplicated, useReplication } from "./replication.ts";

/** A process that wants to lead a cluster. */
export type Candidate = {
  readonly cluster: string;
  /** Identity of the process: another one that led meanwhile is told apart by it. */
  readonly holder: string;
  /** Called with each new term before the first commit of its session; the session is closed if it throws. */
  readonly openTerm?: ((term: NewTerm) => Promise<void>) | undefined;
  /** Returns the epoch that the next term must exceed, whatever the database has. */
  readonly floor?: (() => number) | undefined;
};

/** The term of a session that raised the epoch, with the journal's last batch at that time. */
export type NewTerm = {
  readonly epoch: number;
  readonly last: JournalHead;
  /** Reads the journal's hash of a batch, in hex; `undefined` if the journal lacks it. */
  readonly hashOf: (seq: number) => Promise<string | undefined>;
};

export const createCandidate = (
  cluster: string,
  { holder = createHolder(), openTerm, floor }: Partial<Omit<Candidate, "cluster">> = {},
): Candidate => ({ cluster, holder, openTerm, floor });

/** Names this process, by its id in the cluster if it has one. */
export const createHolder = (id = randomBytes(4).toString("hex")): string =>
  `${hostname()}:${process.pid}:${id}`;

type Leadership = {
  readonly cluster: string;
  readonly epoch: string;
  readonly holder: string;
  readonly since: Date;
};

async function readLeadership(client: Client): Promise<Leadership | undefined> {
  const { rows } = await client.query<Leadership>("select cluster, epoch, holder, since from leadership");
  return rows[0];
}

/**
 * Refuses a start that names another cluster than the database, or none although the database has one: commits would
 * then not be checked.
 */
export async function assertSameCluster(client: Client, cluster: string | undefined): Promise<void> {
  const stored = await readLeadership(client);
  if (stored === undefined || stored.cluster === cluster) return;
  throw cluster === undefined
    ? new Error(
        `The database belongs to the cluster ${stored.cluster}: start with PRESAGE_CLUSTER=${stored.cluster}, or take it out of the cluster with the statement delete from leadership.`,
      )
    : otherCluster(stored.cluster, cluster);
}

const otherCluster = (stored: string, cluster: string): Error =>
  new Error(
    `The database belongs to the cluster ${stored}, and PRESAGE_CLUSTER is ${cluster}: set PRESAGE_CLUSTER=${stored}, or name another database in DATABASE_URL.`,
  );

/** Refuses a database of another cluster; a database without one may be that of a cluster which never started. */
export async function requireCluster(sql: Sql, cluster: string): Promise<void> {
  const [table] = await sql<{ found: boolean }[]>`select to_regclass('leadership') is not null as found`;
  if (table?.found !== true) return;
  const [stored] = await sql<{ cluster: string }[]>`select cluster from leadership`;
  if (stored !== undefined && stored.cluster !== cluster) throw otherCluster(stored.cluster, cluster);
}

/** Raises the epoch; a process that led before only if no other one has led since. */
const RAISE = `
  insert into leadership (cluster, epoch, holder) values ($1, $4::bigint + 1, $2)
  on conflict (single) do update set epoch = greatest(leadership.epoch, $4::bigint) + 1, holder = excluded.holder, since = now()
    where leadership.cluster = excluded.cluster and ($3 or leadership.holder = excluded.holder)
  returning epoch`;

/**
 * Makes a session with the writer's lock the leader, once the demands on replication are met, and returns its epoch.
 * Standbys then have everything that this server shows, so that the session's next reads are of durable rows.
 */
export async function lead(
  client: Client,
  { cluster, holder, floor }: Candidate,
  { again }: { readonly again: boolean },
): Promise<number> {
  await useReplication(client);
  await assertSameCluster(client, cluster);
  const { rows } = await client.query<{ epoch: string }>(RAISE, [cluster, holder, !again, floor?.() ?? 0]);
  const [raised] = rows;
  if (raised === undefined) throw await describeSuccessor(client, "an earlier one");
  await awaitConfirmation(client);
  return Number(raised.epoch);
}

/**
 * The insert of a leader. The lock on the row lets no other session raise the epoch before this commit; if one did so
 * first, the row is read again and does not match. Names that an operator took away end the lead as well.
 */
const statement = {
  name: "commit-led-batch",
  text: `insert into journal (seq, previous, at, events, hash)
    select $1::bigint, nullif($1::bigint - 1, 0), $2::bigint, $3::text, $4::bytea
    from leadership where single and epoch = $5::bigint and current_setting('synchronous_standby_names') <> ''
    for share`,
};

/** Duration from which a commit is not trusted: an emptied list of names ends long waits without a warning. */
const TRUSTED_MS = 1_000;

/** Adds a batch to the journal, as the leader of an epoch; standbys have it when this returns. */
export async function commitAsLeader(
  client: Client,
  { seq, at, events, hash }: Batch,
  epoch: number,
): Promise<void> {
  const startedAt = performance.now();
  const { rowCount } = await client.query({ ...statement, values: [seq, at, events, hash, epoch] });
  if (rowCount !== 1) throw await describeLostFence(client, epoch);
  if (performance.now() - startedAt > TRUSTED_MS) await awaitConfirmation(client);
}

/** Reads the journal's end in one statement with the epoch, which another leader may have raised since. */
export async function readLastAsLeader(client: Client, epoch: number): Promise<JournalHead> {
  const { rows } = await client.query<LastRow | Record<keyof LastRow, null>>(
    `select seq, at, hash from leadership left join (${SELECT_LAST}) as last on true where single and epoch = $1::bigint`,
    [epoch],
  );
  const [last] = rows;
  if (last === undefined) throw await describeLostFence(client, epoch);
  return toHead(last.seq === null ? undefined : last);
}

/** Proves by a commit, which standbys confirm, that the epoch is this one. */
export async function proveLead(client: Client, epoch: number): Promise<void> {
  const { rowCount } = await client.query({
    name: "prove-lead",
    text: `select pg_logical_emit_message(true, 'presage', 'lead') from leadership
      where single and epoch = $1::bigint for share`,
    values: [epoch],
  });
  if (rowCount !== 1) throw await describeLostFence(client, epoch);
}

async function describeLostFence(client: Client, epoch: number): Promise<Error> {
  const stored = await readLeadership(client);
  if (Number(stored?.epoch) !== epoch) return describeSuccessor(client, `${epoch}`);
  await assertReplicated(client);
  return new NotReplicated({
    kind: "setting",
    text: "The database had no synchronous_standby_names for a moment: whether standbys have the last commit is not known until they confirm a later one.",
    shown: "it is not known whether a standby of the database has the last commit",
  });
}

/** Another process leads: this one must end. */
class LeadLost extends Error {
  readonly code = "lead_lost";
}

async function describeSuccessor(client: Client, own: string): Promise<LeadLost> {
  const now = await readLeadership(client);
  return new LeadLost(
    now === undefined
      ? `the database has no epoch any more, and this exchange had ${own}: somebody emptied the table leadership, or the database lost what it had`
      : `another exchange (${now.holder}) leads the cluster ${now.cluster} since ${now.since.toISOString()} with the epoch ${now.epoch}, and this one had ${own}: it ends, and what it had not committed was not done`,
  );
}
