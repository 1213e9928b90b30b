/** Entries of the latest commits: the store is asked for the others only, and for those that it may know better. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { RequestName } from "../../src/core/request.ts";
import { createRecentEntries, withRecentEntries } from "../../src/engine/repeats/stored-entries.ts";
import { ANY_KNOWN } from "../support/engine-parts.ts";

const content = "content";
const keyed = (key: string, signed?: string): RequestName => ({ caller: "ann", key, signed, content });
const signedOnly = (signed: string): RequestName => ({ caller: "ann", signed, content });

/** Look-ups beside a store that has nothing; `asked` has the names that it was asked for. */
function startEntries(...requests: readonly RequestName[]) {
  const asked: RequestName[][] = [];
  let stored = 0;
  const { known, findRequests } = withRecentEntries(
    {
      known: ANY_KNOWN,
      findOrders: () => Promise.resolve(new Set()),
      findRequests: (names) => {
        asked.push([...names]);
        return Promise.resolve([]);
      },
    },
    createRecentEntries(() => stored),
  );
  const commit = (seq: number, names: readonly RequestName[]): void =>
    known.add(
      names.map((name) => ({ type: "request-done", ...name, result: seq })),
      { seq, at: 0, hash: Buffer.alloc(32) },
    );
  commit(1, requests);
  return { asked, findRequests, commit, store: (seq: number) => (stored = seq) };
}

test("a request is found by its key, or by a signature that came without one, and nowhere else looked up", async () => {
  const { asked, findRequests } = startEntries(keyed("k", "s"), signedOnly("t"));
  for (const name of [keyed("k"), keyed("k", "other"), signedOnly("t")])
    assert.equal((await findRequests([name])).length, 1);
  assert.deepEqual(asked, []);
});

test("one with a signature that came with keys is looked up too: an earlier one may have it", async () => {
  const { asked, findRequests } = startEntries(keyed("k", "s"));
  const names = [signedOnly("s"), keyed("k"), keyed("new")];
  assert.deepEqual(
    (await findRequests(names)).map(({ name }) => name),
    [keyed("k", "s")],
  );
  assert.deepEqual(asked, [[signedOnly("s"), keyed("new")]]);
});

test("entries that the tables have are forgotten at the next commit", async () => {
  const { asked, findRequests, commit, store } = startEntries(keyed("k"));
  store(1);
  commit(2, [keyed("l")]);
  assert.deepEqual(await findRequests([keyed("k")]), []);
  assert.equal((await findRequests([keyed("l")])).length, 1);
  assert.deepEqual(asked, [[keyed("k")]]);
});
