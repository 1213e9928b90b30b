/** Relative links of the documents lead to files and headings that exist, and STYLE.md names files that exist. */
import assert from "node:assert/strict";
import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { it } from "node:test";

const ROOT = join(import.meta.dirname, "..", "..");
const read = (file: string): string => readFileSync(join(ROOT, file), "utf8");

const LINK = /\]\((?![a-z]+:)([^)\s#]*)(?:#([^)\s]*))?\)/g;

/** Returns the anchors of the headings as GitHub makes them. */
const anchorsOf = (file: string): string[] =>
  [...read(file).matchAll(/^#+ (.*)$/gm)].map(([, heading = ""]) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}_ -]/gu, "")
      .replaceAll(" ", "-"),
  );

/** Lists the links of the files that a pattern finds. */
const listLinks = (pattern: string | string[]) =>
  globSync(pattern, { cwd: ROOT }).flatMap((file) =>
    [...read(file).matchAll(LINK)].map(([link, path = "", anchor]) => ({
      shown: `${file}: ${link}`,
      target: path === "" ? file : normalize(join(dirname(file), path)),
      anchor,
    })),
  );

it("links of the documents lead to files and headings", () => {
  const links = listLinks(["docs/**/*.md", "*.md"]);
  assert.ok(links.length > 100);
  const broken = links.filter(
    ({ target, anchor }) =>
      !existsSync(join(ROOT, target)) ||
      (anchor !== undefined && target.endsWith(".md") && !anchorsOf(target).includes(anchor)),
  );
  assert.deepEqual(
    broken.map(({ shown }) => shown),
    [],
  );
});

it("links of Portuguese pages lead to Portuguese pages where there are", () => {
  const links = listLinks("docs/pt/**/*.md");
  assert.ok(links.length > 50);
  const elsewhere = links.filter(
    ({ target }) =>
      /^docs\/(?!pt\/)/.test(target) && existsSync(join(ROOT, target.replace(/^docs\//, "docs/pt/"))),
  );
  assert.deepEqual(
    elsewhere.map(({ shown }) => shown),
    ["docs/pt/index.md: ](../index.md)"],
  );
});

it("STYLE.md names files as examples, without links that the package could not follow", () => {
  const named = [...read("STYLE.md").matchAll(/`((?:src|tests)\/[^`\s]+)`/g)].map(([, file = ""]) => file);
  assert.ok(named.length > 8);
  assert.deepEqual(
    named.filter((file) => !existsSync(join(ROOT, file))),
    [],
  );
});
