/** Atom feed of the releases, made from CHANGELOG.md. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const CHANGELOG = join(import.meta.dirname, "..", "..", "CHANGELOG.md");

/** File of the feed below the site. */
export const FEED = "releases.xml";

/** Page that shows CHANGELOG.md, below the site. */
const PAGE = "reference/releases.html";

export type Release = {
  readonly version: string;
  /** Day of the release, as `YYYY-MM-DD`. */
  readonly day: string;
  /** Highlights as plain text; empty if the release has none. */
  readonly highlights: string;
};

const HEADING = /^(\d+\.\d+\.\d+) \((\d{4}-\d\d-\d\d)\)$/;

/** Lists the releases of a changelog, newest first. Throws on a heading that is neither a release nor `Unreleased`. */
export const listReleases = (changelog: string): readonly Release[] =>
  changelog
    .split(/^## /m)
    .slice(1)
    .flatMap((section) => {
      const [heading = "", ...lines] = section.split("\n");
      return heading === "Unreleased" ? [] : [readRelease(heading, lines.join("\n"))];
    });

function readRelease(heading: string, text: string): Release {
  const [, version = "", day = ""] = HEADING.exec(heading) ?? [];
  if (version === "" || Number.isNaN(Date.parse(day)))
    throw new Error(
      `CHANGELOG.md: expected a heading like "## 0.2.0 (2026-12-01)" or "## Unreleased", got "## ${heading}"`,
    );
  const [, highlights = ""] = /^### Highlights\n+([^]*?)\n*(?=^### |$(?![^]))/m.exec(text) ?? [];
  return { version, day, highlights: plainText(highlights) };
}

/** Replaces links by their texts, removes the marks of code and emphasis, and joins the lines. */
const plainText = (markdown: string): string =>
  markdown
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replaceAll(/[`*]/g, "")
    .replaceAll(/\s+/g, " ")
    .trim();

/** Anchor of a release's heading, as GitHub makes it. */
const anchorOf = ({ version, day }: Release): string => `${version.replaceAll(".", "")}-${day}`;

const ESCAPES: { readonly [character: string]: string } = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
};

const escapeXml = (text: string): string =>
  text.replaceAll(/[&<>"]/g, (character) => ESCAPES[character] ?? character);

/** Formats the feed of a site with this base. Links are relative to the feed's address, so that any host can serve it. */
export function formatFeed(releases: readonly Release[], base: string): string {
  const [newest] = releases;
  if (newest === undefined) throw new Error("CHANGELOG.md: expected one release or more, got none");
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en">
  <id>tag:presage,2026:releases</id>
  <title>Releases of Presage</title>
  <updated>${timeOf(newest)}</updated>
  <author><name>Presage</name></author>
  <link rel="self" type="application/atom+xml" href="${escapeXml(base + FEED)}"/>
  <link rel="alternate" type="text/html" href="${escapeXml(base + PAGE)}"/>
${releases.map((release) => formatEntry(release, base)).join("")}</feed>
`;
}

const timeOf = ({ day }: Release): string => `${day}T00:00:00Z`;

const formatEntry = (release: Release, base: string): string => `  <entry>
    <id>tag:presage,2026:release/${release.version}</id>
    <title>Presage ${release.version}</title>
    <updated>${timeOf(release)}</updated>
    <link rel="alternate" type="text/html" href="${escapeXml(`${base}${PAGE}#${anchorOf(release)}`)}"/>
    <summary>${escapeXml(release.highlights)}</summary>
  </entry>
`;

/** Writes the feed into a built site. */
export const writeFeed = (site: string, base: string): void =>
  writeFileSync(join(site, FEED), formatFeed(listReleases(readFileSync(CHANGELOG, "utf8")), base));
