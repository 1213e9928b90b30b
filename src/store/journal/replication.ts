/**
 * Demands of a cluster on the replication of its database: acknowledged commands are on the disks of so many standbys
 * as `synchronous_standby_names` asks for. PostgreSQL alone does not keep that promise. A cancelled wait for a standby is
 * reported as a success with a warning, and without names no commit waits at all.
 */
import { setTimeout as delay } from "node:timers/promises";
import { Client } from "pg";
import { findPrimary } from "../sql/primary.ts";

/** A server that streams the log of the primary. */
type Standby = {
  readonly name: string;
  /** True if commits count it: it is named, and its connection streams. */
  readonly counted: boolean;
  /** True if it has on disk what the primary had at the moment that was asked for. */
  readonly confirms: boolean;
};

/** The server's settings and standbys, as one session sees them. */
export type Replication = {
  readonly role: string;
  /** True if the server is a standby itself. */
  readonly recovering: boolean;
  readonly fsync: string;
  readonly fullPageWrites: string;
  readonly names: string;
  /** The value of `synchronous_commit` that role, database and server give to a session. */
  readonly level: string;
  /** True if the role may see the positions of standbys. */
  readonly visible: boolean;
  readonly standbys: readonly Standby[];
  /** Position in the log up to which the primary has it on disk. */
  readonly position: string;
};

/** The default of the level is asked for: the session itself may have set another one. */
const FACTS = `
  select current_user as role, pg_is_in_recovery() as recovering, current_setting('fsync') as fsync,
    current_setting('full_page_writes') as "fullPageWrites",
    current_setting('synchronous_standby_names') as names,
    (select reset_val from pg_settings where name = 'synchronous_commit') as level,
    pg_has_role(current_user, 'pg_read_all_stats', 'usage') as visible,
    case when not pg_is_in_recovery() then pg_current_wal_flush_lsn()::text else '0/0' end as position,
    coalesce((select json_agg(json_build_object('name', application_name,
        'counted', coalesce(state = 'streaming' and sync_state in ('sync', 'quorum'), false),
        'confirms', coalesce(flush_lsn >= $1::pg_lsn, false)) order by application_name)
      from pg_stat_replication), '[]') as standbys`;

/** The start of the log, which every standby has. */
const BEGINNING = "0/0";

async function readReplication(client: Client, since: string): Promise<Replication> {
  const { rows } = await client.query<Replication>(FACTS, [since]);
  const [facts] = rows;
  if (facts === undefined) throw new Error("The database does not tell of its replication.");
  return facts;
}

/** `setting`: an operator has to change it; `standby`: it may come by itself. */
type FaultKind = "setting" | "standby";

export type ReplicationFault = {
  readonly kind: FaultKind;
  /** One sentence with the found value, the expected one and the remedy. */
  readonly text: string;
  /** Reason for clients, without names of roles and servers. */
  readonly shown: string;
};

type Rule = {
  readonly kind: FaultKind;
  readonly shown: string;
  readonly fails: (facts: Replication) => boolean;
  readonly text: (facts: Replication) => string;
};

const SHOWN_SETTING = "the database is not set up to keep what it is told";

