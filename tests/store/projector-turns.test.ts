/** The projector's turns: when a flush begins, and when the writer goes on. Time and the tables' session stand still. */
import assert from "node:assert/strict";
import { setImmediate as turn } from "node:timers/promises";
import { test } from "node:test";
import { createReplay } from "../../src/core/events/event-codec.ts";
import type { BatchRows } from "../../src/store/projector/table-rows.ts";
import { collectTouched } from "../../src/store/projector/projection.ts";
import { createProjector } from "../../src/store/projector/projector.ts";
import { PROJECTOR_LIMITS } from "../../src/store/projector/projector-limits.ts";
import { readRows } from "../../src/store/projector/table-rows.ts";

/** Rows of a batch that leaves so many accounts behind. */
function batchOf(seq: number, accounts: number): BatchRows {
  const rows = readRows(collectTouched(createReplay().exchange, []), { seq, at: 0 });
  for (let no = 0; no < accounts; no += 1) rows.written.accounts.set(1_000 * seq + no, [no]);
  return { seq, hash: Buffer.alloc(32), rows, characters: 0 };
}

/** A projector whose flushes end when they are told to, with a gap that is always over. */
function startProjector(limits: { readonly mostRows: number }) {
  const flushed: number[] = [];
  const ends: (() => void)[] = [];
  const flush = ({ seq }: BatchRows): Promise<void> => {
    flushed.push(seq);
    return new Promise((resolve) => ends.push(resolve));
  };
  const session = { seq: 0, flush, close: async () => undefined };
  const projector = createProjector({
    session,
    open: () => assert.fail("no session was lost"),
    timers: { now: () => 0, after: (_milliseconds, act) => void setImmediate(act), remind: () => {} },
    limits: { ...PROJECTOR_LIMITS, gapMs: 0, ...limits },
    onFailure: () => assert.fail("no flush fails"),
  });
  return { projector, flushed, endFlush: () => ends.shift()!() };
}

const turns = async (): Promise<void> => {
  for (let count = 0; count < 4; count += 1) await turn();
};

test("the writer waits on where what gathered in a flush is at the bound by itself", async () => {
  const { projector, flushed, endFlush } = startProjector({ mostRows: 10 });
  projector.add(batchOf(1, 1));
  await turns();
  projector.add(batchOf(2, 20));
  let goesOn = false;
  void projector.room()!.then(() => (goesOn = true));
  endFlush();
  await turns();
  assert.deepEqual(flushed, [1, 2]);
  assert.equal(goesOn, false);
  endFlush();
  await turns();
  assert.equal(goesOn, true);
  assert.equal(projector.room(), undefined);
});

test("a flush begins in a later turn than its last batch, whose answers leave first", async () => {
  const { projector, flushed, endFlush } = startProjector({ mostRows: 10 });
  projector.add(batchOf(1, 1));
  projector.add(batchOf(2, 1));
  for (let count = 0; count < 20; count += 1) await Promise.resolve();
  assert.deepEqual(flushed, []);
  await turns();
  assert.deepEqual(flushed, [2]);
  endFlush();
});

test("a database that opens sessions and takes no rows is tried again at growing distances", async () => {
  const delays: number[] = [];
  let failures = 9;
  const flush = async (): Promise<void> => {
    failures -= 1;
    if (failures >= 0) throw Object.assign(new Error("no space left on device"), { code: "53100" });
  };
  const session = { seq: 0, flush, close: async () => undefined };
  const projector = createProjector({
    session,
    open: async () => session,
    timers: {
      now: () => 0,
      after: (milliseconds, act) => {
        if (milliseconds > 0) delays.push(milliseconds);
        setImmediate(act);
      },
      remind: () => {},
    },
    onFailure: () => assert.fail("it passes"),
  });
  projector.add(batchOf(1, 1));
  await projector.settle();
  assert.deepEqual(delays, [50, 100, 200, 400, 800, 1_000, 1_000, 1_000]);
});
