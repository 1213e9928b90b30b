/** The memory of known digests, on a store whose reads the test answers, fails and holds back. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { createKnownDigests } from "../../src/engine/repeats/known-digests.ts";
import type { DigestSource, KnownDigests } from "../../src/engine/repeats/known-digests.ts";
import { StoreUnavailable } from "../../src/store/sql/unavailable.ts";
import { drawDigest } from "../support/drawn-digest.ts";
import { createRandom } from "../support/random.ts";

type Read = {
  readonly after: number | undefined;
  readonly answer: () => void;
  readonly fail: (error: Error) => void;
};

type Stage = {
  readonly known: KnownDigests;
  /** Digests of the store. */
  readonly stored: string[];
  /** Reads that wait for their answer; an estimate has no place. */
  readonly reads: Read[];
  /** Pauses that wait for their end. */
  readonly pauses: { readonly milliseconds: number; readonly end: () => void }[];
  readonly errors: unknown[];
  /** Number of fills that began to read. */
  readonly fills: () => number;
  commit(digest: string): void;
  /** Answers all reads as they come, until there are none. */
  answerAll(): Promise<void>;
};

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

function startStage({ leastCapacity = 64, rows = 3, estimate = (): number => 0 } = {}): Stage {
  const stored: string[] = [];
  const reads: Read[] = [];
  const pauses: Stage["pauses"] = [];
  const errors: unknown[] = [];
  let fills = 0;
  let seen: readonly string[] = [];
  const read = <T>(after: number | undefined, result: T): Promise<T> =>
    new Promise((resolve, fail) => reads.push({ after, answer: () => resolve(result), fail }));
  const source: DigestSource = {
    estimate: () => read(undefined, estimate()),
    // A fill sees nothing of what is committed after its first page was asked for.
    readPage: (after) => {
      if (after === 0) {
        fills += 1;
        seen = [...stored];
      }
      const page = seen.slice(after, after + rows);
      return read(
        after,
        page.length === 0 ? undefined : { digests: page.join(""), last: after + page.length },
      );
    },
  };
  const known = createKnownDigests({
    source,
    leastCapacity,
    after: (milliseconds, end) => pauses.push({ milliseconds, end }),
    onError: (error) => errors.push(error),
  });
  const commit = (digest: string): void => {
    stored.push(digest);
    known.add(digest);
  };
  const answerAll = async (): Promise<void> => {
    for (let next = reads.shift(); next !== undefined; next = reads.shift()) {
      next.answer();
      await turn();
    }
  };
  return { known, stored, reads, pauses, errors, fills: () => fills, commit, answerAll };
}

test("each digest may be known until all are read", async () => {
  const random = createRandom(1);
  const { known, stored, reads, answerAll } = startStage();
  const earlier = Array.from({ length: 7 }, () => drawDigest(random));
  stored.push(...earlier);
  const other = drawDigest(random);
  assert.ok(known.mayHave(other));
  known.startFilling();
  while (reads[0]?.after !== 6) {
    assert.ok(known.mayHave(other));
    reads.shift()?.answer();
    await turn();
  }
  await answerAll();
  assert.equal(known.mayHave(other), false);
  for (const digest of earlier) assert.ok(known.mayHave(digest));
  await known.close();
});

for (const waits of ["its estimate", "its first page"])
  test(`a fill that waits for ${waits} at a restart takes nothing from the next one`, async () => {
    const random = createRandom(5);
    const { known, reads, answerAll, commit } = startStage();
    known.startFilling();
    if (waits === "its first page") await answerAllEstimates(reads);
    known.restart();
    const [ofFirst, ofNext] = reads.splice(0);
    ofNext?.answer();
    await turn();
    ofFirst?.answer();
    await turn();
    const committed = drawDigest(random);
    commit(committed);
    await answerAll();
    assert.ok(known.mayHave(committed));
    assert.equal(known.mayHave(drawDigest(random)), false);
    await known.close();
  });

