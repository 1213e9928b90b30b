/** Hints, restrictions and reads while commands wait; the simulation of the whole exchange shows the bounds of waiting. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { isRejection } from "../../src/core/rejection.ts";
import type { MarketRead } from "../../src/engine/committed-reads.ts";
import { cancelsOf, codeOf, orderOf, startGatedEngine } from "./gated-engine.ts";
import { checkLateCommit } from "./late-commit.ts";

test("the queue is bounded, and its last fifth is for cancels", async () => {
  const { engine, commits, settle } = await startGatedEngine();
  const first = engine.submit(orderOf("ann", "first"));
  await settle();
  const orders = Array.from({ length: 15_999 }, (_, index) => engine.submit(orderOf("ghost", `o${index}`)));
  assert.equal(codeOf(await engine.submit(orderOf("ann", "one more"))), "not_accepting");
  const cancels = Array.from({ length: 4_000 }, () => engine.submit(cancelsOf("ann")));
  assert.equal(codeOf(await engine.submit(cancelsOf("ann"))), "not_accepting");
  commits.shift()!.open();
  await settle();
  for (const commit of commits) commit.open();
  assert.equal(codeOf(await first), "committed");
  assert.deepEqual(new Set((await Promise.all(orders)).map(codeOf)), new Set(["insufficient_balance"]));
  assert.deepEqual(new Set((await Promise.all(cancels)).map(codeOf)), new Set(["committed"]));
});

test(
  "a command that waits for a commit gets outcome_unknown after five seconds, and once only",
  checkLateCommit,
);

const KEYED = { name: { caller: "ann", key: "k", content: "c" }, makeResult: () => null };
const SIGNED = { name: { caller: "ann", signed: "s", content: "c" }, makeResult: () => null };

test("who hears that the outcome is unknown hears how to find out", async () => {
  const { engine, time, settle } = await startGatedEngine();
  const outcomes = [
    engine.submit(orderOf("ann", "o1")),
    engine.submitOnce(cancelsOf("ann"), KEYED),
    engine.submitOnce(cancelsOf("ann"), SIGNED),
    engine.submit(cancelsOf("ann")),
  ];
  await settle();
  time.now += 5_001;
  await engine.tick();
  const hints = (await Promise.all(outcomes)).map((outcome) =>
    outcome.type === "rejected" ? outcome.rejection.hint : outcome.type,
  );
  const unknown = "the database did not answer in 5 s: whether this is done is not known yet";
  assert.deepEqual(hints, [
    `${unknown}; send the same signed order again: it is carried out once`,
    `${unknown}; send it again with the same Idempotency-Key: it is carried out once`,
    `${unknown}; look before you send it again`,
    `${unknown}; look before you send it again`,
  ]);
});

test("a read of a book that is being committed fails when that takes too long, and works again after it", async () => {
  const { engine, time, commits, settle } = await startGatedEngine();
  const levels: MarketRead<number> = { build: (market) => market.open };
  const market = engine.exchange.marketByCondition.get("rain")!;
  const order = engine.submit(orderOf("ann", "o1"));
  await settle();
  const read = engine.reads.read(market, levels);
  const failed = assert.rejects(Promise.resolve(read), /the database did not answer in time/);
  time.now += 5_001;
  await engine.tick();
  await failed;
  commits.shift()!.open();
  assert.equal(codeOf(await order), "outcome_unknown");
  assert.equal(await engine.reads.read(market, levels), 1);
});

test("a look-up that fails for another reason stops the engine", async () => {
  const { engine, store, failures, settle } = await startGatedEngine();
  store.find = () => Promise.reject(new Error("a bug"));
  void engine.submit(orderOf("ann", "o1"));
  await settle();
  assert.deepEqual(failures.map(String), ["Error: a bug"]);
  assert.equal(codeOf(await engine.submit(cancelsOf("ann"))), "not_accepting");
});

test("a suspended exchange takes nothing, and says why", async () => {
  const { engine, run } = await startGatedEngine();
  engine.availability.suspend("the database does not answer");
  const outcome = await engine.submit(cancelsOf("ann"));
  assert.deepEqual(outcome.type === "rejected" && outcome.rejection, {
    code: "not_accepting",
    hint: "the database does not answer; nothing was done, try again",
  });
  assert.ok(isRejection((await engine.examine(() => [])) as never));
  engine.availability.restrict("disk", "read-only", "the disk is full: 0 MiB are left");
  const full = await engine.submit(cancelsOf("ann"));
  assert.equal(
    full.type === "rejected" && full.rejection.hint,
    "the database does not answer, and the disk is full: 0 MiB are left; nothing was done, try again",
  );
  engine.availability.restrict("disk", "normal", "");
  engine.availability.suspend(undefined);
  assert.equal(codeOf(await run(orderOf("ann", "o1"))), "committed");
});

test("of several restrictions the strictest counts, each until its source lifts it", async () => {
  const { engine, run } = await startGatedEngine();
  const told: string[] = [];
  engine.availability.follow(({ mode, why }) => told.push(`${mode} ${why}`));
  engine.availability.restrict("memory", "cancel-only", "memory runs short");
  assert.equal(codeOf(await engine.submit(orderOf("ann", "o1"))), "cancel_only");
  engine.availability.restrict("disk", "read-only", "the disk is full");
  assert.equal(codeOf(await engine.submit(cancelsOf("ann"))), "read_only");
  engine.availability.restrict("memory", "normal", "");
  await run({ type: "set-mode", mode: "cancel-only" });
  engine.availability.restrict("disk", "normal", "");
  assert.equal(codeOf(await run(orderOf("ann", "o1"))), "cancel_only");
  await run({ type: "set-mode", mode: "normal" });
  assert.equal(codeOf(await run(orderOf("ann", "o1"))), "committed");
  assert.deepEqual(told, [
    "cancel-only memory runs short",
    "read-only the disk is full",
    "cancel-only set by the operator",
    "normal ",
  ]);
});

test("a mode is announced when it is committed, not before", async () => {
  const { engine, commits, settle } = await startGatedEngine();
  const changed = engine.submit({ type: "set-mode", mode: "halted" });
  await settle();
  assert.equal(engine.availability.now().mode, "normal");
  commits.shift()!.open();
  await changed;
  assert.deepEqual(engine.availability.now(), {
    mode: "halted",
    why: "set by the operator",
    suspended: undefined,
  });
});
