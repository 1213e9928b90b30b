/**
 * Stands for the library `pg` in a simulation: connections to the servers in memory. It understands the statements of the
 * writer's session, by their words, so that a statement without a condition or a lock has none here.
 */
import type { Socket } from "node:net";
import type { Network } from "./network.ts";
import { journalOn, leadOn, settleRow } from "./simulated-postgres.ts";
import type { LogRecord, Server, Session, SimulatedPostgres } from "./simulated-postgres.ts";
import { afterIn, now, ownProcess, runIn } from "./world.ts";
import type { Process } from "./world.ts";

export type Database = {
  readonly postgres: SimulatedPostgres;
  readonly network: Network;
  /** True if a pooler carries connections whose session ended to the server that is the primary then. */
  readonly hasPooler: boolean;
};

const database: { current: Database | undefined } = { current: undefined };

/** Lets connections lead to a database. Those to the last one are forgotten. */
export function useDatabase(next: Database): void {
  database.current = next;
  for (const socket of sockets) socket.removeAllListeners();
  sockets.clear();
}

/** Sockets of connections. The search of primaries keeps them, and with their listeners the whole run. */
const sockets = new Set<Socket>();

export class DatabaseError extends Error {
  readonly code: string;
  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

type Reply = { readonly rows: readonly unknown[]; readonly rowCount: number; readonly isCancelled?: boolean };
type Answer = (reply: Reply | Error) => void;
type Statement = {
  readonly session: Session;
  readonly text: string;
  readonly values: readonly unknown[];
  readonly postgres: SimulatedPostgres;
  readonly network: Network;
};

const rowsOf = (...rows: readonly unknown[]): Reply => ({ rows, rowCount: rows.length });

type Config = {
  readonly connectionString: string;
  readonly connectionTimeoutMillis?: number;
  readonly query_timeout?: number;
  readonly stream?: () => Socket;
};

type Underway = {
  readonly text: string;
  readonly values: readonly unknown[];
  readonly resolve: (reply: Reply) => void;
  readonly fail: (error: Error) => void;
};

type Query = string | { readonly text: string; readonly values: readonly unknown[] };

export class Client {
  readonly #config: Config;
  readonly #process: Process | undefined;
  readonly #listeners = new Map<string, ((value: never) => void)[]>();
  readonly #database: Database;
  readonly #server: Server;
  #session: Session | undefined;
  #isOver = false;
  readonly #queries: Underway[] = [];

  constructor(config: Config) {
    if (database.current === undefined) throw new Error("there is no database");
    this.#config = config;
    this.#process = ownProcess();
    this.#database = database.current;
    const { hostname } = new URL(config.connectionString);
    this.#server = this.#database.postgres.servers.find(({ name }) => name === hostname)!;
    const socket = config.stream?.();
    if (socket === undefined) return;
    sockets.add(socket);
    socket.once("close", () => {
      sockets.delete(socket);
      this.#break("Connection terminated unexpectedly");
    });
  }

  on(event: string, call: (value: never) => void): void {
    this.#listeners.set(event, [...(this.#listeners.get(event) ?? []), call]);
  }

