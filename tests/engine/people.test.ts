/** The order in which people are found, against a plain look at all names. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { generateName } from "../../src/core/people/generated-name.ts";
import { listLaterWords, listSearchTexts } from "../../src/core/people/name-search.ts";
import { createChosenNames } from "../../src/engine/operators/names.ts";
import { createGeneratedNames } from "../../src/engine/operators/people.ts";
import { createRandom } from "../support/random.ts";

const STEPS = 300;

const address = (no: number): string => `0x${no.toString(16).padStart(40, "0")}`;
const sorted = (wallets: Iterable<string>): string[] => [...wallets].toSorted();

test("chosen names are found after any changes as a look at all of them finds them", () => {
  const random = createRandom(7);
  const chosen = createChosenNames();
  const names = new Map<string, string>();
  const syllables = ["an", "bar", "rn", "Il", " vv", "-zo", "\u00e9", " ", "0", "Mc"];
  const text = (): string =>
    Array.from({ length: 1 + random.below(3) }, () => random.pick(syllables)).join("");
  for (let step = 0; step < STEPS; step += 1) {
    const wallet = address(random.below(40));
    const name = text();
    if (random.below(4) === 0) names.delete(wallet);
    else names.set(wallet, name);
    if (names.has(wallet)) chosen.set(wallet, name);
    else chosen.delete(wallet);
    if (step % 100 === 99) chosen.replace([...names].map(([each, its]) => ({ wallet: each, name: its })));
    const wanted = text();
    const begins = (own: string): boolean =>
      listSearchTexts(wanted).some((term) => listSearchTexts(own).some((each) => each.startsWith(term)));
    const fits = [...names].filter(([, own]) => begins(own) || listLaterWords(own).some(begins));
    const found = [...chosen.find(wanted)];
    assert.deepEqual(sorted(found), sorted(fits.map(([each]) => each)), wanted);
    const whole = found.map((each) => begins(names.get(each) ?? ""));
    assert.deepEqual(
      whole,
      whole.toSorted((a, b) => Number(b) - Number(a)),
      "whole names come first",
    );
  }
});

test("generated names are found in their order by each of their beginnings", () => {
  const generated = createGeneratedNames();
  const wallets = Array.from({ length: 600 }, (_, no) => address(no));
  for (const wallet of wallets) generated.add(wallet);
  const plain = (wallet: string): string => generateName(wallet).replaceAll("-", "").toLowerCase();
  for (const wallet of wallets.slice(0, 12))
    for (let length = 1; length <= plain(wallet).length; length += 1) {
      const begins = plain(wallet).slice(0, length);
      const fits = wallets.filter((each) => plain(each).startsWith(begins)).map(plain);
      assert.deepEqual([...generated.find(begins)].map(plain), fits.toSorted(), begins);
    }
  for (const wallet of wallets.slice(0, 12)) {
    const [, second = ""] = generateName(wallet).toLowerCase().split("-");
    const fits = wallets.filter((each) => generateName(each).toLowerCase().split("-")[1]!.startsWith(second));
    assert.deepEqual(sorted(generated.findSecond(second)), sorted(fits), second);
  }
  assert.deepEqual([...generated.find("")], []);
  assert.deepEqual([...generated.findSecond("")], []);
  generated.clear();
  assert.deepEqual([...generated.find("a")], []);
});
