/** docs/contents.json lists every page once, and the pages that are made from the code are up to date. */
import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { DOCS, listSections, withParts } from "../../web/site/contents.ts";
import { madePages } from "../../web/site/reference/pages.ts";
import { cliPage } from "./cli-page.ts";
import { decisionsPage } from "./decisions-page.ts";

test("every page of docs/, and every page made of the API documents, is in docs/contents.json once", () => {
  const pages = globSync("**/*.md", { cwd: DOCS })
    .map((file) => file.slice(0, -".md".length))
    .filter((path) => !/^decisions\/\d/.test(path))
    .concat([...madePages().keys()]);
  const listed = (["en", "pt"] as const).flatMap((language) =>
    listSections(language).flatMap((section) => withParts(section.pages).map(({ path }) => path)),
  );
  assert.deepEqual(listed.toSorted(), pages.sort());
});

test("every page in Portuguese is in English at the same path, to which the switch of languages leads", () => {
  const pages = listSections("pt").flatMap((section) => section.pages.map(({ path }) => path));
  assert.ok(pages.length > 0);
  const english = new Set(listSections("en").flatMap((section) => section.pages.map(({ path }) => path)));
  assert.deepEqual(
    pages.filter((path) => !english.has(path.replace(/^pt\//, ""))),
    [],
  );
});

for (const [name, page] of [
  ["decisions/index.md", decisionsPage],
  ["reference/cli.md", cliPage],
] as const)
  test(`docs/${name} is up to date; npm run openapi writes it`, () => {
    const { url, text } = page();
    assert.equal(readFileSync(url, "utf8"), text);
  });

/** Heads of tables with a cell that has no text, which readers of a screen are not told. */
const EMPTY_HEAD = /^\|(?:[^\n]*\|)? +\|[^\n]*\n\| ?-/gm;

test("every column of a table has a name", () => {
  const pages = globSync("**/*.md", { cwd: DOCS });
  const faults = pages.flatMap((page) =>
    (readFileSync(`${DOCS}/${page}`, "utf8").match(EMPTY_HEAD) ?? []).map((head) => `${page}: ${head}`),
  );
  assert.deepEqual(faults, []);
});
