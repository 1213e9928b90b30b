/** The languages of the page: nothing is missing in one, nothing is blank, and nothing was left untranslated. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { en } from "../../web/src/text/en.ts";
import { pt } from "../../web/src/text/pt.ts";

type Said = string | ((...given: unknown[]) => string);

/** Everything that is said, by where it stands. */
function sayings(text: object, place = ""): readonly (readonly [string, Said])[] {
  return Object.entries(text).flatMap(([name, said]) => {
    const at = place === "" ? name : `${place}.${name}`;
    return typeof said === "object" ? sayings(said, at) : [[at, said] as const];
  });
}

const LANGUAGES = { en: new Map(sayings(en)), pt: new Map(sayings(pt)) };
const sayingOf = (language: keyof typeof LANGUAGES, at: string): Said =>
  LANGUAGES[language].get(at) ?? assert.fail(`${at} is missing in ${language}`);

/** Those of a time; all others are given texts and numbers, which they repeat. */
const TIMES = new Set(["markets.event.countdown", "markets.trades.ago"]);

/** The same word in both, names and units. */
const SHARED = new Set([
  "common.total",
  "trade.add",
  "trade.preview.total",
  "trade.submit",
  "portfolio.chart.ranges.day",
  "portfolio.chart.ranges.month",
  "markets.sorts.volume",
  "markets.volumeOf",
  "markets.event.volume",
  "markets.event.chance",
  "markets.book.total",
  "people.rankings.VOL",
  "console.overview.units.days",
  "console.overview.units.hours",
  "console.overview.units.minutes",
  "console.overview.units.seconds",
  "console.overview.interface",
  "console.mode.names.normal",
  "console.markets.volume",
  "console.markets.id",
  "console.market.id",
  "console.market.volume",
  "console.create.first",
  "console.create.second",
  "console.keys.nonce",
]);

const givenTo = (said: Said): readonly string[] =>
  typeof said === "string" ? [] : Array.from({ length: said.length }, (_, index) => `<${index}>`);

const textOf = (said: Said): string => (typeof said === "string" ? said : said(...givenTo(said)));

test("both languages say the same things", () => {
  assert.ok(LANGUAGES.en.size > 500, `${LANGUAGES.en.size} texts`);
  assert.deepEqual([...LANGUAGES.pt.keys()].toSorted(), [...LANGUAGES.en.keys()].toSorted());
});

test("what is made of something is so in both, of as many things", () => {
  for (const [at, said] of LANGUAGES.en) {
    const other = sayingOf("pt", at);
    assert.equal(typeof other, typeof said, at);
    assert.equal(other.length > 0, said.length > 0, at);
    if (typeof said === "function") assert.equal(other.length, said.length, at);
  }
});

for (const language of ["en", "pt"] as const) {
  const texts = [...LANGUAGES[language]].filter(([at]) => !TIMES.has(at));

  test(`no text is blank, has blanks around it or two in a row: ${language}`, () => {
    for (const [at, said] of texts) {
      const text = textOf(said);
      assert.match(text, /\S/, at);
      assert.equal(text, text.trim(), at);
      assert.doesNotMatch(text, / {2}|undefined|null|NaN|\[object/, at);
    }
  });

  test(`a text of something names all of it: ${language}`, () => {
    for (const [at, said] of texts)
      for (const given of givenTo(said)) assert.ok(textOf(said).includes(given), `${at} without ${given}`);
  });
}

test("times are told by their largest units, in both languages", () => {
  const rows = [
    [{ days: 3, hours: 4, minutes: 5, seconds: 6 }, ["3", "4", "5"], ["3"]],
    [{ days: 0, hours: 4, minutes: 5, seconds: 6 }, ["4", "5", "6"], ["4"]],
    [{ days: 0, hours: 0, minutes: 5, seconds: 6 }, ["0", "5", "6"], ["5"]],
    [{ days: 0, hours: 0, minutes: 0, seconds: 6 }, ["0", "0", "6"], ["6"]],
  ] as const;
  for (const { markets } of [en, pt])
    for (const [left, countdown, ago] of rows) {
      assert.deepEqual(markets.event.countdown(left).match(/\d+/g), countdown);
      assert.deepEqual(markets.trades.ago(left).match(/\d+/g), ago);
    }
});

test("one share is one, in both languages", () => {
  for (const { trade } of [en, pt]) {
    const [one, two] = [trade.availableShares("1"), trade.availableShares("2")];
    assert.notEqual(one.replace("1", "2"), two);
    assert.notEqual(
      trade.preview.boughtFor("1", "$2", "3¢").replace("1", "2"),
      trade.preview.boughtFor("2", "$2", "3¢"),
    );
  }
});

test("a text that is the same in both languages is a word of both, and every such word still is", () => {
  const same = [...LANGUAGES.en]
    .filter(([at]) => !TIMES.has(at))
    .filter(([at, said]) => textOf(said) === textOf(sayingOf("pt", at)))
    .map(([at]) => at);
  assert.deepEqual(same, [...SHARED]);
});
