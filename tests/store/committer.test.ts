/**
 * Commits while the connection breaks, the server refuses, or another writer comes: each batch ends up in the journal
 * exactly once, or the committer says that there is no going on.
 */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import type { TestContext } from "node:test";
import type { Batch, JournalHead } from "../../src/store/journal/journal.ts";
import { createCommitter } from "../../src/store/journal/committer.ts";
import type { Committer } from "../../src/store/journal/committer.ts";
import { batchHash } from "../../src/store/journal/journal.ts";
import { openWriterSession } from "../../src/store/journal/writer-session.ts";
import { openDatabase } from "../../src/store/sql/database.ts";
import type { Sql } from "../../src/store/sql/database.ts";
import { startCuttingProxy } from "../support/cutting-proxy.ts";
import type { Cut, CuttingProxy } from "../support/cutting-proxy.ts";
import { createTestDatabase } from "../support/database.ts";
import type { TestDatabase } from "../support/database.ts";
import { atDepth, deepTest } from "../support/depth.ts";
import { until } from "../support/until.ts";

/** Number of cuts in a row. */
const ROUNDS = atDepth({ quick: 2, deep: 5 });

type Committing = {
  readonly committer: Committer;
  readonly proxy: CuttingProxy;
  /** Straight to the database. */
  readonly sql: Sql;
  readonly failures: unknown[];
  /** Commits the next batch. */
  next(): Promise<void>;
  /** The journal's batches, which are chained by constraints. */
  journal(): Promise<number[]>;
};

let database: TestDatabase;

before(async () => {
  database = await createTestDatabase();
});
after(() => database.close());

/** Starts a committer on an empty journal. */
async function startCommitting(test: TestContext): Promise<Committing> {
  const proxy = await startCuttingProxy(database.url, "commit-batch");
  const sql = openDatabase(database.url, { maxConnections: 2 });
  await sql`truncate journal`;
  await sql`drop function if exists refuse cascade`;
  const writer = await openWriterSession(proxy.url);
  const failures: unknown[] = [];
  const onFailure = (error: unknown): void => void failures.push(error);
  const committer = createCommitter({ url: proxy.url, writer, onFailure });
  test.after(async () => {
    await committer.close();
    await sql.end({ timeout: 1 });
    await proxy.close();
  });
  let last: JournalHead = writer.last;
  const next = async (): Promise<void> => {
    const batch = batchAfter(last);
    last = batch;
    await committer.commit(batch);
  };
  const journal = async (): Promise<number[]> =>
    (await sql<{ seq: number }[]>`select seq from journal order by seq`).map(({ seq }) => seq);
  return { committer, proxy, sql, failures, next, journal };
}

function batchAfter({ seq, hash }: JournalHead, text = "[]"): Batch {
  const [next, at] = [seq + 1, 1_000 + seq];
  return { seq: next, at, events: text, hash: batchHash(hash, next, at, text) };
}

const isDown = ({ committer }: Committing) => committer.health.now().state === "down";
const isUp = ({ committer }: Committing) => committer.health.now().state === "up";

/** Ends the writer's session on the server. */
const endSessions = async ({ sql }: Committing): Promise<void> => {
  await sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'presage writer' and datname = current_database()`;
};

describe("a connection that breaks", () => {
  for (const cut of ["before", "answer", "between"] satisfies Cut[]) {
    it(`in a commit, cut ${cut}: the batch is there once`, async (test) => {
      const committing = await startCommitting(test);
      await committing.next();
      for (let round = 0; round < ROUNDS; round += 1) {
        committing.proxy.cutNext(cut);
        await committing.next();
      }
      await committing.next();
      assert.equal(committing.proxy.cuts(), ROUNDS);
      assert.deepEqual(
        await committing.journal(),
        Array.from({ length: ROUNDS + 2 }, (_, index) => index + 1),
      );
      assert.deepEqual([committing.failures, isUp(committing)], [[], true]);
    });
  }

  it("between commits is made again at once, and told", async (test) => {
    const committing = await startCommitting(test);
    const states: string[] = [];
    committing.committer.health.follow(({ state }) => states.push(state));
    await committing.next();
    await endSessions(committing);
    await until("it was down and is up again", () => states.join() === "down,up");
    await committing.next();
    assert.deepEqual(await committing.journal(), [1, 2]);
  });

  it("in the middle of a statement: what the server was at is ended before it is done again", async (test) => {
    const committing = await startCommitting(test);
    const { sql, proxy } = committing;
    await committing.next();
    const [writer] = await sql<{ pid: number }[]>`
      select pid from pg_stat_activity
      where application_name = 'presage writer' and datname = current_database()`;
    let done: Promise<void> | undefined;
    await sql.begin(async (holder) => {
      await holder`lock table journal in exclusive mode`;
      proxy.cutNext("between");
      done = committing.next();
      const sessions = async () =>
        sql<{ pid: number }[]>`
          select pid from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
      await until("another session waits", async () =>
        (await sessions()).some(({ pid }) => pid !== writer?.pid),
      );
      assert.equal((await sessions()).length, 1);
    });
    await done;
    assert.deepEqual(await committing.journal(), [1, 2]);
  });
});

