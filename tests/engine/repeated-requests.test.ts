/** Answers to requests that share an Idempotency-Key or a signature with one of their batch, or of the store. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { reject } from "../../src/core/rejection.ts";
import type { RequestName } from "../../src/core/request.ts";
import type { CompletedRequest, Entry, OnceOutcome, CommandOutcome } from "../../src/engine/repeats/entry.ts";
import { answerRepeatedRequests } from "../../src/engine/repeats/repeated-requests.ts";

type Answers = (CommandOutcome | OnceOutcome)[];

const entryNamed = (name: RequestName, answers: Answers): Entry => ({
  command: undefined,
  request: { name, makeResult: () => null },
  isOpen: () => true,
  trace: undefined,
  answer: (outcome) => answers.push(outcome),
  fail: () => assert.fail("nothing failed"),
  decide: () => [],
  since: 0,
});

const entryOf = (content: string, answers: Answers): Entry =>
  entryNamed({ caller: "ann", key: "key", content }, answers);

const refusal: CommandOutcome = { type: "rejected", rejection: reject("unknown_account", "there is none") };

for (const [content, code] of [
  ["first", "unknown_account"],
  ["other", "request_underway"],
] as const)
  test(`after a refused request, one with the same key and ${content} content is ${code}`, () => {
    const answers: (CommandOutcome | OnceOutcome)[] = [];
    const [kept, ...others] = answerRepeatedRequests([entryOf("first", []), entryOf(content, answers)], []);
    assert.equal(others.length, 0);
    kept!.answer(refusal);
    assert.deepEqual(
      answers.map((answer) => answer.type === "rejected" && answer.rejection.code),
      [code],
    );
  });

const SIGNED: RequestName = { caller: "ann", signed: "signed", content: "of the signature" };
const KEYED: RequestName = { caller: "ann", key: "key", content: "of the key" };
const doneAs = (name: RequestName): CompletedRequest => ({
  seq: 1,
  at: 0,
  hash: Buffer.alloc(32),
  name,
  result: name,
});

/** A request with the signature of one earlier request and the key of another, which was carried out after it. */
const both = (content: string): RequestName => ({ caller: "ann", key: "key", signed: "signed", content });

const isKeyReused = (answers: Answers): void => {
  const [answer, ...others] = answers;
  assert.equal(others.length, 0);
  assert.equal(answer?.type === "rejected" && answer.rejection.code, "idempotency_key_reused");
};

test("a key counts before a signature, among requests that were carried out", () => {
  const reused: Answers = [];
  const repeated: Answers = [];
  const known = [doneAs(SIGNED), doneAs(KEYED)];
  const entries = [entryNamed(both("another"), reused), entryNamed(both(KEYED.content), repeated)];
  assert.deepEqual(answerRepeatedRequests(entries, known), []);
  isKeyReused(reused);
  assert.deepEqual(repeated, [{ type: "done", done: doneAs(KEYED), replayed: true }]);
});

for (const [where, known, before] of [
  ["of its batch", [], [SIGNED, KEYED]],
  ["of its batch, before what was carried out", [SIGNED], [KEYED]],
] as const)
  test(`a key counts before a signature, among requests ${where}`, () => {
    const answers: Answers = [];
    const entries = [...before.map((name) => entryNamed(name, [])), entryNamed(both("another"), answers)];
    const kept = answerRepeatedRequests(entries, known.map(doneAs));
    assert.equal(kept.length, before.length);
    assert.deepEqual(answers, []);
    kept.at(-1)!.answer({ type: "done", done: doneAs(KEYED), replayed: false });
    isKeyReused(answers);
  });
