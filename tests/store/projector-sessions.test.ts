/**
 * Flushes while the connection breaks, another exchange comes or a row is refused: the tables have each row once, or the
 * projector says that there is no going on.
 */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import type { TestContext } from "node:test";
import { createReplay, replayBatch } from "../../src/core/events/event-codec.ts";
import { readBatchRows } from "../../src/store/projector/table-rows.ts";
import type { BatchRows } from "../../src/store/projector/table-rows.ts";
import { hasDecisions } from "../../src/store/projector/project-decisions.ts";
import { processTimers } from "../../src/store/projector/projector-limits.ts";
import { createProjector } from "../../src/store/projector/projector.ts";
import type { Projector } from "../../src/store/projector/projector.ts";
import { tableSessions } from "../../src/store/projector/table-flusher.ts";
import type { Sql } from "../../src/store/sql/database.ts";
import { openDatabase } from "../../src/store/sql/database.ts";
import { startCuttingProxy } from "../support/cutting-proxy.ts";
import type { Cut, CuttingProxy } from "../support/cutting-proxy.ts";
import { createTestDatabase } from "../support/database.ts";
import type { TestDatabase } from "../support/database.ts";
import { until } from "../support/until.ts";
import { emptyTables, listDifferences, readTables, rebuild } from "./compared-tables.ts";
import type { Rows } from "./compared-tables.ts";
import { createTradedJournal } from "./made-journal.ts";

const journal = createTradedJournal();
let database: TestDatabase;
let sql: Sql;
let rebuilt: readonly Rows[];

before(async () => {
  database = await createTestDatabase();
  await journal.write(database.url);
  await rebuild(database.url);
  rebuilt = await readTables(database.url);
  sql = openDatabase(database.url, { maxConnections: 2 });
});

after(async () => {
  await sql.end();
  await database.close();
});

type Projecting = {
  readonly projector: Projector;
  readonly proxy: CuttingProxy;
  /** The rows of each batch of the journal. */
  readonly batches: readonly BatchRows[];
  readonly failures: unknown[];
};

/** The rows of every batch, read off a replay. */
function readBatches(): BatchRows[] {
  const replay = createReplay();
  return journal.batches.map((batch) => {
    const events = replayBatch(replay, batch.events, batch.at);
    return readBatchRows(replay.exchange, events, batch);
  });
}

/** Starts a projector on empty tables; `marker` is text of the statement at which the proxy cuts. */
async function startProjecting(test: TestContext, marker = "write-rows-and-move"): Promise<Projecting> {
  await emptyTables(database.url);
  const proxy = await startCuttingProxy(database.url, marker);
  const open = tableSessions(proxy.url);
  const failures: unknown[] = [];
  const projector = createProjector({
    session: await open(),
    open,
    timers: processTimers,
    onFailure: (error) => void failures.push(error),
  });
  test.after(async () => {
    projector.stopRetrying();
    await projector.close();
    await proxy.close();
  });
  return { projector, proxy, batches: readBatches(), failures };
}

const hasSeveralStatements = ({ rows: { listings, decisions, ends } }: BatchRows): boolean =>
  listings.events.size > 0 || hasDecisions(decisions) || ends.length > 0;

async function assertWritten({ projector, failures }: Projecting): Promise<void> {
  assert.deepEqual(listDifferences(rebuilt, await readTables(database.url)), []);
  const [{ seq }] = await sql<[{ seq: number }]>`select seq from read_tables`;
  const { seq: stored, behind, rows, failing } = projector.standing();
  assert.deepEqual(
    { seq, stored, behind, rows, failing },
    { seq: journal.batches.length, stored: seq, behind: 0, rows: 0, failing: undefined },
  );
  assert.deepEqual(failures, []);
}

const endSessions = () => sql`
  select pg_terminate_backend(pid) from pg_stat_activity
  where application_name = 'presage tables' and datname = current_database()`;

describe("a connection that breaks", () => {
  for (const marker of ["write-rows-and-move", "begin", "commit"])
    for (const cut of ["before", "answer", "between"] satisfies Cut[])
      it(`at "${marker}", cut ${cut}: the rows are there once, and are read after it`, async (test) => {
        const projecting = await startProjecting(test, marker);
        const { projector, proxy, batches } = projecting;
        for (const batch of batches) {
          proxy.cutNext(cut);
          projector.add(batch);
          await projector.settle();
        }
        const marked = marker === "write-rows-and-move" ? batches : batches.filter(hasSeveralStatements);
        assert.ok(marked.length > 0);
        assert.equal(proxy.cuts(), marked.length);
        await assertWritten(projecting);
      });

  it("between flushes is made again", async (test) => {
    const projecting = await startProjecting(test);
    const { projector, batches } = projecting;
    for (const batch of batches) {
      await endSessions();
      projector.add(batch);
      await projector.settle();
    }
    await assertWritten(projecting);
  });
});

describe("another exchange", () => {
  it("is refused while the first lives, and let in after it", async (test) => {
    await startProjecting(test);
    const open = tableSessions(database.url);
    const sentence = "The database is in use by another Presage. Stop it, or use another database.";
    await assert.rejects(open(), { message: sentence });
    await endSessions();
    let second: Awaited<ReturnType<typeof open>> | undefined;
    await until("the lock is free", async () => {
      second = await open().catch(() => undefined);
      return second !== undefined;
    });
    await second!.close();
  });

  it("that moved the tables ends this one", async (test) => {
    const { projector, batches, failures } = await startProjecting(test);
    await sql`update read_tables set seq = 2`;
    projector.add(batches[0]!);
    const sentence = /the read tables stand at batch 2, and not at batch 0 as .* presage rebuild/;
    await assert.rejects(projector.settle(), sentence);
    assert.match(String(failures), sentence);
    await assert.rejects(projector.settle(), sentence);
  });

  it("that moved the tables while the connection was broken ends this one", async (test) => {
    const { projector, proxy, batches, failures } = await startProjecting(test);
    await sql`update read_tables set seq = 2`;
    proxy.cutNext("before");
    projector.add(batches[0]!);
    await assert.rejects(projector.settle(), /the read tables stand at batch 2, and not at batch 0/);
    assert.equal(failures.length, 1);
  });
});

it("rows that a table refuses end it, and are named by their batches", async (test) => {
  const { projector, batches, failures } = await startProjecting(test);
  await sql`alter table trades add constraint no_trades check (no < 0) not valid`;
  test.after(() => sql`alter table trades drop constraint no_trades`);
  for (const batch of batches) projector.add(batch);
  const sentence = new RegExp(
    `^Error: the read tables refuse the rows of batches 1 to ${batches.length}: .*"no_trades".*presage rebuild`,
  );
  await assert.rejects(projector.settle(), sentence);
  assert.equal(failures.length, 1);
  assert.match(String(failures[0]), sentence);
  const [{ seq }] = await sql<[{ seq: number }]>`select seq from read_tables`;
  assert.equal(seq, 0);
});