  connect(): Promise<void> {
    return new Promise((resolve, fail) => {
      const { connectionTimeoutMillis = 10_000 } = this.#config;
      afterIn(this.#process, connectionTimeoutMillis, () =>
        fail(new DatabaseError("ETIMEDOUT", "the server does not answer")),
      );
      this.#send(() => {
        const isDown = this.#server.role === "down";
        if (!isDown && !this.#isOver) this.#begin(this.#server);
        this.#receive(() =>
          isDown ? fail(new DatabaseError("ECONNREFUSED", "the server is down")) : resolve(),
        );
      });
    });
  }

  query(query: Query, given: readonly unknown[] = []): Promise<Reply> {
    const { text, values } = typeof query === "string" ? { text: query, values: given } : query;
    return new Promise((resolve, fail) => {
      if (this.#isOver) return fail(new Error("Client was closed and is not queryable"));
      const { query_timeout: limit } = this.#config;
      if (limit !== undefined) afterIn(this.#process, limit, () => fail(new Error("Query read timeout")));
      this.#queries.push({ text, values, resolve, fail });
      if (this.#queries.length === 1) this.#sendNext();
    });
  }

  /** Sends the first query that waits: one at a time is underway. */
  #sendNext(): void {
    const [next] = this.#queries;
    if (next === undefined || this.#isOver) return;
    const { text, values, resolve, fail } = next;
    const settle = (act: () => void): void => {
      this.#queries.shift();
      act();
      this.#sendNext();
    };
    this.#send(() =>
      this.#execute(
        text,
        values,
        (reply) => settle(() => resolve(reply)),
        (error) => settle(() => fail(error)),
      ),
    );
  }

  #execute(
    text: string,
    values: readonly unknown[],
    resolve: (reply: Reply) => void,
    fail: (error: Error) => void,
  ) {
    const primary = this.#database.postgres.primary();
    if (this.#session === undefined && primary !== undefined && this.#database.hasPooler && !this.#isOver)
      this.#begin(primary);
    const session = this.#session;
    if (session?.isOpen !== true)
      return this.#receive(() => this.#break("Connection terminated unexpectedly"));
    session.isIdle = false;
    execute({ session, text, values, ...this.#database }, (reply) => {
      session.isIdle = true;
      session.idleSince = now();
      if (!session.isOpen) return;
      this.#receive(() => {
        if (this.#isOver) return;
        if (reply instanceof Error) return fail(reply);
        if (reply.isCancelled === true) this.#tell("notice", { routine: "SyncRepWaitForLSN" });
        resolve(reply);
      });
    });
  }

  end(): Promise<void> {
    if (!this.#isOver) this.close();
    return new Promise((resolve) => void afterIn(this.#process, 2, resolve));
  }

  /** Ends the connection, as the death of its process does. */
  close(): void {
    this.#isOver = true;
    this.#failAll(new Error("Connection terminated"));
    const session = this.#session;
    if (session === undefined) return;
    // The server looks once a second whether the client of a waiting statement is there.
    this.#database.network.transmit(
      this.#machine,
      session.server.name,
      () => afterIn(undefined, session.isIdle ? 0 : 1_000, () => this.#database.postgres.endSession(session)),
      undefined,
    );
  }

  #begin(server: Server): void {
    const session = this.#database.postgres.openSession(server);
    this.#session = session;
    session.onEnd = () => {
      if (!this.#database.hasPooler || !session.isIdle)
        return this.#receive(() => this.#break("Connection terminated unexpectedly"));
      this.#session = undefined;
    };
    if (this.#process?.state === "killed") this.close();
    else this.#process?.onEnd.push(() => this.#isOver || this.close());
  }

  #break(message: string): void {
    if (this.#isOver) return;
    this.#isOver = true;
    const error = new Error(message);
    this.#failAll(error);
    this.#tell("error", error);
  }

  #failAll(error: Error): void {
    for (const { fail } of this.#queries.splice(0)) fail(error);
  }

  #tell(event: string, value: unknown): void {
    for (const call of this.#listeners.get(event) ?? []) runIn(this.#process, () => call(value as never));
  }

  get #machine(): string {
    return this.#process?.machine ?? "";
  }

  #send(act: () => void): void {
    this.#database.network.transmit(this.#machine, this.#server.name, act, undefined);
  }

  #receive(act: () => void): void {
    this.#database.network.transmit(this.#server.name, this.#machine, act, this.#process);
  }
}

type Handler = (statement: Statement, answer: Answer) => void;

