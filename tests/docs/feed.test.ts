/** The Atom feed of the releases: well-formed, complete, with ids that stay. */
import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, it } from "node:test";
import { RELEASE } from "../../src/release.ts";
import { FEED, formatFeed, listReleases, writeFeed } from "../../web/site/feed.ts";
import { readXml } from "./read-xml.ts";
import type { Element } from "./read-xml.ts";

const CHANGELOG = readFileSync(join(import.meta.dirname, "..", "..", "CHANGELOG.md"), "utf8");

const listNamed = ({ children }: Element, name: string): Element[] =>
  children.filter((child) => child.name === name);

function textOf(element: Element, name: string): string {
  const [child, ...others] = listNamed(element, name);
  assert.ok(child !== undefined && others.length === 0, `expected one <${name}> in <${element.name}>`);
  return child.text;
}

const linkOf = (element: Element, rel: string): string | undefined =>
  listNamed(element, "link").find(({ attributes }) => attributes["rel"] === rel)?.attributes["href"];

const OTHER = `# Changelog

## Unreleased

- Something.

## 1.10.0 (2027-02-03)

### Highlights

A \`<b>\` & "more" of [a page](docs/page.md#at),
in **two** lines.

### Added

- Nothing.

## 1.9.0 (2027-01-31)

### Fixed

- A fault.
`;

describe("feed of releases", () => {
  it("has every release of CHANGELOG.md, and the running one first", () => {
    const site = mkdtempSync(join(tmpdir(), "presage-feed-"));
    writeFeed(site, "/docs/");
    const feed = readXml(readFileSync(join(site, FEED), "utf8"));
    rmSync(site, { recursive: true });
    assert.deepEqual(
      [feed.name, feed.attributes["xmlns"], linkOf(feed, "self")],
      ["feed", "http://www.w3.org/2005/Atom", "/docs/releases.xml"],
    );
    const entries = listNamed(feed, "entry");
    const headings = [...CHANGELOG.matchAll(/^## (\d\S*) /gm)].map(([, version]) => version);
    assert.deepEqual(
      entries.map((entry) => textOf(entry, "id")),
      headings.map((version) => `tag:presage,2026:release/${version}`),
    );
    assert.equal(headings[0], RELEASE.version);
    for (const entry of entries) assert.match(textOf(entry, "summary"), /^[A-Z].{100,}\.$/);
    assert.equal(textOf(feed, "updated"), textOf(entries[0]!, "updated"));
  });

  it("keeps every character of a text, and leads to its heading", () => {
    const feed = readXml(formatFeed(listReleases(OTHER), "/a&b/"));
    const [newest, older] = listNamed(feed, "entry");
    assert.equal(textOf(newest!, "summary"), 'A <b> & "more" of a page, in two lines.');
    assert.equal(textOf(newest!, "title"), "Presage 1.10.0");
    assert.equal(textOf(newest!, "updated"), "2027-02-03T00:00:00Z");
    assert.equal(linkOf(newest!, "alternate"), "/a&b/reference/releases.html#1100-2027-02-03");
    assert.deepEqual(
      [textOf(older!, "id"), textOf(older!, "summary")],
      ["tag:presage,2026:release/1.9.0", ""],
    );
  });

  for (const heading of ["1.0.0", "1.0.0 (2027-13-40)", "Version 1 (2027-01-01)", "1.0.0 (unreleased)"])
    it(`refuses the heading ${heading}`, () => {
      assert.throws(() => listReleases(`# Changelog\n\n## ${heading}\n`), {
        message: `CHANGELOG.md: expected a heading like "## 0.2.0 (2026-12-01)" or "## Unreleased", got "## ${heading}"`,
      });
    });

  it("is refused without a release", () => {
    assert.throws(() => formatFeed(listReleases("# Changelog\n\n## Unreleased\n"), "/docs/"), /got none/);
  });
});

describe("reader of the feed", () => {
  const declared = '<?xml version="1.0" encoding="utf-8"?>\n';
  const CASES = [
    "<a>",
    "<a></b>",
    "<a/><b/>",
    "<a>&nbsp;</a>",
    "<a>1 & 2</a>",
    "<a b='1'/>",
    '<a b="1" b="2"/>',
    "text",
  ];
  for (const text of CASES)
    it(`refuses ${text}`, () => {
      assert.throws(() => readXml(declared + text));
    });
});