/** Rules in the order in which an operator sets up replication; the first that fails is reported. */
const RULES: readonly Rule[] = [
  {
    kind: "standby",
    shown: "the database has no primary",
    fails: ({ recovering }) => recovering,
    text: () =>
      "The database is a standby, which takes no writes: promote it, or let DATABASE_URL name the primary.",
  },
  {
    kind: "setting",
    shown: SHOWN_SETTING,
    fails: ({ fsync }) => fsync !== "on",
    text: ({ fsync }) =>
      `The database runs with fsync = ${fsync}, and a cluster needs on, since a power cut takes commits otherwise: set it in postgresql.conf and reload the server.`,
  },
  {
    kind: "setting",
    shown: SHOWN_SETTING,
    fails: ({ fullPageWrites }) => fullPageWrites !== "on",
    text: ({ fullPageWrites }) =>
      `The database runs with full_page_writes = ${fullPageWrites}, and a cluster needs on, since a power cut can tear pages otherwise: set it in postgresql.conf and reload the server.`,
  },
  {
    kind: "setting",
    shown: SHOWN_SETTING,
    fails: ({ level }) => level !== "on" && level !== "remote_apply",
    text: ({ level, role }) =>
      `Sessions of ${role} get synchronous_commit = ${level}, and a cluster needs on or remote_apply, since a commit does not wait for a standby's disk otherwise: reset it for the role, the database and the server.`,
  },
  {
    kind: "setting",
    shown: SHOWN_SETTING,
    fails: ({ names }) => names.trim() === "",
    text: () =>
      "The database replicates asynchronously: synchronous_standby_names is empty, and a cluster needs standbys there, as in 'ANY 1 (*)': set it in postgresql.conf and reload the server.",
  },
  {
    kind: "setting",
    shown: SHOWN_SETTING,
    fails: ({ visible }) => !visible,
    text: ({ role }) =>
      `The role ${role} may not see the standbys of the database, and a cluster needs to: grant pg_monitor to ${role}.`,
  },
  {
    kind: "standby",
    shown: "no standby of the database keeps a copy of what it is told",
    fails: (facts) => countConfirming(facts) < countRequired(facts.names),
    text: (facts) =>
      `The database waits for ${countRequired(facts.names)} of synchronous_standby_names = '${facts.names}', and ${countConfirming(facts)} of them follow it (connected: ${describeStandbys(facts)}): start the standbys, or name those that are connected.`,
  },
];

/** Finds the first demand that is not met; `undefined` if all are. */
export function findReplicationFault(facts: Replication): ReplicationFault | undefined {
  const rule = RULES.find(({ fails }) => fails(facts));
  return rule && { kind: rule.kind, shown: rule.shown, text: rule.text(facts) };
}

