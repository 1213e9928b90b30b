/** Tests that every text exists in each language, and has its arguments. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { consoleEn } from "../../web/src/text/console-en.ts";
import { consolePt } from "../../web/src/text/console-pt.ts";
import { learnEn } from "../../web/src/text/learn-en.ts";
import { learnPt } from "../../web/src/text/learn-pt.ts";
import { EVENT_TYPES } from "../../src/operate/changes/public-event.ts";
import { en } from "../../web/src/text/en.ts";
import { pt } from "../../web/src/text/pt.ts";

type TextOrFunction = string | ((...argument: unknown[]) => string);

/** Lists all texts with their paths. */
function listTexts(text: object, place = ""): readonly (readonly [string, TextOrFunction])[] {
  return Object.entries(text).flatMap(([name, entry]) => {
    const at = place === "" ? name : `${place}.${name}`;
    return typeof entry === "object" ? listTexts(entry, at) : [[at, entry] as const];
  });
}

const LANGUAGES = {
  en: new Map(listTexts({ ...en, learn: learnEn, console: consoleEn })),
  pt: new Map(listTexts({ ...pt, learn: learnPt, console: consolePt })),
};

/** Texts whose argument is a time. All others receive texts and numbers, and repeat them. */
const TIMES = new Set(["markets.event.countdown", "markets.trades.ago"]);

const argumentsOf = (entry: TextOrFunction): readonly string[] =>
  typeof entry === "string" ? [] : Array.from({ length: entry.length }, (_, index) => `<${index}>`);

const textOf = (entry: TextOrFunction): string =>
  typeof entry === "string" ? entry : entry(...argumentsOf(entry));

test("both languages have the same texts", () => {
  assert.ok(LANGUAGES.en.size > 500, `${LANGUAGES.en.size} texts`);
  assert.deepEqual([...LANGUAGES.pt.keys()].toSorted(), [...LANGUAGES.en.keys()].toSorted());
});

for (const language of ["en", "pt"] as const) {
  const texts = [...LANGUAGES[language]].filter(([at]) => !TIMES.has(at));

  test(`a text contains all of its arguments: ${language}`, () => {
    for (const [at, entry] of texts)
      for (const argument of argumentsOf(entry))
        assert.ok(textOf(entry).includes(argument), `${at} without ${argument}`);
  });
}

test("durations show their largest units, in both languages", () => {
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

test("one share has the singular form, in both languages", () => {
  for (const { trade } of [en, pt]) {
    const [one, two] = [trade.availableShares("1"), trade.availableShares("2")];
    assert.notEqual(one.replace("1", "2"), two);
    assert.notEqual(
      trade.preview.boughtFor("1", "$2", "3¢").replace("1", "2"),
      trade.preview.boughtFor("2", "$2", "3¢"),
    );
  }
});

test("the console names every kind of event", () => {
  assert.deepEqual(Object.keys(consoleEn.webhooks.eventKinds), EVENT_TYPES);
});
