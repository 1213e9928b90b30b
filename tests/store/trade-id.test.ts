/** Ids of trades: UUIDs that differ in every part, from which the number can be read back. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { tradeId, tradeNumber } from "../../src/store/reads/fills.ts";

const NUMBERS = [1, 2, 3, 255, 4_096, 2 ** 30 - 1, 2 ** 30, 2 ** 32 + 1, Number.MAX_SAFE_INTEGER];
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/;

test("the number of an id can be read back, in any case of letters", () => {
  for (const no of NUMBERS) {
    assert.match(tradeId(no), UUID);
    assert.deepEqual([tradeNumber(tradeId(no)), tradeNumber(tradeId(no).toUpperCase())], [no, no]);
  }
});

test("ids stay as they were given", () => {
  assert.deepEqual([1, 2, Number.MAX_SAFE_INTEGER].map(tradeId), [
    "c8308a97-0f70-8466-8310-78e2c3d0e147",
    "3722aceb-2915-8152-8dcd-15b635b7d0f6",
    "26caf0ca-1fb6-8bec-8af9-4598f39fa44b",
  ]);
});

test("ids of earlier releases, zeros before the number, stay valid", () => {
  assert.equal(tradeNumber("00000000-0000-8000-8000-000000000007"), 7);
  assert.equal(tradeNumber("00000000-0000-8000-8000-00000000001F"), 31);
});

test("an id with other digits than its number's is of no trade", () => {
  const id = tradeId(77);
  const others = [
    `${id.startsWith("0") ? "1" : "0"}${id.slice(1)}`,
    `${id.slice(0, -1)}${id.endsWith("0") ? "1" : "0"}`,
    id.replace("-8", "-4"),
    "00000000-0000-8000-8fff-ffffffffffff",
    id.replaceAll("-", ""),
    "",
  ];
  for (const other of others) assert.equal(tradeNumber(other), undefined, other);
});

test("no two of many ids have either half in common, and every digit takes every value", () => {
  const ids = Array.from({ length: 100_000 }, (_none, index) => tradeId(index + 1));
  for (const half of [ids.map((id) => id.slice(0, 18)), ids.map((id) => id.slice(20))])
    assert.equal(new Set(half).size, ids.length);
  // Dashes, the version and the variant of the UUID are the same in all.
  const scattered = [...Array(36).keys()].filter((place) => ![8, 13, 14, 18, 19, 23].includes(place));
  for (const place of scattered) {
    const digits = new Set(ids.map((id) => id[place]));
    assert.equal(digits.size, 16, `the character ${place}`);
  }
});