describe("a server", () => {
  it("that has no space is asked again until it has", async (test) => {
    const committing = await startCommitting(test);
    await refuseWith(committing.sql, "53100");
    const done = committing.next();
    await until("it is down", () => isDown(committing));
    const state = committing.committer.health.now();
    assert.match(state.state === "down" ? state.reason : "", /refused with 53100/);
    await committing.sql`drop trigger refuse on journal`;
    await done;
    assert.deepEqual([await committing.journal(), isUp(committing)], [[1], true]);
  });

  for (const code of ["58030", "XX001", "23514"]) {
    it(`that fails with ${code} is not asked again`, async (test) => {
      const committing = await startCommitting(test);
      await refuseWith(committing.sql, code);
      await assert.rejects(committing.next(), { code });
      assert.deepEqual(await committing.journal(), []);
    });
  }

  deepTest("that takes long is told of while it does", async (test) => {
    const committing = await startCommitting(test);
    const { sql } = committing;
    const [session] = await sql<{ pid: number }[]>`
      select pid from pg_stat_activity
      where application_name = 'presage writer' and datname = current_database()`;
    process.kill(session!.pid, "SIGSTOP");
    const done = committing.next();
    try {
      await until("it is down", () => isDown(committing));
    } finally {
      process.kill(session!.pid, "SIGCONT");
    }
    await done;
    assert.deepEqual([await committing.journal(), isUp(committing)], [[1], true]);
  });

  it("that is away at the end is not waited for", async (test) => {
    const committing = await startCommitting(test);
    await refuseWith(committing.sql, "53100");
    const done = committing.next();
    await until("it is down", () => isDown(committing));
    committing.committer.stopRetrying();
    await assert.rejects(done, /^Error: it is away: refused with 53100$/);
    assert.deepEqual(await committing.journal(), []);
  });
});

async function refuseWith(sql: Sql, code: string): Promise<void> {
  await sql.unsafe(`
    create function refuse() returns trigger language plpgsql as
    $$ begin raise exception 'refused with ${code}' using errcode = '${code}'; end $$`);
  await sql`create trigger refuse before insert on journal execute function refuse()`;
}

describe("another writer", () => {
  deepTest("that has got the lock in between ends this one", async (test) => {
    const committing = await startCommitting(test);
    const { sql, failures } = committing;
    await committing.next();
    await sql.begin(async (other) => {
      const taken = other`select pg_advisory_xact_lock(7265739002)`.execute();
      const waits = async () =>
        (await sql`select from pg_locks where locktype = 'advisory' and not granted`).length;
      await until("it waits for the lock", async () => (await waits()) > 0);
      await endSessions(committing);
      await taken;
      await until("the failure is told", () => failures.length > 0);
    });
    assert.match(String(failures[0]), /in use by another Presage/);
    await assert.rejects(committing.next(), /in use by another Presage/);
  });

  it("that wrote into the journal in between ends this one", async (test) => {
    const committing = await startCommitting(test);
    const { sql, proxy } = committing;
    await committing.next();
    const [row] = await sql<JournalHead[]>`select seq, at, hash from journal`;
    const foreign = batchAfter(row!, "[ ]");
    await sql`
      insert into journal (seq, previous, at, events, hash)
      values (${foreign.seq}, ${foreign.seq - 1}, ${foreign.at}, ${foreign.events}, ${foreign.hash})`;
    proxy.cutNext("before");
    await assert.rejects(committing.next(), /the journal ends with batch 2 and not with batch 1 as/);
  });

  it("is not what a database is that lost a batch", async (test) => {
    const committing = await startCommitting(test);
    await committing.next();
    await committing.next();
    await committing.sql`delete from journal where seq = 2`;
    await endSessions(committing);
    await until("the failure is told", () => committing.failures.length > 0);
    assert.match(
      String(committing.failures[0]),
      /the journal ends with batch 1 and not with batch 2 as .* the database lost what it had/,
    );
  });
});
