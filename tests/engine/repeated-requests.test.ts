/** Requests of one Idempotency-Key that came in one batch: answers to the later ones. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { reject } from "../../src/core/rejection.ts";
import type { Entry, OnceOutcome, CommandOutcome } from "../../src/engine/entry.ts";
import { answerRepeatedRequests } from "../../src/engine/repeated-requests.ts";

const entryOf = (content: string, answers: (CommandOutcome | OnceOutcome)[]): Entry => ({
  command: undefined,
  request: { name: { caller: "ann", key: "key", content }, makeResult: () => null },
  isOpen: () => true,
  answer: (outcome) => answers.push(outcome),
  fail: () => assert.fail("nothing failed"),
  decide: () => [],
  since: 0,
});

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