test("no digest is ever missing: random commits, reads that are late or fail, restarts, and filters that fill up", async () => {
  let [fills, failures, told, restarts] = [0, 0, 0, 0];
  for (let seed = 1; seed <= 40; seed += 1) {
    const random = createRandom(seed);
    const stage = startStage({
      leastCapacity: random.pick([1, 8, 40]),
      rows: random.pick([1, 4, 50]),
      estimate: () => random.below(stage.stored.length + 1),
    });
    const { known, stored, reads, pauses } = stage;
    for (let no = random.below(30); no > 0; no -= 1) stored.push(drawDigest(random));
    known.startFilling();
    for (let step = 0; step < 300; step += 1) {
      const act = random.below(10);
      if (random.chance(2)) {
        known.restart();
        restarts += 1;
      } else if (act < 4) stage.commit(drawDigest(random));
      else if (act < 8) reads.splice(random.below(Math.max(reads.length, 1)), 1)[0]?.answer();
      else if (act === 8) pauses.shift()?.end();
      else if (reads.length > 0) {
        reads.shift()?.fail(random.chance(80) ? new StoreUnavailable() : new Error("wrong"));
        failures += 1;
      }
      await turn();
      for (const digest of stored) assert.ok(known.mayHave(digest), `seed ${seed}, step ${step}`);
      if (!known.mayHave(drawDigest(random))) told += 1;
    }
    fills += stage.fills();
    const closed = known.close();
    await stage.answerAll();
    await closed;
  }
  const counts = `${fills} ${failures} ${told} ${restarts}`;
  assert.ok(fills > 200 && failures > 300 && told > 4_000 && restarts > 150, counts);
});

test("a filter that is nine tenths full answers on until a larger one is filled", async () => {
  const random = createRandom(4);
  const stage = startStage({ leastCapacity: 20, estimate: () => stage.stored.length });
  stage.known.startFilling();
  await stage.answerAll();
  for (let no = 0; no < 17; no += 1) stage.commit(drawDigest(random));
  assert.deepEqual([stage.reads.length, stage.fills()], [0, 1]);
  stage.commit(drawDigest(random));
  assert.equal(stage.reads.length, 1);
  const other = drawDigest(random);
  assert.equal(stage.known.mayHave(other), false);
  await stage.answerAll();
  assert.equal(stage.fills(), 2);
  // Room for 27: the next fill begins with the 25th.
  for (let no = 18; no < 24; no += 1) stage.commit(drawDigest(random));
  assert.equal(stage.reads.length, 0);
  stage.commit(drawDigest(random));
  assert.equal(stage.reads.length, 1);
  await stage.answerAll();
  for (const digest of stage.stored) assert.ok(stage.known.mayHave(digest));
  assert.equal(stage.known.mayHave(other), false);
  await stage.known.close();
});

test("a fill of more than was estimated is followed by one with room for all", async () => {
  const random = createRandom(3);
  const stage = startStage({ leastCapacity: 10, rows: 100 });
  for (let no = 0; no < 90; no += 1) stage.stored.push(drawDigest(random));
  stage.known.startFilling();
  await stage.answerAll();
  assert.equal(stage.fills(), 2);
  let wrong = 0;
  for (let no = 0; no < 1_000; no += 1) if (stage.known.mayHave(drawDigest(random))) wrong += 1;
  assert.ok(wrong <= 2, `${wrong} of 1,000`);
  await stage.known.close();
});

test("a read that fails is repeated: soon when the database is away, and told and later otherwise", async () => {
  const { known, reads, pauses, errors, answerAll } = startStage();
  known.startFilling();
  await answerAllEstimates(reads);
  for (const [error, milliseconds] of [
    [new StoreUnavailable(), 1_000],
    [new Error("no such table"), 60_000],
  ] as const) {
    reads.shift()?.fail(error);
    await turn();
    assert.equal(reads.length, 0);
    assert.ok(known.mayHave("0".repeat(64)));
    const pause = pauses.shift();
    assert.equal(pause?.milliseconds, milliseconds);
    pause?.end();
    await turn();
    assert.equal(reads[0]?.after, 0);
  }
  assert.deepEqual(
    errors.map((error) => error instanceof Error && error.message),
    ["no such table"],
  );
  await answerAll();
  assert.equal(known.mayHave("0".repeat(64)), false);
  await known.close();
});

const answerAllEstimates = async (reads: Read[]): Promise<void> => {
  reads.shift()?.answer();
  await turn();
};

for (const where of ["a read", "a pause"])
  test(`closing ends a fill in ${where}`, async () => {
    const { known, reads, pauses } = startStage();
    known.startFilling();
    if (where === "a pause") {
      reads.shift()?.fail(new StoreUnavailable());
      await turn();
      assert.equal(pauses.length, 1);
    }
    const closed = known.close();
    reads.shift()?.answer();
    await closed;
    assert.equal(reads.length, 0);
    assert.ok(known.mayHave("0".repeat(64)));
  });
