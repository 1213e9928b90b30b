/**
 * Demands of a cluster on its PostgreSQL, a primary with two standbys: wrong settings are refused, and nothing is
 * acknowledged that no standby has, whatever ends the wait for it.
 */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import type { TestContext } from "node:test";
import { createReplay } from "../../src/core/events/event-codec.ts";
import { createCommitter } from "../../src/store/journal/committer.ts";
import type { Committer } from "../../src/store/journal/committer.ts";
import { batchHash } from "../../src/store/journal/journal.ts";
import type { Batch, JournalHead } from "../../src/store/journal/journal.ts";
import { createCandidate } from "../../src/store/journal/leadership.ts";
import { countRequired, writeProbe } from "../../src/store/journal/replication.ts";
import { openFirstWriterSession } from "../../src/store/journal/writer-session.ts";
import { READ_TABLES_VERSION } from "../../src/store/projector/rebuild-tables.ts";
import { readBatchRows } from "../../src/store/projector/table-rows.ts";
import { TABLES_SESSION, tableSessions } from "../../src/store/projector/table-flusher.ts";
import { openDatabase } from "../../src/store/sql/database.ts";
import { countStreaming, startReplicatedDatabase } from "../support/replicated-database.ts";
import type { ReplicatedDatabase, ReplicatedServer } from "../support/replicated-database.ts";
import { deepTest } from "../support/depth.ts";
import { until } from "../support/until.ts";

let database: ReplicatedDatabase;
let primary: ReplicatedServer;
let standbys: readonly ReplicatedServer[];

before(async () => {
  database = await startReplicatedDatabase();
  [primary, ...standbys] = database.servers;
});
after(() => database.close());

/** Opens the session of a start in the cluster `main`, and closes it. */
async function startOnce(cluster: string | undefined = "main"): Promise<void> {
  const candidate = cluster === undefined ? undefined : createCandidate(cluster);
  const reportWait = (why: string): never => assert.fail(`waits: ${why}`);
  const session = await openFirstWriterSession(database.urlOf(primary), { candidate, reportWait });
  await session.close();
}

type Committing = {
  readonly committer: Committer;
  readonly failures: unknown[];
  /** Commits the next batch, of which the number is returned at once. */
  next(): { readonly seq: number; readonly done: Promise<void> };
};

/** Starts a committer that leads the cluster `main`. */
async function startCommitting(test: TestContext): Promise<Committing> {
  const url = database.urlOf(primary);
  const writer = await openFirstWriterSession(url, {
    candidate: createCandidate("main"),
    reportWait: () => {},
  });
  const failures: unknown[] = [];
  const committer = createCommitter({ url, writer, onFailure: (error) => failures.push(error) });
  test.after(() => committer.close());
  let last: JournalHead = writer.last;
  const next = () => {
    const batch = batchAfter(last);
    last = batch;
    return { seq: batch.seq, done: committer.commit(batch) };
  };
  return { committer, failures, next };
}

function batchAfter({ seq, hash }: JournalHead): Batch {
  const [next, at] = [seq + 1, 1_000 + seq];
  return { seq: next, at, events: "[]", hash: batchHash(hash, next, at, "[]") };
}

async function hasBatch(server: ReplicatedServer, seq: number): Promise<boolean> {
  const rows = await server.query(`select from journal where seq = ${seq}`);
  return rows.length === 1;
}

/** Process ids of sessions of this name that wait for a standby. */
async function listWaiting(name = "presage writer"): Promise<number[]> {
  const rows = await primary.query<{ pid: number }>(
    `select pid from pg_stat_activity where application_name = '${name}' and wait_event = 'SyncRep'`,
  );
  return rows.map(({ pid }) => pid);
}

/** Stops the processes of the standbys that receive the log; they stay connected, and confirm nothing until the end. */
async function freezeStandbys(test: TestContext): Promise<() => void> {
  const pids: number[] = [];
  for (const standby of standbys) {
    const [receiver] = await standby.query<{ pid: number }>("select pid from pg_stat_wal_receiver");
    pids.push(receiver!.pid);
  }
  for (const pid of pids) process.kill(pid, "SIGSTOP");
  const thaw = (): void => {
    for (const pid of pids.splice(0)) process.kill(pid, "SIGCONT");
  };
  test.after(thaw);
  return thaw;
}

const reasonOf = ({ committer }: Committing): string => {
  const now = committer.health.now();
  return now.state === "up" ? "up" : `${now.shown}: ${now.reason}`;
};