const HANDLERS: readonly (readonly [words: RegExp, handle: Handler])[] = [
  [/pid = pg_backend_pid/, ({ session: { pid, startedAt } }, answer) => answer(rowsOf({ pid, startedAt }))],
  [/as ended from pg_stat_activity/, endByPid],
  [/pg_terminate_backend\(pid, 2000\)/, (_, answer) => answer(rowsOf())],
  [
    /^select pg_is_in_recovery/,
    ({ session }, answer) => answer(rowsOf({ standby: session.server.role !== "primary" })),
  ],
  [/^(set|reset) /, (_, answer) => answer(rowsOf())],
  [/pg_advisory_lock\(/, takeLock],
  [/pg_stat_replication/, describeReplication],
  [/pg_walfile_name/, describeTimeline],
  [/from leadership$/, ({ session }, answer) => answer(rowsOf(...[leadOn(session.server) ?? []].flat()))],
  [/^\s*insert into leadership/, raiseEpoch],
  [/^insert into journal/, insertBatch],
  [/pg_logical_emit_message/, writeMessage],
  [/from journal order by seq desc limit 1/, readLast],
  [/^select hash from journal where seq/, readHash],
];

function execute(statement: Statement, answer: Answer): void {
  const [, handle] = HANDLERS.find(([words]) => words.test(statement.text)) ?? [];
  if (handle === undefined)
    throw new Error(`the simulated database has no such statement: ${statement.text}`);
  handle(statement, answer);
}

function endByPid({ session, values: [pid, startedAt], postgres }: Statement, answer: Answer): void {
  const found = [...session.server.sessions].find((one) => one.pid === pid && one.startedAt === startedAt);
  if (found === undefined) return answer(rowsOf());
  postgres.endSession(found);
  answer(rowsOf({ ended: true }));
}

const LOCK_TIMEOUT_MS = 5_000;

function takeLock({ session, values: [key] }: Statement, answer: Answer): void {
  const { locks } = session.server;
  const lock = locks.get(Number(key)) ?? { holder: undefined, waiting: [] };
  locks.set(Number(key), lock);
  const take = (): void => {
    lock.holder = session;
    answer(rowsOf({}));
  };
  if (lock.holder === undefined) return take();
  const waiting = { session, take };
  lock.waiting.push(waiting);
  afterIn(undefined, LOCK_TIMEOUT_MS, () => {
    const place = lock.waiting.indexOf(waiting);
    if (place === -1) return;
    lock.waiting.splice(place, 1);
    answer(new DatabaseError("55P03", "canceling statement due to lock timeout"));
  });
}

function describeReplication(
  { session: { server }, values: [since], postgres }: Statement,
  answer: Answer,
): void {
  const position = since === "0/0" ? 0 : Number(since);
  const standbys = postgres.servers
    .filter(({ upstream }) => upstream === server)
    .map((standby) => {
      const confirmed = server.confirmed.get(standby);
      const counted = confirmed !== undefined;
      return { name: standby.name, counted, confirms: (confirmed ?? -1) >= position };
    });
  answer(
    rowsOf({
      role: "presage",
      recovering: server.role !== "primary",
      fsync: "on",
      fullPageWrites: "on",
      names: "ANY 1 (*)",
      level: "on",
      visible: true,
      standbys,
      position: `${server.log.length}`,
    }),
  );
}

function describeTimeline({ session: { server } }: Statement, answer: Answer): void {
  const timeline = server.role === "primary" ? `${server.timeline}`.padStart(8, "0") : null;
  answer(rowsOf({ timeline }));
}

/** Calls `act` with the row's lock, and lets it go when `act` says so. */
function withRow(session: Session, isShared: boolean, act: (release: () => void) => void): void {
  const { server } = session;
  const { row } = server;
  const release = (): void => {
    row.shared.delete(session);
    if (row.exclusive === session) row.exclusive = undefined;
    settleRow(server);
  };
  const tryTake = (): boolean => {
    if (!session.isOpen) return true;
    if (row.exclusive !== undefined || (!isShared && row.shared.size > 0)) return false;
    if (isShared) row.shared.add(session);
    else row.exclusive = session;
    act(release);
    return true;
  };
  if (!tryTake()) row.waiting.push(tryTake);
}

function finish(
  statement: Statement,
  record: LogRecord,
  reply: Reply,
  answer: Answer,
  release = (): void => {},
): void {
  statement.postgres.commit(statement.session, record, (isCancelled) => {
    release();
    answer({ ...reply, isCancelled });
  });
}

function raiseEpoch(statement: Statement, answer: Answer): void {
  const { session, text, values } = statement;
  const [cluster, holder, takes, floor] = values;
  withRow(session, false, (release) => {
    const row = leadOn(session.server);
    if (row !== undefined && takes !== true && row.holder !== holder) {
      release();
      return answer(rowsOf());
    }
    const step = text.includes("greatest(leadership.epoch, $4::bigint) + 1") ? 1 : 0;
    const epoch = row === undefined ? Number(floor) + 1 : Math.max(row.epoch, Number(floor)) + step;
    const raised = { cluster: String(cluster), epoch, holder: String(holder), since: new Date(now()) };
    finish(statement, { kind: "lead", row: raised }, rowsOf({ epoch: `${epoch}` }), answer, release);
  });
}

function insertBatch(statement: Statement, answer: Answer): void {
  const { session, text, values } = statement;
  const [seq, at, events, hash, epoch] = values;
  const insert = (release: () => void): void => {
    const { server } = session;
    const refuse = (reply: Reply | Error): void => {
      release();
      answer(reply);
    };
    if (text.includes("epoch = $5") && leadOn(server)?.epoch !== epoch) return refuse(rowsOf());
    const batches = server.log.flatMap((record) => (record.kind === "batch" ? [record.row.seq] : []));
    if (batches.includes(Number(seq))) return refuse(new DatabaseError("23505", "duplicate key value"));
    if (Number(seq) !== (batches.at(-1) ?? 0) + 1)
      return refuse(new DatabaseError("23503", "the previous batch is missing"));
    const row = { seq: Number(seq), at: Number(at), events: String(events), hash: hash as Buffer };
    finish(statement, { kind: "batch", row }, { rows: [], rowCount: 1 }, answer, release);
  };
  if (text.includes("for share")) withRow(session, true, insert);
  else insert(() => {});
}

function writeMessage(statement: Statement, answer: Answer): void {
  const { session, text, values } = statement;
  const write = (release: () => void): void => {
    if (text.includes("epoch = $1") && leadOn(session.server)?.epoch !== values[0]) {
      release();
      return answer(rowsOf());
    }
    finish(statement, { kind: "message" }, rowsOf({}), answer, release);
  };
  if (text.includes("for share")) withRow(session, true, write);
  else write(() => {});
}

function readLast({ session, text, values: [epoch] }: Statement, answer: Answer): void {
  if (text.includes("epoch = $1::bigint") && leadOn(session.server)?.epoch !== epoch) return answer(rowsOf());
  const last = journalOn(session.server).at(-1);
  const none = text.includes("left join") ? [{ seq: null, at: null, hash: null }] : [];
  answer(
    rowsOf(...(last === undefined ? none : [{ seq: `${last.seq}`, at: `${last.at}`, hash: last.hash }])),
  );
}

function readHash({ session, values: [seq] }: Statement, answer: Answer): void {
  const found = journalOn(session.server).find((row) => row.seq === seq);
  answer(found === undefined ? rowsOf() : rowsOf({ hash: found.hash }));
}
