/** A commit that comes after its caller was told that nobody knows: the caller is answered once, and counted once. */
import assert from "node:assert/strict";
import { codeOf, orderOf, startGatedEngine } from "./gated-engine.ts";

/** Throws unless the engine can close after the commit: it waits until as many are answered as were taken. */
export async function checkLateCommit(): Promise<void> {
  const { engine, time, commits, settle } = await startGatedEngine();
  const order = engine.submit(orderOf("ann", "o1"));
  await settle();
  time.now += 5_000;
  await engine.tick();
  time.now += 1;
  await engine.tick();
  assert.equal(codeOf(await order), "outcome_unknown");
  commits.shift()!.open();
  await settle();
  assert.equal(engine.exchange.orders.size, 1, "it was done after all");
  const closed = await Promise.race([engine.close().then(() => true), settle().then(() => false)]);
  assert.ok(closed, "the engine does not close: a command is not answered just once");
}