/** Resolves with "acknowledged" if the commit returns before the condition holds. */
const whichFirst = (done: Promise<void>, what: string, holds: () => Promise<boolean> | boolean) =>
  Promise.race([done.then(() => "acknowledged"), until(what, holds).then(() => "waits")]);

it("reads how many standbys a commit waits for", () => {
  const counts = ["*", "a, b", "2 (a, b)", "ANY 2 (a, b, c)", "first 1 (a)", " any 3(*)", '"1 (a)"'];
  assert.deepEqual(counts.map(countRequired), [1, 1, 2, 2, 1, 3, 1]);
});

describe("a start", () => {
  type Refusal = {
    readonly name: string;
    readonly set: () => Promise<unknown>;
    readonly reset: () => Promise<unknown>;
    readonly says: RegExp;
  };
  const setting = (name: string, wrong: string, right: string, says: RegExp): Refusal => ({
    name: `${name} = ${wrong}`,
    set: () => primary.configure(`${name} = ${wrong}`),
    reset: () => primary.configure(`${name} = ${right}`),
    says,
  });
  const role = (name: string, set: string, reset: string, says: RegExp): Refusal => ({
    name,
    set: () => primary.query(set),
    reset: () => primary.query(reset),
    says,
  });
  const levels = /^Error: Sessions of presage get synchronous_commit = (\w+), and a cluster needs on or/;
  const refusals = [
    setting("fsync", "off", "on", /^Error: The database runs with fsync = off, and a cluster needs on/),
    setting("full_page_writes", "off", "on", /full_page_writes = off, and a cluster needs on/),
    setting(
      "synchronous_standby_names",
      "''",
      "'ANY 1 (*)'",
      /asynchronously: synchronous_standby_names is empty/,
    ),
    ...["off", "local", "remote_write"].map((level) => setting("synchronous_commit", level, "on", levels)),
    role(
      "a role with a lower level",
      "alter role presage set synchronous_commit = local",
      "alter role presage reset synchronous_commit",
      levels,
    ),
    role(
      "a database with a lower level",
      "alter database presage set synchronous_commit = off",
      "alter database presage reset synchronous_commit",
      levels,
    ),
    role(
      "a role that sees no standbys",
      "revoke pg_monitor from presage",
      "grant pg_monitor to presage",
      /may not see the standbys of the database, .*: grant pg_monitor to presage/,
    ),
  ];
  for (const { name, set, reset, says } of refusals)
    it(`is refused with ${name}`, async () => {
      await set();
      // A new session may get the settings of before while the server reads them anew.
      await until("the refusal comes", () =>
        startOnce().then(
          () => false,
          (error: unknown) => {
            assert.match(String(error), says);
            return true;
          },
        ),
      );
      await reset();
      await until("the start goes through", () =>
        startOnce().then(
          () => true,
          () => false,
        ),
      );
    });

  it("keeps a level above on, and no time limit of the role", async () => {
    await primary.query("alter role presage set synchronous_commit = remote_apply");
    await primary.query("alter role presage set statement_timeout = '7s'");
    const session = await openFirstWriterSession(database.urlOf(primary), {
      candidate: createCandidate("main"),
      reportWait: () => {},
    });
    const { rows } = await session.client.query(
      "select current_setting('synchronous_commit') as level, current_setting('statement_timeout') as ms",
    );
    await session.close();
    await primary.query("alter role presage reset all");
    assert.deepEqual(rows, [{ level: "remote_apply", ms: "0" }]);
  });

  it("is refused in another cluster, and in none", async () => {
    await startOnce();
    await assert.rejects(
      startOnce("other"),
      /belongs to the cluster main, and PRESAGE_CLUSTER is other: set/,
    );
    const alone = openFirstWriterSession(database.urlOf(primary), {
      candidate: undefined,
      reportWait: () => {},
    });
    await assert.rejects(
      alone,
      /belongs to the cluster main: start with PRESAGE_CLUSTER=main, or take it out/,
    );
  });

  it("raises the epoch by one", async () => {
    const [{ epoch: earlier } = { epoch: "" }] = await primary.query<{ epoch: string }>(
      "select epoch from leadership",
    );
    await startOnce();
    const [{ epoch } = { epoch: "" }] = await primary.query<{ epoch: string }>(
      "select epoch from leadership",
    );
    assert.equal(Number(epoch), Number(earlier) + 1);
  });

  it("waits for a standby, and says which are connected", async () => {
    const reasons: string[] = [];
    await primary.configure("synchronous_standby_names = 'elsewhere'");
    const session = openFirstWriterSession(database.urlOf(primary), {
      candidate: createCandidate("main"),
      reportWait: (why) => reasons.push(why),
    });
    await until("it waits", () => reasons.length > 0);
    assert.match(
      reasons[0]!,
      /waits for 1 of synchronous_standby_names = 'elsewhere', and 0 of them follow it \(connected: three asynchronous, two asynchronous\)/,
    );
    await primary.configure("synchronous_standby_names = 'ANY 1 (*)'");
    await (await session).close();
  });
});

