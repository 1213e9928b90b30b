/** The rule of plain words: the faults that it finds, of which the doc comments of all files have none. */
import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import { listWordFaults } from "./plain-words.ts";
import { SOURCES } from "./sources.ts";

const ROOT = join(import.meta.dirname, "..", "..");
const WORDS = "one two three four five six seven eight nine ten eleven twelve";

const CASES: readonly [comment: string, faults: readonly string[]][] = [
  ["/** A set of callbacks. */", []],
  ["/** Refuses an order whose remainder would exceed the limits. */", []],
  ["/** Largest body in bytes; `undefined` has none. */", []],
  ["/** What is left. */", ['begins with "What", not with a noun or a verb']],
  ["/**\n * Of one market.\n */", ['begins with "Of", not with a noun or a verb']],
  ["  /** Whether it may. */", ['begins with "Whether", not with a noun or a verb']],
  ["/** Names it. Whoever asks gets it. */", ['has a sentence with the subject "Whoever"']],
  ["/** Names it: of what is told once. */", ['has a sentence with the subject "of what"']],
  [`/** Adds ${WORDS} ${WORDS}. */`, []],
  [`/** Adds \`a b c d e\` ${WORDS} ${WORDS.replace("one ", "")}. */`, []],
  [
    `/** Adds one more: ${WORDS} thirteen\n * ${WORDS} zero. */`,
    ["has a sentence of 26 words, at most 25 are read at once"],
  ],
  ["/* What this is no doc comment. */ const what = 1; // What", []],
];

describe("plain words", () => {
  for (const [comment, faults] of CASES) {
    it(`finds ${faults.length === 0 ? "nothing" : faults.join()} in ${JSON.stringify(comment)}`, () => {
      assert.deepEqual(
        listWordFaults(`const before = 1;\n\n${comment}\nconst after = 2;\n`).map(({ fault }) => fault),
        faults,
      );
    });
  }

  it("holds for every doc comment", () => {
    const files = globSync(SOURCES, { cwd: ROOT, exclude: ["**/generated/**"] });
    assert.ok(files.length > 1_000);
    const faults = files.flatMap((file) =>
      listWordFaults(readFileSync(join(ROOT, file), "utf8")).map(
        ({ line, fault, text }) => `${file}:${line} ${fault}: ${text}`,
      ),
    );
    assert.equal(faults.join("\n"), "", "the rule of plain words stands in STYLE.md");
  });
});
