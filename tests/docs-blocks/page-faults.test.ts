/** Every page of the documents against the convention of blocks, and every block against its language. */
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import { listPages, parsePage, readPage, ROOT } from "./page-blocks.ts";
import { faultsOf, namesPage, pythonFaultsOf, syntaxFaultsOf } from "./page-faults.ts";
import { PAGES_TO_CONVERT } from "./pages-to-convert.ts";
import { RUNNERS } from "./runners.ts";

const pages = listPages().map(readPage);

describe("the blocks of the documents", () => {
  it("follow the convention, except on pages that are still to be converted", (context) => {
    const converted = pages.filter(({ path }) => !PAGES_TO_CONVERT.includes(path));
    assert.deepEqual(converted.flatMap(faultsOf), []);
    for (const { path, blocks } of converted)
      for (const { line, notRun } of blocks)
        if (notRun !== undefined) context.diagnostic(`${path}:${line} is not run: ${notRun}`);
  });

  it("do not follow it on any page that is listed as still to be converted", () => {
    const still = new Set(pages.filter((page) => faultsOf(page).length > 0).map(({ path }) => path));
    assert.deepEqual(
      PAGES_TO_CONVERT.filter((path) => !still.has(path)),
      [],
    );
  });

  it("parse in their languages", (context) => {
    assert.deepEqual(pages.flatMap(syntaxFaultsOf), []);
    const python = pythonFaultsOf(pages);
    if (python === undefined) context.diagnostic("not compiled: Python, which this machine lacks");
    assert.deepEqual(python ?? [], []);
  });

  it("are in a Portuguese page those of the English one", () => {
    const wrong = pages.filter(({ path, kind }) => {
      const name = path.replace(/^docs\/pt\//, "");
      if (name === path) return false;
      const english = readPage(`docs/${name}`);
      return kind !== (english.kind === undefined ? undefined : `as ${name}`);
    });
    assert.deepEqual(
      wrong.map(({ path }) => path),
      [],
    );
  });

  it("are run by tests that are there, which name pages that are there", () => {
    const { scripts } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
    const paths = pages.map(({ path }) => path.replace(/^docs\//, ""));
    for (const [name, { files, script }] of Object.entries(RUNNERS)) {
      assert.ok(script === undefined || Object.hasOwn(scripts, script), `${name}: no script ${script}`);
      for (const file of files) assert.ok(existsSync(join(ROOT, file)), `${name}: no file ${file}`);
      assert.ok(
        files.some((file) => paths.some((path) => namesPage(file, path))),
        `${name} names no page`,
      );
    }
  });
});

const PAGE = `# Page

<!-- blocks: BLOCKS -->

BODY
`;

const faultsIn = (blocks: string, body: string): string[] =>
  faultsOf(parsePage("docs/page.md", PAGE.replace("BLOCKS", blocks).replace("BODY", body)));

describe("a page", () => {
  const fence = (language: string, text: string): string => `\`\`\`${language}\n${text}\n\`\`\``;

  for (const [what, blocks, body, says] of [
    ["a block of a terminal", "sandbox", fence("console", "$ ls"), /:5: expected sh .*got console/],
    ["a prompt", "sandbox", fence("sh", "$ ls"), /:5: expected a command without a prompt/],
    [
      "a command that fetches a stranger's package",
      "sandbox",
      fence("sh", "ls\nnpx --yes presage start"),
      /:5: expected `npx --no -- presage`/,
    ],
    ["an unknown runner", "nobody", fence("sh", "ls"), /:2: expected one of sandbox, .*got nobody/],
    [
      "a runner that does not know it",
      "clients",
      fence("sh", "ls"),
      /:2: expected a file of clients to name page\.md/,
    ],
    [
      "a short reason",
      "sandbox",
      `<!-- not run: too long -->\n\n${fence("sh", "ls")}`,
      /:7: expected a reason/,
    ],
    [
      "a program without a name",
      "sandbox",
      fence("python", "print(1)"),
      /:5: expected a comment with the file's name/,
    ],
    [
      "a program that nothing runs",
      "sandbox",
      fence("python", "# bot.py\nprint(1)"),
      /:5: expected a block that runs bot\.py/,
    ],
  ] as const)
    it(`is refused with ${what}`, () => {
      const faults = faultsIn(blocks, body);
      assert.equal(faults.length, 1, faults.join("\n"));
      assert.match(faults[0] ?? "", says);
    });

  it("in another language is taken with the blocks of the page that it names, and refused without", () => {
    const name = "start/sandbox-money.md";
    const all = readPage(`docs/${name}`).blocks.map(({ language, text }) => fence(language, text.trimEnd()));
    const faults = (blocks: readonly string[], as = name) => faultsIn(`as ${as}`, blocks.join("\n\n"));
    assert.ok(all.length > 2);
    assert.deepEqual(faults(all), []);
    assert.deepEqual(faults(all.slice(1, -1).concat(all.slice(0, 1))).length, 1);
    assert.match(
      faults(all.toReversed())[0] ?? "",
      /:5: expected the block of docs\/start\/sandbox-money\.md:\d+/,
    );
    assert.match(faults(all.slice(0, -1))[0] ?? "", /:2: expected the \d+ blocks of .*, got \d+/);
    assert.match(
      faults(all, "start/nope.md")[0] ?? "",
      /:2: expected a page below docs, got start\/nope\.md/,
    );
  });

  it("is taken with a file, a shell block that runs it, its output, and a reason for what is not run", () => {
    const body = [
      fence("python", "# bot.py\nprint(1)"),
      fence("sh", "python3 bot.py"),
      "It prints:",
      fence("text", "1"),
      "<!-- not run: it takes a second machine -->",
      fence("sh", "ssh there"),
    ].join("\n\n");
    assert.deepEqual(faultsIn("sandbox", body), []);
    const { blocks } = parsePage("docs/page.md", body);
    assert.deepEqual(
      blocks.map(({ file, output, notRun }) => [file, output?.text, notRun]),
      [
        ["bot.py", undefined, undefined],
        [undefined, "1\n", undefined],
        [undefined, undefined, undefined],
        [undefined, undefined, "it takes a second machine"],
      ],
    );
  });
});
