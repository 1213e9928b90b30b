/** Gaps, reads and ends of the projector, by a clock that the test moves; the simulation shows the bounds of its waits. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { TestContext } from "node:test";
import { createReplay, replayBatch } from "../../src/core/events/event-codec.ts";
import { readBatchRows } from "../../src/store/projector/table-rows.ts";
import type { ProjectorTimers } from "../../src/store/projector/projector-limits.ts";
import { createProjector } from "../../src/store/projector/projector.ts";
import { PROJECTOR_LIMITS } from "../../src/store/projector/projector-limits.ts";
import { tableSessions } from "../../src/store/projector/table-flusher.ts";
import { createTestDatabase } from "../support/database.ts";
import type { TestDatabase } from "../support/database.ts";
import { withSql } from "../support/history.ts";
import { until } from "../support/until.ts";
import { emptyTables, rebuild } from "./compared-tables.ts";
import { createTradedJournal } from "./made-journal.ts";

const journal = createTradedJournal();
let database: TestDatabase;

before(async () => {
  database = await createTestDatabase();
  await journal.write(database.url);
  await rebuild(database.url);
});

after(() => database.close());

/** Timers that end when the test says so; those of no time end by themselves. */
function createTimers() {
  let now = 0;
  let waiting: { readonly at: number; readonly act: () => void }[] = [];
  const remind: ProjectorTimers["remind"] = (milliseconds, act) =>
    void waiting.push({ at: now + milliseconds, act });
  const timers: ProjectorTimers = {
    now: () => now,
    after: (milliseconds, act) => {
      if (milliseconds === 0) setImmediate(act);
      else remind(milliseconds, act);
    },
    remind,
  };
  const pass = (milliseconds: number): void => {
    now += milliseconds;
    const due = waiting.filter(({ at }) => at <= now);
    waiting = waiting.filter(({ at }) => at > now);
    for (const { act } of due) act();
  };
  return { timers, pass, left: (): number[] => waiting.map(({ at }) => at - now).sort((a, b) => a - b) };
}

async function start(context: TestContext) {
  await emptyTables(database.url);
  const open = tableSessions(database.url);
  const time = createTimers();
  const projector = createProjector({
    session: await open(),
    open,
    timers: time.timers,
    onFailure: (error) => {
      throw error;
    },
  });
  context.after(() => projector.close());
  const replay = createReplay();
  const batches = journal.batches.map((batch) =>
    readBatchRows(replay.exchange, replayBatch(replay, batch.events, batch.at), batch),
  );
  return { projector, batches, ...time };
}

/** Keeps flushes from being committed while it runs. */
const whileHeld = (run: () => Promise<void>): Promise<unknown> =>
  withSql(database.url, (sql) =>
    sql.begin(async (holder) => {
      await holder`lock table read_tables in exclusive mode`;
      await run();
    }),
  );

test("a flush underway says for how long it runs", async (context) => {
  const { projector, batches, pass } = await start(context);
  assert.equal(projector.standing().flushMs, 0);
  await whileHeld(async () => {
    projector.add(batches[0]!);
    await until("a flush is underway", async () => {
      pass(1);
      return projector.standing().flushMs > 0;
    });
    const { flushMs } = projector.standing();
    pass(7_000);
    assert.equal(projector.standing().flushMs, flushMs + 7_000);
  });
  await projector.settle();
  assert.equal(projector.standing().flushMs, 0);
});

test("a read waits for nothing when the tables stand at the last batch", async (context) => {
  const { projector, batches, left } = await start(context);
  await projector.reach();
  projector.add(batches[0]!);
  await projector.settle();
  await projector.reach();
  assert.deepEqual(left(), []);
});

test("rows wait for the end of the gap, and a read cuts it short", async (context) => {
  const { projector, batches, left, pass } = await start(context);
  projector.add(batches[0]!);
  await projector.settle();
  projector.add(batches[1]!);
  await until("the gap is waited for", () => left().length > 0);
  assert.deepEqual(left(), [PROJECTOR_LIMITS.gapMs]);
  const read = projector.reach();
  assert.ok(left().includes(PROJECTOR_LIMITS.shortGapMs));
  assert.equal(projector.standing().seq, 1);
  pass(PROJECTOR_LIMITS.shortGapMs);
  await read;
  assert.equal(projector.standing().seq, 2);
});

test("an end waits for its last flush so long and no longer", async (context) => {
  const { projector, batches, pass } = await start(context);
  await whileHeld(async () => {
    projector.add(batches[0]!);
    let isClosed = false;
    const closing = projector.close().then(() => (isClosed = true));
    pass(PROJECTOR_LIMITS.closeMs - 1);
    await new Promise((resolve) => setImmediate(resolve));
    assert.equal(isClosed, false);
    pass(1);
    await closing;
    assert.equal(projector.standing().behind, 1);
  });
});