describe("a commit", () => {
  for (const [how, end] of [
    ["cancelled", "pg_cancel_backend"],
    ["ended with its session", "pg_terminate_backend"],
  ] as const)
    it(`whose wait is ${how} is acknowledged once a standby has it`, async (test) => {
      const committing = await startCommitting(test);
      await committing.next().done;
      const thaw = await freezeStandbys(test);
      const { seq, done } = committing.next();
      await until("it waits for a standby", async () => (await listWaiting()).length === 1);
      const [first] = await listWaiting();
      await primary.query(`select ${end}(${first})`);
      const outcome = await whichFirst(done, "the next session waits for a standby", async () =>
        (await listWaiting()).some((pid) => pid !== first),
      );
      assert.equal(outcome, "waits");
      assert.deepEqual([await hasBatch(primary, seq), await hasBatch(standbys[0]!, seq)], [true, false]);
      thaw();
      await done;
      const copies = await Promise.all(standbys.map((standby) => hasBatch(standby, seq)));
      assert.ok(copies.includes(true));
      await committing.next().done;
      assert.deepEqual([committing.failures, reasonOf(committing)], [[], "up"]);
    });

  it("that a restarted primary shows is not taken for durable", async (test) => {
    const committing = await startCommitting(test);
    const thaw = await freezeStandbys(test);
    const { seq, done } = committing.next();
    await until("it waits for a standby", async () => (await listWaiting()).length === 1);
    await primary.stop("immediate");
    await primary.start();
    assert.equal(await hasBatch(primary, seq), true);
    const outcome = await whichFirst(done, "the missing standbys are told", () =>
      reasonOf(committing).startsWith("no standby of the database keeps a copy of what it is told: "),
    );
    assert.equal(outcome, "waits");
    assert.equal(await hasBatch(standbys[0]!, seq), false);
    thaw();
    await done;
    await committing.next().done;
    assert.deepEqual([committing.failures, reasonOf(committing)], [[], "up"]);
  });

  it("without names waits until they are back", async (test) => {
    const committing = await startCommitting(test);
    await primary.configure("synchronous_standby_names = ''");
    await until("sessions know it", async () => {
      const [row] = await primary.query<{ names: string }>("show synchronous_standby_names");
      return Object.values(row ?? {}).join("") === "";
    });
    const { done } = committing.next();
    const outcome = await whichFirst(done, "the setting is told", () =>
      /^the database is not set up to keep .* synchronous_standby_names is empty/.test(reasonOf(committing)),
    );
    assert.equal(outcome, "waits");
    await primary.configure("synchronous_standby_names = 'ANY 1 (*)'");
    await done;
    assert.deepEqual([committing.failures, reasonOf(committing)], [[], "up"]);
  });

  it("that emptied names let go, without a warning, is not acknowledged", async (test) => {
    const committing = await startCommitting(test);
    await committing.next().done;
    const thaw = await freezeStandbys(test);
    const { seq, done } = committing.next();
    await until("it waits long", () => reasonOf(committing).endsWith("a commit takes long"));
    await primary.configure("synchronous_standby_names = ''");
    const outcome = await whichFirst(done, "the setting is told", () =>
      reasonOf(committing).includes("synchronous_standby_names is empty"),
    );
    assert.equal(outcome, "waits");
    assert.deepEqual([await hasBatch(primary, seq), await hasBatch(standbys[0]!, seq)], [true, false]);
    await primary.configure("synchronous_standby_names = 'ANY 1 (*)'");
    thaw();
    await done;
    assert.deepEqual([committing.failures, reasonOf(committing)], [[], "up"]);
  });

  it("of an earlier leader is refused, and ends its process", async (test) => {
    const committing = await startCommitting(test);
    await committing.next().done;
    await primary.query("update leadership set epoch = epoch + 1, holder = 'another'");
    const { seq, done } = committing.next();
    await assert.rejects(done, (error: Error & { code?: string }) => {
      assert.match(
        error.message,
        /^another exchange \(another\) leads the cluster main since .* had \d+: it ends/,
      );
      return error.code === "lead_lost";
    });
    assert.equal(await hasBatch(primary, seq), false);
  });

  it("that meets the next leader waits for it, and is refused", async (test) => {
    const committing = await startCommitting(test);
    await committing.next().done;
    const sql = openDatabase(`postgres://postgres@127.0.0.1:${primary.port}/presage`, { maxConnections: 1 });
    test.after(() => sql.end({ timeout: 1 }));
    const { seq, done } = committing.next();
    await done;
    let refused: Promise<void> | undefined;
    await sql.begin(async (next) => {
      await next`update leadership set epoch = epoch + 1, holder = 'another'`;
      ({ done: refused } = committing.next());
      const outcome = await whichFirst(refused, "it waits for the next leader", async () => {
        const rows = await primary.query(
          "select from pg_stat_activity where application_name = 'presage writer' and wait_event_type = 'Lock'",
        );
        return rows.length === 1;
      });
      assert.equal(outcome, "waits");
    });
    await assert.rejects(refused!, (error: Error & { code?: string }) => error.code === "lead_lost");
    assert.equal(await hasBatch(primary, seq + 1), false);
  });
});

