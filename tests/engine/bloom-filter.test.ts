import assert from "node:assert/strict";
import { test } from "node:test";
import { createBloomFilter } from "../../src/engine/repeats/known-digests.ts";
import { atDepth } from "../support/depth.ts";
import { drawDigest } from "../support/drawn-digest.ts";
import { createRandom } from "../support/random.ts";

/** Number of digests that are asked for; about 92 of each 200,000 are taken for known. */
const ASKED = atDepth({ quick: 50_000, deep: 200_000 });
const EXPECTED = ASKED / 2_180;

for (const capacity of atDepth({ quick: [5_000], deep: [5_000, 100_000] }))
  test(`a filter of ${capacity} entries has each of them, and about 1 in 2,180 of all others`, () => {
    const filter = createBloomFilter(capacity);
    const added = createRandom(capacity);
    for (let no = 0; no < capacity; no += 1) filter.add(drawDigest(added));
    const again = createRandom(capacity);
    for (let no = 0; no < capacity; no += 1) assert.ok(filter.has(drawDigest(again)));
    let wrong = 0;
    const others = createRandom(capacity + 1);
    for (let no = 0; no < ASKED; no += 1) if (filter.has(drawDigest(others))) wrong += 1;
    // Four standard deviations away is a bug.
    assert.ok(Math.abs(wrong - EXPECTED) < 4 * Math.sqrt(EXPECTED), `${wrong} of ${ASKED}`);
    // Digests that the filter held for known when they came are not counted.
    assert.ok(filter.size() <= capacity && filter.size() > capacity * 0.9995, `${filter.size()}`);
  });

test("a filter takes 16 bits an entry", () => {
  const before = process.memoryUsage().arrayBuffers;
  const filter = createBloomFilter(2 ** 22);
  assert.equal((process.memoryUsage().arrayBuffers - before) * 8, 16 * filter.capacity);
});

test("a digest is told by where it ends, in a text of several and with 0x before it", () => {
  const filter = createBloomFilter(100);
  const random = createRandom(7);
  const digests = Array.from({ length: 40 }, () => drawDigest(random));
  const text = digests.join("");
  for (let end = 64; end <= text.length; end += 64) filter.add(text, end);
  for (const digest of digests) assert.ok(filter.has(`0x${digest}`));
  assert.equal(filter.size(), 40);
  filter.add(digests[0]!);
  assert.equal(filter.size(), 40);
});

test("an empty filter has nothing", () => {
  const filter = createBloomFilter(1);
  assert.equal(filter.has("0".repeat(64)), false);
  filter.add("0".repeat(64));
  assert.ok(filter.has("0".repeat(64)));
});
