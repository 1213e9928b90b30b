/** Characters that nobody sees are found with their place, and those that a text is spelt with stay. */
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { escapeHidden, findHidden, withoutHidden } from "../../src/core/people/hidden-characters.ts";

const at = (from: number, to = from): number[] =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index);

/** Code points that no text may have, whatever its form. */
const HIDDEN = [
  ...at(0x00, 0x08),
  ...at(0x0b, 0x1f),
  ...at(0x7f, 0x9f),
  0xad,
  0x34f,
  0x61c,
  0x115f,
  0x1160,
  0x180e,
  0x200b,
  0x200c,
  0x200d,
  0x200e,
  0x200f,
  ...at(0x2028, 0x202e),
  ...at(0x2060, 0x2064),
  ...at(0x2066, 0x206f),
  0x3164,
  0xfeff,
  0xffa0,
  0xfff9,
  0xd800,
  0xdbff,
  0xdc00,
  0xdfff,
  0xe0001,
  0xe0041,
];

const name = (code: number): string => `U+${code.toString(16).toUpperCase().padStart(4, "0")}`;

describe("a hidden character", () => {
  for (const code of HIDDEN)
    it(`is found: ${name(code)}`, () => {
      const text = `a\u{1f600}${String.fromCodePoint(code)}b`;
      for (const form of ["line", "lines"] as const)
        assert.deepEqual(findHidden(text, form), { code: name(code), position: 3 });
      const clean = withoutHidden(text, "line");
      assert.equal(findHidden(clean, "line"), undefined);
      assert.match(clean, /^a\u{1f600} ?b$/u);
      assert.equal(findHidden(escapeHidden(text), "line"), undefined);
    });

  it("is a newline or a tab in a text of one line alone", () => {
    for (const [text, code] of [
      ["a\nb", "U+000A"],
      ["a\tb", "U+0009"],
      ["a\r\nb", "U+000D"],
    ] as const) {
      assert.equal(findHidden(text, "lines"), undefined);
      assert.deepEqual(findHidden(text, "line"), { code, position: 2 });
      assert.equal(withoutHidden(text, "line"), "a b");
      assert.equal(withoutHidden(text, "lines"), text);
    }
    assert.deepEqual(findHidden("a\rb", "lines"), { code: "U+000D", position: 2 });
    assert.equal(withoutHidden("a\rb\u2028c", "lines"), "a\nb\nc");
  });

  it("is looked for in a long text in no time", () => {
    const text = "\u{e0041}".repeat(60_000);
    assert.deepEqual(findHidden(text, "line"), { code: "U+E0041", position: 1 });
    assert.equal(withoutHidden(text, "line"), "");
  });
});

/** Texts that are spelt with joiners, or with formats that are drawn. */
const SPELT = [
  "Will it rain? Ünïcödé & <b>",
  "می‌خواهم",
  "क्‍ष",
  "ශ්‍රී ලංකා",
  "👨‍👩‍👧 and 🏳️‍🌈 and 👩🏽‍🚀",
  "🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f} against 🇫🇷",
  "❤️",
  "\u0600\u0661\u0662",
  "דוד מלך",
];

describe("a text that is spelt so", () => {
  for (const text of SPELT)
    it(`has no hidden character: ${text}`, () => {
      for (const form of ["line", "lines"] as const) assert.equal(findHidden(text, form), undefined);
      assert.equal(withoutHidden(text, "line"), text);
      assert.equal(escapeHidden(text), text);
    });

  it("has a joiner too many", () => {
    for (const text of ["a\u200db", "👨\u200d", "\u200d👨", "می\u200c\u200cخواهم", "\u{1f3f4}\u{e0067}x"])
      assert.ok(findHidden(text, "line") !== undefined, escapeHidden(text));
  });
});
