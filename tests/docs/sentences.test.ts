/** The sentences of the documents: none is longer than a reader takes in at once. */
import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import { listLongSentences } from "./long-sentences.ts";

const ROOT = join(import.meta.dirname, "..", "..");

const words = (count: number, end = "."): string => `${Array(count).fill("word").join(" ")}${end}`;

const CASES: readonly (readonly [name: string, page: string, lines: readonly number[]])[] = [
  ["a sentence of 25 words", words(25), []],
  ["a sentence of 26 words", words(26), [1]],
  ["a long sentence over several lines", `# Title\n\nFirst. ${words(13, "")}\n${words(13)}`, [3]],
  ["two short sentences of one paragraph", `${words(20)} ${words(20)}`, []],
  ["parts that a colon or a semicolon ends", `${words(20, ":")} ${words(20, ";")} ${words(20)}`, []],
  ["code, which counts as one word", `Run \`${words(30, "")}\` now.`, []],
  ["a link, of which the words count", `Read [${words(26, "")}](page.md).`, [1]],
  ["items of a list, each by itself", `- ${words(20, "")}\n- ${words(20, "")}\n  ${words(6)}`, [2]],
  ["an item with a title in bold", `- **${words(10, "")}** The ${words(20)}`, []],
  ["an item with words in bold", `- The **${words(10, "")}** ${words(20)}`, [1]],
  ["a quote over several lines", `> ${words(13, "")}\n> ${words(13)}`, [1]],
  ["a list of code names", `- ${Array(30).fill("`name`").join(", ")}.`, []],
  ["a table", `| ${words(30)} |\n| --- |`, []],
  ["a block of code", `\`\`\`text\n${words(30)}\n\`\`\``, []],
  ["an indented block", `Text.\n\n    ${words(30)}`, []],
  ["a comment over several lines", `<!-- not run:\n${words(30)} -->`, []],
  [
    "a part made from code",
    `<!-- made from the table: x -->\n\n${words(30)}\n\n<!-- made until here -->`,
    [],
  ],
  [
    "text after a part made from code",
    `<!-- made from the table: x -->\n<!-- made until here -->\n${words(30)}`,
    [3],
  ],
];

describe("long sentences", () => {
  for (const [name, page, lines] of CASES) {
    it(`are ${lines.length === 0 ? "not found" : "found"} in ${name}`, () => {
      assert.deepEqual(
        listLongSentences(page).map(({ line }) => line),
        lines,
      );
    });
  }

  it("are in no page", () => {
    const pages = globSync("docs/**/*.md", { cwd: ROOT, exclude: ["docs/decisions/**", "docs/pt/**"] });
    assert.ok(pages.length > 30);
    const found = pages.flatMap((page) =>
      listLongSentences(readFileSync(join(ROOT, page), "utf8")).map(
        ({ line, words: count, text }) => `${page}:${line}: ${count} words: ${text}`,
      ),
    );
    assert.equal(found.join("\n"), "", "split these sentences; a reader takes in 25 words at once");
  });
});