/** Returns how many standbys a commit waits for: `ANY 2 (a, b, c)`, `FIRST 1 (a, b)`, `1 (a)`, or a list, which is one. */
export function countRequired(names: string): number {
  const [, count] = /^\s*(?:(?:any|first)\s+)?(\d+)\s*\(/i.exec(names) ?? [];
  return Number(count ?? 1);
}

const countConfirming = ({ standbys }: Replication): number =>
  standbys.filter(({ counted, confirms }) => counted && confirms).length;

function describeStandbys({ standbys }: Replication): string {
  if (standbys.length === 0) return "none";
  return standbys
    .map(
      ({ name, counted, confirms }) =>
        `${name} ${!counted ? "asynchronous" : confirms ? "in step" : "behind"}`,
    )
    .join(", ");
}

/**
 * The demands are not met. Transient: a commit waits until they are, and what was written without them is neither
 * acknowledged nor refused.
 */
export class NotReplicated extends Error {
  readonly code = "57P03";
  readonly kind: FaultKind;
  readonly shown: string;
  constructor({ kind, text, shown }: ReplicationFault) {
    super(text);
    this.kind = kind;
    this.shown = shown;
  }
}

/** Throws if a demand is not met. Returns the level of `synchronous_commit`, and the position of the log. */
export async function assertReplicated(client: Client, since = BEGINNING): Promise<Replication> {
  const facts = await readReplication(client, since);
  const fault = findReplicationFault(facts);
  if (fault !== undefined) throw new NotReplicated(fault);
  return facts;
}

const CONFIRM_TIMEOUT_MS = 5_000;
const CONFIRM_EVERY_MS = 10;

/**
 * Returns once standbys confirm that they have on disk what the server has now. The positions of standbys prove it, also
 * where a commit did not wait: after a change of the names the server may say sync before its sessions wait.
 */
export async function awaitConfirmation(client: Client): Promise<void> {
  const { position } = await readReplication(client, BEGINNING);
  const deadline = performance.now() + CONFIRM_TIMEOUT_MS;
  for (;;) {
    const fault = findReplicationFault(await readReplication(client, position));
    if (fault === undefined) return;
    if (fault.kind === "setting" || performance.now() > deadline) throw new NotReplicated(fault);
    await delay(CONFIRM_EVERY_MS);
  }
}

/** Writes something that says nothing, so that the commit waits for standbys, and returns once they confirm it. */
export async function writeProbe(client: Client): Promise<void> {
  await client.query("select pg_logical_emit_message(true, 'presage', 'probe')");
  await awaitConfirmation(client);
}

/** Makes a session wait for standbys in each commit, without a limit of time that would end the wait. */
export async function useReplication(client: Client): Promise<void> {
  const { level } = await assertReplicated(client);
  await client.query(`set synchronous_commit = ${level}`);
  await client.query("set statement_timeout = 0");
}

/** The function of the server whose warning says that a commit did not wait to the end. */
const WAIT_FUNCTION = "SyncRepWaitForLSN";

/**
 * Notes cancelled waits of a session. The returned check throws after the first: the commit is then visible on this
 * server, and may be on no other. Later commits of the session would rest on it, so the session is over.
 */
export function noteCancelledWaits(client: Client): () => void {
  let isCancelled = false;
  client.on("notice", ({ routine }) => {
    isCancelled ||= routine === WAIT_FUNCTION;
  });
  return () => {
    if (isCancelled)
      throw new NotReplicated({
        kind: "standby",
        text: "The wait of a commit for a standby was cancelled by somebody: whether a standby has the commit is not known until standbys confirm a later one.",
        shown: "it is not known whether a standby of the database has the last commit",
      });
  };
}

// Checks in sessions of their own: a new session has the settings that role, database and server give now, and it finds
// out which server is the primary now.

const OPEN_TIMEOUT_MS = 5_000;

async function inCheckSession<T>(url: string, use: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({
    connectionString: await findPrimary(url),
    application_name: "presage replication",
    connectionTimeoutMillis: OPEN_TIMEOUT_MS,
    query_timeout: OPEN_TIMEOUT_MS,
  });
  // A connection that breaks fails the running query, which reports it.
  client.on("error", () => {});
  try {
    await client.connect();
    return await use(client);
  } finally {
    await client.end();
  }
}

const START_EVERY_MS = 500;

/**
 * Returns once the demands are met. Throws at once if a setting is wrong: only an operator can change it. A standby that
 * is missing is waited for, and `reportWait` gets each new reason; an abort throws its reason.
 */
export async function awaitReplication(
  url: string,
  reportWait: (why: string) => void,
  signal?: AbortSignal,
): Promise<void> {
  let told = "";
  for (;;) {
    signal?.throwIfAborted();
    try {
      await inCheckSession(url, (client) => assertReplicated(client));
      return;
    } catch (error) {
      if (!isStandbyMissing(error)) throw error;
      if (error.message !== told) reportWait(error.message);
      told = error.message;
    }
    await delay(START_EVERY_MS);
  }
}

export const isStandbyMissing = (error: unknown): error is NotReplicated =>
  error instanceof NotReplicated && error.kind === "standby";

const CHECK_EVERY_MS = 2_000;
/** Checks after which a standby must have what the primary had: ten seconds. */
const MAX_CHECKS_BEHIND = 5;

/**
 * Checks every few seconds until closed, and calls `onFault` each time that a demand is not met. A standby that is
 * connected and confirms nothing counts as missing after ten seconds.
 */
export function watchReplication(
  url: string,
  onFault: (fault: NotReplicated) => void,
): { close(): Promise<void> } {
  const stopping = new AbortController();
  const { signal } = stopping;
  /** Positions of the log at earlier checks, the oldest first. */
  const positions: string[] = [];
  const check = async (): Promise<void> => {
    const since = positions.length < MAX_CHECKS_BEHIND ? BEGINNING : positions.shift();
    const { position } = await inCheckSession(url, (client) => assertReplicated(client, since));
    positions.push(position);
  };
  const watch = async (): Promise<void> => {
    while (!signal.aborted) {
      await delay(CHECK_EVERY_MS, undefined, { signal, ref: false }).catch(() => {});
      if (signal.aborted) return;
      await check().catch((error: unknown) => {
        // A database that takes no further session is told by the writer's, if that ends too.
        if (!(error instanceof NotReplicated)) return;
        positions.length = 0;
        onFault(error);
      });
    }
  };
  const watched = watch();
  return {
    close: async () => {
      stopping.abort();
      await watched;
    },
  };
}
