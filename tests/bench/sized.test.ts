import assert from "node:assert/strict";
import { afterEach, describe, test } from "node:test";
import { sized } from "../../bench/support/sized.ts";

describe("a size of a bench", () => {
  const before = process.env["BENCH_SCALE"];
  afterEach(() => setScale(before));

  test("is whole unless a scale is set", () => {
    setScale(undefined);
    assert.equal(sized(30_000, 100), 30_000);
    setScale("1");
    assert.equal(sized(30_000, 100), 30_000);
  });

  test("is the scale's part of it, rounded, and no less than its least", () => {
    setScale("0.015");
    assert.equal(sized(1_000), 15);
    assert.equal(sized(250), 4);
    assert.equal(sized(3), 1);
    assert.equal(sized(1_000, 20), 20);
  });

  test("is refused with a scale that is no part", () => {
    for (const scale of ["", "0", "-1", "1.1", "Infinity", "half"]) {
      setScale(scale);
      assert.throws(() => sized(10), {
        message: /^BENCH_SCALE must be a number above 0 and at most 1, not /,
      });
    }
  });
});

function setScale(scale: string | undefined): void {
  if (scale === undefined) delete process.env["BENCH_SCALE"];
  else process.env["BENCH_SCALE"] = scale;
}
