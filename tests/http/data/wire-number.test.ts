/** Fractions as numbers of four decimals, and the names of tokens. */
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import * as fc from "fast-check";
import { formatAssetId } from "../../../src/http/data/tokens.ts";
import { wireNumber } from "../../../src/http/data/numbers.ts";

const ROWS: readonly (readonly [numerator: bigint, denominator: bigint, json: string])[] = [
  [0n, 7n, "0"],
  [1n, 1n, "1"],
  [1n, 3n, "0.3333"],
  [2n, 3n, "0.6667"],
  [-2n, 3n, "-0.6667"],
  [2n, -3n, "-0.6667"],
  [-2n, -3n, "0.6667"],
  [1n, 20_000n, "0.0001"],
  [-1n, 20_000n, "-0.0001"],
  [1n, 20_001n, "0"],
  [-1n, 20_001n, "0"],
  [99_999_999n, 1_000_000n, "100"],
  [1_234_567_890_123_456n, 1_000_000n, "1234567890.1235"],
  [9_007_199_254_740_991n, 1n, "9007199254740991"],
];

describe("a number on the wire", () => {
  for (const [numerator, denominator, json] of ROWS) {
    it(`${numerator}/${denominator} is ${json}`, () => {
      assert.equal(JSON.stringify(wireNumber(numerator, denominator)), json);
    });
  }

  it("is at most half of its last decimal off", () => {
    const whole = fc.bigInt({ min: -(10n ** 15n), max: 10n ** 15n });
    fc.assert(
      fc.property(whole, fc.bigInt({ min: 10_000n, max: 10n ** 9n }), (numerator, denominator) => {
        const [, sign, integer, decimals = ""] = /^(-?)(\d+)(?:\.(\d{1,4}))?$/.exec(
          JSON.stringify(wireNumber(numerator, denominator)),
        )!;
        const scaled = BigInt(`${sign}${integer}${decimals.padEnd(4, "0")}`);
        const off = 2n * (scaled * denominator - numerator * 10_000n);
        assert.ok(off <= denominator && -off <= denominator);
      }),
    );
  });
});

describe("the name of a token", () => {
  const market = { conditionId: "0xab", tokenIds: ["11", "22"] as const };
  it("is that of the dialect", () => {
    assert.equal(formatAssetId("spec", market, 1), "0xab:1");
    assert.equal(formatAssetId("polymarket", market, 0), "11");
    assert.equal(formatAssetId("kuest", market, 1), "22");
  });
});
