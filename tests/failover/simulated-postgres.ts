/**
 * Three database servers in memory: one is the primary, and commits wait for one of two standbys. A commit is on the
 * primary at once, and visible once its wait ends. A fail-over promotes the standby that is furthest, after all
 * standbys left the former primary. One that breaks its word promotes a server without the last commits.
 */
import type { Random } from "../support/random.ts";
import type { Network } from "./network.ts";
import { afterIn, now } from "./world.ts";

export type JournalRow = {
  readonly seq: number;
  readonly at: number;
  readonly events: string;
  readonly hash: Buffer;
};

export type LeadRow = {
  readonly cluster: string;
  readonly epoch: number;
  readonly holder: string;
  readonly since: Date;
};

export type LogRecord =
  | { readonly kind: "batch"; readonly row: JournalRow }
  | { readonly kind: "lead"; readonly row: LeadRow }
  | { readonly kind: "tables"; readonly seq: number }
  | { readonly kind: "message" };

type Wait = {
  readonly position: number;
  readonly session: Session;
  readonly end: (isCancelled: boolean) => void;
};

export type Session = {
  readonly pid: number;
  readonly server: Server;
  readonly startedAt: string;
  isOpen: boolean;
  isIdle: boolean;
  idleSince: number;
  /** Called once when the server ends the session. */
  onEnd: () => void;
};

type LockWait = { readonly session: Session; readonly take: () => void };

/** Locks of the leadership's row. */
type RowLock = { readonly shared: Set<Session>; exclusive: Session | undefined; waiting: (() => boolean)[] };

export type Server = {
  readonly name: string;
  role: "primary" | "standby" | "down";
  timeline: number;
  log: LogRecord[];
  /** Records of transactions that wait for a standby: nobody sees them here. */
  readonly hidden: Set<LogRecord>;
  upstream: Server | undefined;
  /** Positions that standbys confirmed. */
  readonly confirmed: Map<Server, number>;
  waits: Wait[];
  readonly sessions: Set<Session>;
  readonly locks: Map<number, { holder: Session | undefined; readonly waiting: LockWait[] }>;
  row: RowLock;
};

export type SimulatedPostgres = {
  readonly servers: readonly Server[];
  /** The server that was promoted last; `undefined` while none is. */
  primary(): Server | undefined;
  openSession(server: Server): Session;
  endSession(session: Session): void;
  /** Adds a record as a transaction of the session; `done` is called once it is visible. */
  commit(session: Session, record: LogRecord, done: (isCancelled: boolean) => void): void;
  /** Ends the primary, or cuts it off, and promotes another server; the returned function brings it back. */
  failOver(kind: "killed" | "cut off", loses: boolean): () => void;
  /** Cancels the waits that are underway. */
  cancelWaits(): void;
};

const newRowLock = (): RowLock => ({ shared: new Set(), exclusive: undefined, waiting: [] });

const createServer = (name: string, role: Server["role"]): Server => ({
  name,
  role,
  timeline: 1,
  log: [],
  hidden: new Set(),
  upstream: undefined,
  confirmed: new Map(),
  waits: [],
  sessions: new Set(),
  locks: new Map(),
  row: newRowLock(),
});

/** Lists what a transaction sees on a server. */
export const visibleOn = (server: Server): readonly LogRecord[] =>
  server.hidden.size === 0 ? server.log : server.log.filter((record) => !server.hidden.has(record));

export const journalOn = (server: Server): readonly JournalRow[] =>
  visibleOn(server).flatMap((record) => (record.kind === "batch" ? [record.row] : []));

export function leadOn(server: Server): LeadRow | undefined {
  const found = visibleOn(server).findLast((record) => record.kind === "lead");
  return found?.kind === "lead" ? found.row : undefined;
}

/** Lets those go on who wait for the row. */
export function settleRow(server: Server): void {
  const { waiting } = server.row;
  for (const retry of waiting.splice(0)) if (!retry()) waiting.push(retry);
}

