/** Ranges of addresses as settings name them, and the one form of an address. */
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { canonicalAddress, parseRanges } from "../../src/base/address-ranges.ts";

type Row = readonly [ranges: string, inside: readonly string[], outside: readonly string[]];

const ROWS: readonly Row[] = [
  ["", [], ["127.0.0.1", "::1", "unknown"]],
  ["10.0.0.1", ["10.0.0.1"], ["10.0.0.2", "::1"]],
  ["10.0.0.0/8", ["10.0.0.0", "10.255.255.255"], ["9.255.255.255", "11.0.0.0", "::a00:0"]],
  ["10.1.2.3/8", ["10.200.0.1"], ["11.1.2.3"]],
  ["10.0.0.0/8, 192.0.2.7/32", ["10.0.0.1", "192.0.2.7"], ["192.0.2.8"]],
  ["0.0.0.0/0", ["203.0.113.9"], ["2001:db8::1"]],
  ["::/0", ["2001:db8::1", "::1"], ["203.0.113.9"]],
  ["2001:db8::/32", ["2001:db8::1", "2001:db8:ffff::"], ["2001:db9::", "10.0.0.1"]],
  ["2001:DB8::1", ["2001:db8::1"], ["2001:db8::2"]],
  ["::ffff:10.0.0.0/104", ["10.0.0.1"], ["11.0.0.1"]],
  ["::ffff:10.0.0.1", ["10.0.0.1"], ["10.0.0.2"]],
  ["::1", ["::1"], ["127.0.0.1"]],
];

describe("ranges of addresses", () => {
  for (const [text, inside, outside] of ROWS) {
    it(`"${text}"`, () => {
      const ranges = parseRanges(text);
      assert.deepEqual(
        [...inside, ...outside].filter((address) => ranges.includes(address)),
        inside,
      );
    });
  }

  const WRONG = ["x", "10.0.0", "10.0.0.0/33", "10.0.0.0/", "/8", "10.0.0.0/-1", "10.0.0.0/8/8", "010.0.0.1"];
  for (const item of [
    ...WRONG,
    "2001:db8::/129",
    "fe80::1%eth0",
    "::ffff:10.0.0.0/95",
    "",
    "localhost",
    "*",
  ]) {
    it(`are refused by the item that is none: "${item}"`, () => {
      for (const text of [`192.0.2.1,${item}`, `${item},192.0.2.1`])
        assert.throws(
          () => parseRanges(text),
          ({ message }: Error) => message.startsWith("expected") && message.endsWith(`, got "${item}"`),
        );
    });
  }
});

describe("an address", () => {
  const FORMS: readonly (readonly [text: string, canonical: string | undefined])[] = [
    ["192.0.2.1", "192.0.2.1"],
    ["::ffff:192.0.2.1", "192.0.2.1"],
    ["::FFFF:C000:0201", "192.0.2.1"],
    ["0:0:0:0:0:ffff:192.0.2.1", "192.0.2.1"],
    ["::ffff:0.0.0.0", "0.0.0.0"],
    ["2001:0DB8:0:0::1", "2001:db8::1"],
    ["fe80::1%eth0", "fe80::1"],
    ["::1", "::1"],
    ["FEBF::1%3", "febf::1"],
    ["fe80::1%", undefined],
    ["fe80::1%%", undefined],
    ["fe80::1%eth0%1", undefined],
    ["fe80::1%a b", undefined],
    ["2001:db8::1%eth0", undefined],
    ["::1%lo", undefined],
    ["10.0.0.1%0", undefined],
    ["10.0.0.1%", undefined],
    ["::ffff:10.0.0.1%0", undefined],
    ["%", undefined],
    ["10.0.0.1/8", undefined],
    ["0x0a.0.0.1", undefined],
    ["167772161", undefined],
    [" 10.0.0.1", undefined],
    ["192.0.2.01", undefined],
    ["192.0.2", undefined],
    ["192.0.2.1:80", undefined],
    ["[::1]", undefined],
    ["localhost", undefined],
    ["", undefined],
  ];
  for (const [text, canonical] of FORMS) {
    it(`"${text}" is ${canonical}`, () => assert.equal(canonicalAddress(text), canonical));
  }
});
