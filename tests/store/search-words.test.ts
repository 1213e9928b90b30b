import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { joinWords, joinPhrase, splitWords } from "../../src/store/catalog/search/search-words.ts";
import { createRandom } from "../support/random.ts";

const ROWS: readonly [text: string, words: string][] = [
  ["", ""],
  ["  \t\n ", ""],
  ["Will Bitcoin win?", "will bitcoin win"],
  ["will-bitcoin-win", "will bitcoin win"],
  ["the The THE", "the the the"],
  ["Crème brûlée à São Paulo", "creme brulee a sao paulo"],
  ["Zoe\u0308 Zo\u00eb", "zoe zoe"],
  ["Łódź, Bodø/Glimt, Straße, STRASSE", "lodz bodo glimt strasse strasse"],
  ["İstanbul ISTANBUL ıstanbul", "istanbul istanbul istanbul"],
  ["ΟΔΟΣ οδός", "οδοσ οδοσ"],
  ["Москва Йод", "москва иод"],
  ["東京 ﾃｽﾄ", "東京 テスト"],
  ["ｆｕｌｌ　ｗｉｄｔｈ ２０２６", "full width 2026"],
  ["x² ½ №5 ﬁnal", "x2 1 2 no5 final"],
  ["don't Don’t dont", "dont dont dont"],
  ["rock 'n' roll 'quoted' players' O’Neil’s", "rock n roll quoted players oneils"],
  ["$64,000 or 1,234,567.89", "64000 or 1234567 89"],
  ["2023,2024 12,34 1,000,00", "2023 2024 12 34 1000 00"],
  ["U.S. U.S.A. J.D. Vance e.g. this", "us usa jd vance eg this"],
  ["U.S.Army example.com a.b.com 3.5", "us army example com ab com 3 5"],
  ["btc_up 5-min", "btc up 5 min"],
  ["100% a\\b c:* (d & e) | !f <-> 'g' \"h\"", "100 a b c d e f g h"],
  ["a\u0000b\u{1f327}c", "a b c"],
  ["a\ud800b\udc00c", "a b c"],
  ["a\u200bb", "a b"],
];

describe("The words of a text", () => {
  for (const [text, words] of ROWS) {
    it(`are [${words}] in ${JSON.stringify(text)}`, () => {
      assert.deepEqual(splitWords(text), words === "" ? [] : words.split(" "));
      assert.equal(joinPhrase(text), words);
    });
  }

  it("are cut at 64 characters, and their phrase behind the last word within 250", () => {
    const long = `${"a".repeat(70)} ${"𐐀".repeat(70)}`;
    assert.deepEqual(splitWords(long), ["a".repeat(64), "𐐨".repeat(64)]);
    assert.equal(joinPhrase("ab ".repeat(200)), "ab ".repeat(83).trimEnd());
    assert.equal(joinPhrase("a".repeat(62) + " bc".repeat(63)), "a".repeat(62) + " bc".repeat(62));
    assert.equal(joinPhrase("abcd ".repeat(50) + "a"), "abcd ".repeat(50).trimEnd());
    assert.equal(joinPhrase(`${"a ".repeat(124)}a 𐐀`), "a ".repeat(125).trimEnd());
  });

  it("are their own words, of whatever text", () => {
    const random = createRandom(20_260_601);
    const character = () =>
      random.chance(50)
        ? random.pick([..."aZ09.,'’ -_İßςΣ"])
        : String.fromCharCode(random.below(random.pick([0x80, 0x250, 0x3000, 0x10000])));
    for (let count = 0; count < 3_000; count += 1) {
      const text = Array.from({ length: random.below(20) }, character).join("");
      const words = splitWords(text);
      for (const word of words) assert.match(word, /^[\p{L}\p{N}]+$/u, JSON.stringify(text));
      assert.deepEqual(splitWords(words.join(" ")), words, JSON.stringify(text));
      assert.equal(joinWords(words).isWellFormed(), true);
    }
  });
});
