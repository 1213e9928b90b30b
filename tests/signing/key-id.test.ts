/** The two forms of a key's id, and texts that are neither. */
import assert from "node:assert/strict";
import { test } from "node:test";
import * as fc from "fast-check";
import { readKeyId, toUlid } from "../../src/signing/credentials.ts";

/** Pairs of the same bits; the first is the example of the ULID specification. */
const PAIRS = [
  ["01ARZ3NDEKTSV4RRFFQ69G5FAV", "01563e3a-b5d3-d676-4c61-efb99302bd5b"],
  ["00000000000000000000000000", "00000000-0000-0000-0000-000000000000"],
  ["00000000000000000000000001", "00000000-0000-0000-0000-000000000001"],
  ["7ZZZZZZZZZZZZZZZZZZZZZZZZZ", "ffffffff-ffff-ffff-ffff-ffffffffffff"],
] as const;

test("a ULID and a UUID of the same bits name the same key, in any case", () => {
  for (const [ulid, uuid] of PAIRS) {
    assert.equal(toUlid(uuid), ulid);
    for (const form of [ulid, ulid.toLowerCase(), uuid, uuid.toUpperCase()])
      assert.equal(readKeyId(form), uuid);
  }
});

test("each UUID has a ULID of 26 digits, which is read back as it", () => {
  fc.assert(
    fc.property(fc.uuid({ version: [1, 2, 3, 4, 5, 6, 7, 8] }), (uuid) => {
      const ulid = toUlid(uuid);
      assert.match(ulid, /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/);
      assert.equal(readKeyId(ulid), uuid);
    }),
  );
});

test("a text of another form stays what it is, in lower case", () => {
  const others = [
    "",
    "X",
    "80000000000000000000000000",
    "0000000000000000000000000",
    "000000000000000000000000000",
    ...["I", "L", "O", "U", "-", " "].map((digit) => `0000000000000000000000000${digit}`),
  ];
  for (const text of others) assert.equal(readKeyId(text), text.toLowerCase());
});
