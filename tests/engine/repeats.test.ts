/** Look-ups of orders and requests in the store: new ones need none, so that they are taken while it is away. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { createKnownEntries } from "../../src/engine/repeats/known-entries.ts";
import type { KnownEntries } from "../../src/engine/repeats/known-entries.ts";
import { StoreUnavailable } from "../../src/store/sql/unavailable.ts";
import { cancelsOf, codeOf, orderOf, startGatedEngine } from "./gated-engine.ts";

/** Exactly these ids, keys and signatures are known. */
function knowExactly(...texts: string[]): KnownEntries {
  const known = new Set(texts);
  const digests = { mayHave: (text: string) => known.has(text), add: (text: string) => void known.add(text) };
  return createKnownEntries(digests, digests);
}

const away = (): Promise<never> => Promise.reject(new StoreUnavailable());

test("new orders are taken while the store does not answer, and only those that may be known are refused", async () => {
  const { engine, store, commits, settle } = await startGatedEngine(undefined, knowExactly("old"));
  store.find = away;
  const outcomes = Promise.all([
    engine.submit(orderOf("ann", "old")),
    engine.submit(orderOf("ann", "new")),
    engine.submit(cancelsOf("bob")),
  ]);
  await settle();
  commits.shift()?.open();
  const [repeat, ...others] = await outcomes;
  assert.deepEqual(others.map(codeOf), ["committed", "committed"]);
  assert.ok(repeat?.type === "rejected");
  const { code, hint } = repeat.rejection;
  assert.deepEqual(
    [code, hint],
    [
      "not_accepting",
      "the database does not tell in time whether it was done before; nothing was done, try again",
    ],
  );
});

test("only what may be known is looked up", async () => {
  const { engine, store, commits, settle } = await startGatedEngine(undefined, knowExactly("old", "other"));
  const asked: (readonly string[])[] = [];
  store.find = (ids) => {
    asked.push(ids);
    return Promise.resolve(new Set(["old"]));
  };
  const outcomes = Promise.all(["old", "new", "other"].map((id) => engine.submit(orderOf("ann", id))));
  await settle();
  commits.shift()?.open();
  assert.deepEqual((await outcomes).map(codeOf), ["duplicate", "committed", "committed"]);
  assert.deepEqual(asked, [["old", "other"]]);
});

test("a committed order is known to the next batch, and not before its commit", async () => {
  const known = knowExactly();
  const { engine, store, commits, settle } = await startGatedEngine(undefined, known);
  store.find = (ids) => Promise.resolve(new Set(ids));
  const first = ["one", "two"].map((id) => engine.submit(orderOf("ann", id)));
  await settle();
  const again = ["two", "one"].map((id) => engine.submit(orderOf("ann", id)));
  await settle();
  assert.equal(known.mayHaveOrder("two"), false);
  commits.shift()?.open();
  assert.deepEqual((await Promise.all(first)).map(codeOf), ["committed", "committed"]);
  assert.deepEqual((await Promise.all(again)).map(codeOf), ["duplicate", "duplicate"]);
});

test("a request may be known by its key or by its signature", () => {
  const known = knowExactly("key", "signature");
  const name = { caller: "ann", content: "content" };
  assert.equal(known.mayHaveRequest(name), false);
  assert.ok(known.mayHaveRequest({ ...name, key: "key" }));
  assert.ok(known.mayHaveRequest({ ...name, signed: "signature" }));
  assert.ok(known.mayHaveRequest({ ...name, key: "another", signed: "signature" }));
  assert.equal(known.mayHaveRequest({ ...name, key: "another", signed: "another" }), false);
  known.add(
    [
      { type: "request-done", ...name, key: "another", result: null },
      { type: "request-done", ...name, signed: "third", result: null },
    ],
    { seq: 1, at: 1, hash: Buffer.alloc(32) },
  );
  assert.ok(known.mayHaveRequest({ ...name, key: "another" }));
  assert.ok(known.mayHaveRequest({ ...name, key: "fresh", signed: "third" }));
});
