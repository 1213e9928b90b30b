import assert from "node:assert/strict";
import { test } from "node:test";
import * as fc from "fast-check";
import { DigestMap } from "../../src/core/values/digest-map.ts";

const small = fc.integer({ min: 0, max: 60 });

/** Keys of which many end alike, or end in ways that share a slot. */
const anyKey = fc.oneof(
  small.map((value) => `${value}-00000000`),
  small.map((value) => `a${(value * 16).toString(16).padStart(8, "0")}`),
  small.map((value) => `f${value.toString(16).padStart(8, "f")}`),
  fc.constantFrom("", "0", "ffffffff", "7fffffff", "80000000"),
);

test("a digest map is a Map", () => {
  const step = fc.record({ set: fc.boolean(), key: anyKey, value: fc.nat() });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 400, size: "max" }), (steps) => {
      const actual = new DigestMap<number>();
      const expected = new Map<string, number>();
      for (const { set, key, value } of steps) {
        if (set) {
          actual.set(key, value);
          expected.set(key, value);
        } else {
          assert.equal(actual.delete(key), expected.delete(key));
        }
        assert.equal(actual.get(key), expected.get(key));
        assert.equal(actual.has(key), expected.has(key));
        assert.equal(actual.size, expected.size);
      }
      for (const [key, value] of expected) assert.equal(actual.get(key), value);
      const sorted = (values: Iterable<number>): number[] => [...values].sort((a, b) => a - b);
      assert.deepEqual(sorted(actual.values()), sorted(expected.values()));
    }),
    { numRuns: 200 },
  );
});