it("a flush of the read tables whose wait is cancelled is repeated in a session that proves it", async (test) => {
  await primary.query(`insert into read_tables (version, seq) values (${READ_TABLES_VERSION}, 0)`);
  const open = tableSessions(database.urlOf(primary), { replicated: true });
  const session = await open();
  const [from, seq] = [session.seq, session.seq + 1];
  const batch = { seq, at: 1, events: "[]", hash: Buffer.alloc(32, 1) };
  const rows = readBatchRows(createReplay().exchange, [], batch);
  const thaw = await freezeStandbys(test);
  const flushed = session.flush(rows, from);
  await until("it waits for a standby", async () => (await listWaiting(TABLES_SESSION)).length === 1);
  await Promise.all([
    assert.rejects(flushed, /The wait of a commit for a standby was cancelled by somebody/),
    primary.query(`select pg_cancel_backend(${(await listWaiting(TABLES_SESSION)).join()})`),
  ]);
  await session.close();
  const opening = open(session);
  await until(
    "the next one waits for a standby",
    async () => (await listWaiting(TABLES_SESSION)).length === 1,
  );
  thaw();
  const next = await opening;
  await next.close();
  assert.equal(next.seq, seq);
});

describe("standbys that are gone", () => {
  it("are told without any commit, and the lead goes on with them", async (test) => {
    const committing = await startCommitting(test);
    await Promise.all(standbys.map((standby) => standby.stop()));
    await until("it is told", () =>
      reasonOf(committing).startsWith("no standby of the database keeps a copy of what it is told: "),
    );
    assert.match(reasonOf(committing), /and 0 of them follow it \(connected: none\): start the standbys/);
    await Promise.all(standbys.map((standby) => standby.start()));
    await until("the lead goes on", () => reasonOf(committing) === "up");
    const { seq, done } = committing.next();
    await done;
    await until("both have it", async () => (await countStreaming(primary)) === 2);
    assert.equal(await hasBatch(primary, seq), true);
    assert.deepEqual(committing.failures, []);
  });

  deepTest("that are connected and confirm nothing are told after a while", async (test) => {
    const committing = await startCommitting(test);
    const thaw = await freezeStandbys(test);
    // Something that standbys would confirm, by a session that does not wait for it.
    const write = "set synchronous_commit = local; select pg_logical_emit_message(true, 'test', '')";
    await until("it is told", async () => {
      await primary.query(write);
      return reasonOf(committing).includes("behind");
    });
    thaw();
    await until("the lead goes on", () => reasonOf(committing) === "up");
    await committing.next().done;
    assert.deepEqual(committing.failures, []);
  });

  it("let a probe fail where a commit would not wait", async (test) => {
    const session = await openFirstWriterSession(database.urlOf(primary), {
      candidate: createCandidate("main"),
      reportWait: () => {},
    });
    test.after(session.close);
    // The session itself does not wait any more, as one does that has not read the names yet.
    await session.client.query("set synchronous_commit = local");
    const thaw = await freezeStandbys(test);
    await assert.rejects(writeProbe(session.client), /two behind/);
    thaw();
    await writeProbe(session.client);
  });
});
