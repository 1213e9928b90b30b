/** The same signed request has one effect for as long as it could be sent again. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { reject } from "../../src/core/rejection.ts";
import { createSignedOnce } from "../../src/http/signed-once.ts";
import type { Answer } from "../../src/http/endpoint.ts";
import type { Signed } from "../../src/http/signed-once.ts";

const START = 1_800_000_000_000;
const SIGNED: Signed = {
  apiKey: "a",
  timestamp: String(START),
  route: "POST /withdrawals",
  body: Buffer.from('{"amount":"1"}'),
};

function startOnce({ recoveredAt = 0 } = {}) {
  const clock = { now: START };
  const once = createSignedOnce({ clock: () => clock.now, recoveredAt });
  let done = 0;
  const act = async (): Promise<Answer> => {
    done += 1;
    const no = done;
    await new Promise(setImmediate);
    return { body: no };
  };
  return { clock, once, act, done: () => done };
}

test("the same bytes are refused, also while the first are underway", async () => {
  const { once, act, done } = startOnce();
  const both = await Promise.all([once.carryOut(SIGNED, act), once.carryOut(SIGNED, act)]);
  const [first, ...others] = [...both, await once.carryOut(SIGNED, act)];
  assert.deepEqual(first, { body: 1 });
  for (const other of others) assert.equal(codeOf(other), "duplicate_request");
  assert.equal(done(), 1);
});

const codeOf = (answer: Answer): string => ("rejection" in answer ? answer.rejection.code : "none");

test("another key, time, operation or body is another request", async () => {
  const { once, act, done } = startOnce();
  const others: readonly Partial<Signed>[] = [
    {},
    { apiKey: "b" },
    { timestamp: String(START + 1) },
    { route: "POST /positions/split" },
    { body: Buffer.from('{"amount":"2"}') },
  ];
  for (const other of others) await once.carryOut({ ...SIGNED, ...other }, act);
  assert.equal(done(), others.length);
});

test("what was refused can be sent again, since nothing was done; what has no known outcome cannot", async () => {
  const { once, act, done } = startOnce();
  const refusing = (code: "insufficient_balance" | "outcome_unknown"): (() => Promise<Answer>) => {
    const rejection = reject(code, "no");
    return async () => ({ rejection });
  };
  await once.carryOut(SIGNED, refusing("insufficient_balance"));
  assert.equal(codeOf(await once.carryOut(SIGNED, refusing("outcome_unknown"))), "outcome_unknown");
  assert.equal(codeOf(await once.carryOut(SIGNED, act)), "duplicate_request");
  assert.equal(done(), 0);
});

test("what failed midway is not tried again", async () => {
  const { once, act, done } = startOnce();
  const failing = async (): Promise<Answer> => {
    throw new Error("the answer could not be read");
  };
  await assert.rejects(once.carryOut(SIGNED, failing), /could not be read/);
  assert.equal(codeOf(await once.carryOut(SIGNED, act)), "duplicate_request");
  assert.equal(done(), 0);
});

test("it is remembered for as long as its timestamp can be accepted", async () => {
  const { clock, once, act, done } = startOnce();
  const ahead = { ...SIGNED, timestamp: String(START + 10_000) };
  await once.carryOut(ahead, act);
  clock.now = START + 69_999;
  await once.carryOut(ahead, act);
  assert.equal(done(), 1);
  clock.now = START + 70_000;
  await once.carryOut(ahead, act);
  assert.equal(done(), 2);
});

test("what was signed before the last commit of an earlier start is refused, and nothing else", async () => {
  const { once, act, done } = startOnce({ recoveredAt: START });
  const answer = await once.carryOut(SIGNED, act);
  assert.equal(codeOf(answer), "outcome_unknown");
  assert.equal(done(), 0);
  assert.deepEqual(await once.carryOut({ ...SIGNED, timestamp: String(START + 1) }, act), { body: 1 });
});
