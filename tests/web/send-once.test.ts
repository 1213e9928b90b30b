/** Requests that are carried out once: their keys while they are underway, unanswered, refused and answered. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { RejectedError, UnansweredError } from "../../web/src/api/client.ts";
import { createSendOnce } from "../../web/src/api/send-once.ts";

/** Sends, and gives the key that was sent. */
const echo = async (key: string): Promise<string> => key;

const lose = async (): Promise<never> => {
  throw new Error("lost");
};

test("equal requests that are underway are one", async () => {
  const once = createSendOnce();
  const answer = Promise.withResolvers<string>();
  const keys: string[] = [];
  const send = (key: string): Promise<string> => {
    keys.push(key);
    return answer.promise;
  };
  const both = [once("credit 5", send), once("credit 5", send)];
  answer.resolve("done");
  assert.deepEqual([await Promise.all(both), keys.length], [["done", "done"], 1]);
});

test("a request that was not answered keeps its key until it is", async () => {
  const once = createSendOnce();
  const keys: string[] = [];
  const sendLost = (key: string): Promise<never> => {
    keys.push(key);
    return lose();
  };
  await assert.rejects(once("credit 5", sendLost), /lost/);
  await assert.rejects(once("credit 6", sendLost), /lost/);
  const again = await once("credit 5", echo);
  assert.equal(again, keys[0]);
  assert.notEqual(keys[1], keys[0]);
  assert.notEqual(await once("credit 5", echo), again);
});

test("requests of one form keep their keys when they are answered", async () => {
  const once = createSendOnce({ keepsAnswered: true });
  const first = await once("event", echo);
  await assert.rejects(once("house", lose), /lost/);
  assert.equal(await once("event", echo), first);
  assert.match(first, /^[0-9a-f]{32}$/);
});

test("a refused request has another key the next time, unless it was sent before without an answer", async () => {
  const keys = new Map<string, string>();
  const once = createSendOnce({ keys });
  const refuse = async (): Promise<never> => {
    throw new RejectedError(429, { code: "too_many_requests" }, null);
  };
  await assert.rejects(once("credit 5", refuse), RejectedError);
  assert.equal(keys.size, 0);
  const cut = async (): Promise<never> => {
    throw new UnansweredError("cut");
  };
  await assert.rejects(once("credit 5", cut), UnansweredError);
  const first = keys.get("credit 5");
  await assert.rejects(once("credit 5", refuse), RejectedError);
  assert.equal(await once("credit 5", echo), first);
  assert.equal(keys.size, 0);
});
