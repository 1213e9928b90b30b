/**
 * Cancel on disconnect. Connections of a key to the user channel may ask that its orders are cancelled when they have ended.
 * That is done once the last of them has ended and none has asked again within the grace period. The connections live in
 * gateways, which report each end at once, and all that live every few seconds. A connection that is not reported for ten
 * seconds is lost. Asks outlive the process. A connection lost by a fault of the exchange, or by its restart, has at least
 * ten seconds to return.
 */
import { deleteConnectedKey, listConnectedKeys, saveConnectedKey } from "../../store/keys/connected-keys.ts";
import type { ConnectedKey } from "../../store/keys/connected-keys.ts";
import type { OwnSql } from "../../store/sql/database.ts";
import { createKeyDeadlines } from "./key-deadlines.ts";
import type { KeyDeadlineOptions, KeySession, TimedSessions } from "./key-deadlines.ts";

/** A gateway's report of a connection that asked. */
export type Presence = ConnectedKey & {
  /** Id of the connection, never used again. */
  readonly connection: string;
  /** State of the connection: it lives and asks, takes its ask back, or has ended. */
  readonly state: "held" | "withdrawn" | "ended";
};

/** Reports connections; a report that comes twice changes nothing. Resolves once what they ask is stored. */
export type NotePresences = (presences: readonly Presence[]) => Promise<void>;

export type Disconnects = TimedSessions & {
  readonly note: NotePresences;
  /**
   * Starts the timer, once clients can reach the exchange: each key without a connection then has its time to return.
   * Returns the function that stops it.
   */
  watch(): () => void;
  /** Reads the keys again: the database was put back to an earlier state. Connections that live still ask. */
  reload(): Promise<void>;
};

export type DisconnectOptions = KeyDeadlineOptions & {
  readonly sql: OwnSql;
  /** Milliseconds of the machine's time since an arbitrary moment. */
  readonly monotonic: () => number;
};

/** A connection counts as lost at `until`, ms of `monotonic`. */
type Lease = { readonly graceMs: number; readonly until: number };

type Session = ConnectedKey &
  KeySession & {
    readonly leases: Map<string, Lease>;
    /** Least deadline, on `steady`: until then other connections may live that this process was not told of yet. */
    readonly earliest: number;
  };

/** Time after its last report at which a connection is lost, and the least time to return after that, ms. */
const LOST_MS = 10_000;
const CHECK_MS = 50;
const FAILED = {
  event: "disconnect_failed",
  words: "a key's last connection ended and its orders were not cancelled; it is tried again",
} as const;

export async function createDisconnects(options: DisconnectOptions): Promise<Disconnects> {
  const { sql, steady, monotonic } = options;
  const deadlines = createKeyDeadlines<Session>(options, {
    reason: "disconnected",
    remove: (apiKey) => deleteConnectedKey(sql, apiKey),
    failed: FAILED,
  });
  const { sessions, runInTurn, firstEnd, close } = deadlines;

  const lostDeadline = ({ graceMs }: ConnectedKey): number => steady() + Math.max(graceMs, LOST_MS);

  /** Begins the session of a stored key, whose connections are not reported yet. */
  function begin(key: ConnectedKey): void {
    const deadline = lostDeadline(key);
    sessions.set(key.apiKey, { ...key, deadline, earliest: deadline, leases: new Map() });
  }

  async function reload(): Promise<void> {
    const living = [...sessions.values()].filter(({ leases }) => leases.size > 0);
    sessions.clear();
    for (const key of await listConnectedKeys(sql)) begin(key);
    for (const session of living) {
      await saveConnectedKey(sql, session);
      sessions.set(session.apiKey, { ...session, earliest: -Infinity });
    }
  }
  await reload();

  async function hold({ apiKey, address, graceMs, connection }: Presence): Promise<void> {
    const session = sessions.get(apiKey);
    const isRenewed = session?.leases.get(connection)?.graceMs === graceMs;
    // The latest ask counts for all connections of the key.
    const key = { apiKey, address, graceMs: isRenewed ? session.graceMs : graceMs };
    if (session?.graceMs !== key.graceMs) await saveConnectedKey(sql, key);
    const { leases = new Map<string, Lease>(), earliest = -Infinity } = session ?? {};
    leases.set(connection, { graceMs, until: monotonic() + LOST_MS });
    sessions.set(apiKey, { ...key, deadline: Infinity, earliest, leases });
  }

  function end({ apiKey, connection }: Presence): void {
    const session = sessions.get(apiKey);
    if (session?.leases.delete(connection) !== true || session.leases.size > 0) return;
    session.deadline = Math.max(session.earliest, steady() + session.graceMs);
  }

  async function withdraw({ apiKey, connection }: Presence): Promise<void> {
    const session = sessions.get(apiKey);
    session?.leases.delete(connection);
    if (session === undefined || session.leases.size > 0) return;
    await deleteConnectedKey(sql, apiKey);
    sessions.delete(apiKey);
  }

  const noteOne = (presence: Presence): Promise<void> =>
    runInTurn(presence.apiKey, async () => {
      if (presence.state === "held") await hold(presence);
      else if (presence.state === "withdrawn") await withdraw(presence);
      else end(presence);
    });

  function check(): Promise<void> {
    const now = monotonic();
    for (const session of sessions.values())
      if (loseLast(session, now)) session.deadline = lostDeadline(session);
    return deadlines.check();
  }

  function watch(): () => void {
    for (const session of sessions.values()) if (session.leases.size === 0) begin(session);
    const timer = setInterval(() => void check(), CHECK_MS);
    return () => clearInterval(timer);
  }

  return {
    note: async (presences) => void (await Promise.all(presences.map(noteOne))),
    watch,
    check,
    firstEnd,
    reload,
    close,
  };
}

/** Ends the leases of connections that no gateway reports any more; returns true if those were the last. */
function loseLast({ leases }: Session, now: number): boolean {
  const lost = [...leases].filter(([, { until }]) => until <= now);
  for (const [connection] of lost) leases.delete(connection);
  return lost.length > 0 && leases.size === 0;
}
