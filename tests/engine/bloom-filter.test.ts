import assert from "node:assert/strict";
import { test } from "node:test";
import { createBloomFilter } from "../../src/engine/repeats/known-digests.ts";
import { drawDigest } from "../support/drawn-digest.ts";
import { createRandom } from "../support/random.ts";

const ASKED = 200_000;

for (const capacity of [5_000, 100_000])
  test(`a filter of ${capacity} entries has each of them, and about 1 in 2,180 of all others`, () => {
    const filter = createBloomFilter(capacity);
    const added = createRandom(capacity);
    for (let no = 0; no < capacity; no += 1) filter.add(drawDigest(added));
    const again = createRandom(capacity);
    for (let no = 0; no < capacity; no += 1) assert.ok(filter.has(drawDigest(again)));
    let wrong = 0;
    const others = createRandom(capacity + 1);
    for (let no = 0; no < ASKED; no += 1) if (filter.has(drawDigest(others))) wrong += 1;
    // 92 are expected; a third more or fewer would be four standard deviations away.
    assert.ok(wrong > 55 && wrong < 130, `${wrong} of ${ASKED}`);
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