export function createSimulatedPostgres(random: Random, network: Network): SimulatedPostgres {
  const servers = [createServer("a", "primary"), createServer("b", "standby"), createServer("c", "standby")];
  const reach = (from: Server, to: Server): boolean => network.isOpen(from.name, to.name);
  let pids = 0;

  const primary = (): Server | undefined =>
    servers.filter(({ role }) => role === "primary").sort((one, other) => other.timeline - one.timeline)[0];

  function openSession(server: Server): Session {
    pids += 1;
    const session: Session = {
      pid: pids,
      server,
      startedAt: `${now()}`,
      isOpen: true,
      isIdle: true,
      idleSince: now(),
      onEnd: () => {},
    };
    server.sessions.add(session);
    return session;
  }

  function endSession(session: Session): void {
    if (!session.isOpen) return;
    session.isOpen = false;
    const { server } = session;
    server.sessions.delete(session);
    // A wait for a standby ends: its commit is visible here, and may be on no standby.
    for (const { end } of server.waits.filter((one) => one.session === session)) end(true);
    if (server.row.exclusive === session) server.row.exclusive = undefined;
    server.row.shared.delete(session);
    settleRow(server);
    for (const lock of server.locks.values())
      if (lock.holder === session) {
        lock.holder = undefined;
        const next = lock.waiting.splice(0).filter(({ session: { isOpen } }) => isOpen);
        for (const waiting of next)
          if (lock.holder === undefined) waiting.take();
          else lock.waiting.push(waiting);
      }
    session.onEnd();
  }

  function commit(session: Session, record: LogRecord, done: (isCancelled: boolean) => void): void {
    const { server } = session;
    server.log.push(record);
    server.hidden.add(record);
    const position = server.log.length;
    const end = (isCancelled: boolean): void => {
      server.waits = server.waits.filter((one) => one.end !== end);
      const show = (): void => {
        server.hidden.delete(record);
        done(isCancelled);
      };
      // Transactions become visible a little after their waits end, each at its own time.
      if (session.isOpen) afterIn(undefined, random.below(20) / 10, show);
      else show();
    };
    server.waits.push({ position, session, end });
    for (const standby of servers) stream(standby, server);
  }

  /** Sends a standby what it lacks. */
  function stream(standby: Server, from: Server): void {
    if (standby.upstream !== from) return;
    afterIn(undefined, random.between(2, 30) / 10 + (random.chance(3) ? random.below(400) : 0), () => {
      if (standby.upstream !== from || from.role !== "primary" || !reach(from, standby)) return;
      if (from.log.length > standby.log.length) standby.log.push(...from.log.slice(standby.log.length));
      const position = standby.log.length;
      afterIn(undefined, random.between(1, 10) / 10, () => {
        if (from.role !== "primary" || !reach(from, standby)) return;
        from.confirmed.set(standby, Math.max(position, from.confirmed.get(standby) ?? 0));
        for (const wait of from.waits) if (wait.position <= position) wait.end(false);
      });
    });
  }

  function attach(standby: Server, to: Server): void {
    standby.role = "standby";
    standby.hidden.clear();
    standby.timeline = to.timeline;
    const common = standby.log.findIndex((record, place) => to.log[place] !== record);
    if (common !== -1) standby.log.length = common;
    standby.upstream = to;
    stream(standby, to);
  }

  function endAllSessions(server: Server): void {
    server.role = "down";
    server.waits = [];
    server.hidden.clear();
    server.confirmed.clear();
    server.row = newRowLock();
    const ended = [...server.sessions];
    for (const session of ended) endSession(session);
    server.locks.clear();
  }

  function promote(former: Server, loses: boolean): void {
    const voters = servers.filter((server) => server !== former);
    // Voters confirm nothing to the former primary any more.
    for (const voter of voters) voter.upstream = undefined;
    afterIn(undefined, random.between(50, 500), () => {
      const [next = former, ...others] = voters.sort((one, other) => other.log.length - one.log.length);
      if (loses) loseBatches(next, random.between(1, 3));
      next.role = "primary";
      next.timeline = former.timeline + 1;
      for (const other of others) attach(other, next);
    });
  }

  function failOver(kind: "killed" | "cut off", loses: boolean): () => void {
    const former = primary();
    if (former === undefined) throw new Error("a database without a primary cannot fail over");
    const others = servers.filter((server) => server !== former);
    const heal =
      kind === "cut off"
        ? network.cut(
            former.name,
            others.map(({ name }) => name),
          )
        : () => {};
    if (kind === "killed") endAllSessions(former);
    afterIn(undefined, random.between(500, 2_500), () => promote(former, loses));
    return () => {
      heal();
      endAllSessions(former);
      const next = primary();
      if (next === undefined) throw new Error("no server was promoted");
      attach(former, next);
    };
  }

  for (const standby of servers.slice(1)) attach(standby, servers[0]!);
  network.follow(() => {
    for (const server of servers) if (server.upstream !== undefined) stream(server, server.upstream);
  });
  return {
    servers,
    primary,
    openSession,
    endSession,
    commit,
    failOver,
    cancelWaits: () => {
      for (const { end } of primary()?.waits ?? []) end(true);
    },
  };
}

/** Removes the last batches of a log. */
function loseBatches(server: Server, count: number): void {
  for (let left = count; left > 0; left -= 1) {
    const place = server.log.findLastIndex(({ kind }) => kind === "batch");
    if (place > 1) server.log.splice(place);
  }
}
