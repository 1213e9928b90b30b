/** The words that docs/reference/glossary.md replaces: names at the top level of the sources, and their comments, go without them. */
import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";

const ROOT = join(import.meta.dirname, "..", "..");

type ReplacedWord = { readonly word: string; readonly standard: string; readonly places: string };

/** Reads the second table of the glossary. */
const readReplacedWords = (glossary: string): ReplacedWord[] =>
  [...glossary.matchAll(/^\| (\w+) +\| ([^|]+?) +\| (names(?:, comments)?) +\|$/gm)].map(
    ([, word = "", standard = "", places = ""]) => ({ word, standard, places }),
  );

const DECLARATION =
  /^(?:export )?(?:default )?(?:async )?(?:const|let|class|type|interface|function\*?) (\w+)/gm;
const COMMENT_LINE = /^\s*\{?(?:\/\/|\/\*|\*(?!\/))(.*)$/gm;
/** Pieces of code, paths, addresses and names in capitals: they may be those of clients. */
const NO_PROSE = /`[^`]*`|\S*[/_@]\S*|\b[\w-]+\.(?:ts|tsx|md)\b/g;

const lineAt = (source: string, index: number): number => source.slice(0, index).split("\n").length;

/** Splits a name into its words: `listOpenOrders` and `MAX_ORDERS` have three and two. */
const splitName = (name: string): string[] =>
  name
    .replaceAll(/([a-z0-9])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[ _]/);

const isWord = (found: string, word: string): boolean => found === word || found === `${word}s`;

/** Lists the replaced words of a source, each with its line and the standard word. */
function listReplaced(source: string, words: readonly ReplacedWord[]): string[] {
  const inComments = words.filter(({ places }) => places.includes("comments"));
  const find = (found: readonly string[], among: readonly ReplacedWord[], index: number, where: string) =>
    found.flatMap((one) =>
      among
        .filter(({ word }) => isWord(one, word))
        .map(({ standard }) => `${lineAt(source, index)} ${where} has "${one}", use: ${standard}`),
    );
  return [
    ...[...source.matchAll(DECLARATION)].flatMap(({ index, 1: name = "" }) =>
      find(splitName(name), words, index, name),
    ),
    ...[...source.matchAll(COMMENT_LINE)].flatMap(({ index, 1: text = "" }) => {
      const prose = text.replaceAll(NO_PROSE, " ").toLowerCase();
      return find(prose.match(/[a-z]+/g) ?? [], inComments, index, "a comment");
    }),
  ];
}

const WORDS = readReplacedWords(readFileSync(join(ROOT, "docs", "reference", "glossary.md"), "utf8"));

const CASES: readonly [source: string, found: readonly string[]][] = [
  ["const listOrders = 1;\n", []],
  ["/** A status. */\nexport type Standing = 1;\n", ['2 Standing has "standing", use: status']],
  ["const MOST_ORDERS = 1;\n", ['1 MOST_ORDERS has "most", use: maximum']],
  ["  const turns = 1; // in a function\n", []],
  ["/**\n * Begins anew.\n */\n", ['2 a comment has "anew", use: again']],
  ["// Figures of a day.\n", ['1 a comment has "figures", use: statistic']],
  ["/** GET /figures: `figures` of PRESAGE_RESIDENTS, what is kept. */\n", []],
];

describe("replaced words", () => {
  for (const [source, found] of CASES) {
    it(`are ${found.length === 0 ? "not" : found.join()} in ${JSON.stringify(source)}`, () => {
      assert.deepEqual(listReplaced(source, WORDS), found);
    });
  }

  it("are in no source", () => {
    const files = globSync(["src/**/*.ts", "web/src/**/*.{ts,tsx}"], {
      cwd: ROOT,
      exclude: ["**/generated/**"],
    });
    assert.ok(files.length > 500 && WORDS.length > 20);
    const found = files.flatMap((file) =>
      listReplaced(readFileSync(join(ROOT, file), "utf8"), WORDS).map((one) => `${file}:${one}`),
    );
    assert.equal(found.join("\n"), "", "docs/reference/glossary.md has the words that are replaced");
  });
});
