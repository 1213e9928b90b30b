/** Numbers, hex and addresses as text: one spelling each, and the same bytes as an independent encoder gives. */
import assert from "node:assert/strict";
import { test } from "node:test";
import * as fc from "fast-check";
import { getAddress, keccak256 as viemKeccak } from "viem";
import { checksumAddress, parseAddress } from "../../src/signing/address.ts";
import { decodeHex, parseHex, parseHexOf, toHex } from "../../src/signing/hex.ts";
import { keccak256 } from "../../src/signing/keccak.ts";
import { isUint256, writeUint256 } from "../../src/signing/uint.ts";

const MAX = 2n ** 256n - 1n;

test("uint256: canonical decimal text only", () => {
  for (const good of [
    "0",
    "1",
    "9",
    "10",
    "999999999999999",
    "1000000000000000",
    String(MAX - 1n),
    String(MAX),
  ]) {
    assert.equal(isUint256(good), true, good);
  }
  const bad = [
    "",
    "00",
    "01",
    "-0",
    "-1",
    "+1",
    " 1",
    "1 ",
    "1\n",
    "0x1",
    "1e3",
    "1.0",
    "1_0",
    "1n",
    "\u0661",
    "\uff11",
  ];
  for (const text of [...bad, String(MAX + 1n), "9".repeat(78), "1".repeat(79), "NaN", "Infinity"]) {
    assert.equal(isUint256(text), false, text);
  }
});

test("uint256: the bytes equal those of BigInt", () => {
  const bytes = Buffer.alloc(96, 0xee);
  const check = (value: bigint) => {
    assert.ok(isUint256(String(value)));
    writeUint256(String(value), bytes, 32);
    assert.equal(bytes.subarray(32, 64).toString("hex"), value.toString(16).padStart(64, "0"));
  };
  for (let bit = 0n; bit < 256n; bit++) for (const delta of [-1n, 0n, 1n]) check(2n ** bit + delta);
  for (let digits = 1; digits <= 77; digits++) check(BigInt("9".repeat(digits)));
  check(MAX);
  fc.assert(fc.property(fc.bigInt({ min: 0n, max: MAX }), check), { numRuns: 2000 });
  assert.ok(
    bytes.subarray(0, 32).every((byte) => byte === 0xee) && bytes.subarray(64).every((byte) => byte === 0xee),
  );
});

test("hex: lower-case prefix, whole bytes, the expected length", () => {
  assert.deepEqual(parseHex("0x"), Buffer.alloc(0));
  assert.deepEqual(parseHexOf("0xAbcd", 2), Buffer.from([0xab, 0xcd]));
  for (const bad of [
    "",
    "0",
    "ab",
    "0X12",
    "0x1",
    "0xgg",
    " 0x12",
    "0x12\n",
    "0x0x12",
    "0x\uff11\uff12",
    "0x\u0131\u0131",
  ]) {
    assert.equal(parseHex(bad), undefined, bad);
  }
  assert.equal(parseHexOf("0x12", 2), undefined);
  assert.throws(() => decodeHex("12"), TypeError);
  fc.assert(fc.property(fc.uint8Array(), (bytes) => Buffer.compare(decodeHex(toHex(bytes)), bytes) === 0));
});

test("keccak256 agrees with another implementation at every length around its block size", () => {
  for (let length = 0; length < 420; length++) {
    const bytes = Uint8Array.from({ length }, (_, i) => (i * 31 + length) & 255);
    assert.equal(toHex(keccak256(bytes)), viemKeccak(bytes));
  }
});

test("addresses: lower, upper or a right checksum", () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 20, maxLength: 20 }), fc.nat(39), (bytes, index) => {
      const lower = toHex(bytes);
      const checksummed = getAddress(lower as `0x${string}`);
      assert.equal(checksumAddress(lower), checksummed);
      assert.equal(parseAddress(lower), lower);
      assert.equal(parseAddress("0x" + lower.slice(2).toUpperCase()), lower);
      assert.equal(parseAddress(checksummed), lower);
      const flipped = flipCase(checksummed, index + 2);
      const isPlain = [lower, "0x" + lower.slice(2).toUpperCase(), checksummed].includes(flipped);
      assert.equal(parseAddress(flipped), isPlain ? lower : undefined);
    }),
  );
  for (const bad of [
    "",
    "0x",
    "0x" + "1".repeat(39),
    "0x" + "1".repeat(41),
    "1".repeat(40),
    "0X" + "1".repeat(40),
    "vitalik.eth",
  ]) {
    assert.equal(parseAddress(bad), undefined, bad);
  }
});

function flipCase(text: string, index: number): string {
  const digit = text.charAt(index);
  const flipped = digit === digit.toLowerCase() ? digit.toUpperCase() : digit.toLowerCase();
  return text.slice(0, index) + flipped + text.slice(index + 1);
}
