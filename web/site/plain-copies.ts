/** Plain copies of the pages for programs: the Markdown of each, and llms.txt with a line for each. */
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { listSections, readMarkdown, withoutComments, withParts } from "./contents.ts";
import type { Page, Section } from "./contents.ts";
import { redirectMarkdown } from "./outside-files.ts";

/** Writes the copies of all pages that VitePress built. */
export function writePlainCopies(site: string, base: string, pages: readonly string[]): void {
  for (const page of pages) {
    mkdirSync(dirname(join(site, page)), { recursive: true });
    const text = withoutComments(readMarkdown(page.slice(0, -".md".length)));
    writeFileSync(join(site, page), redirectMarkdown(text, page));
  }
  writeFileSync(join(site, "llms.txt"), listText(listSections("en"), base));
}

const listText = (sections: readonly Section[], base: string): string => `# Presage

> A self-hosted prediction-market exchange: order books, signed orders, a durable ledger. Unmodified clients of Polymarket and Kuest trade on it.

A running exchange tells its own addresses at /llms.txt of its web page.
${listLanguages(base)}
${sections
  .map(
    ({ title, pages }) =>
      `## ${title || "Begin"}\n\n${withParts(pages)
        .map((page) => lineOf(page, base))
        .join("\n")}`,
  )
  .join("\n\n")}
`;

/** Names the first page in Portuguese; nothing in a documentation without one. */
const listLanguages = (base: string): string =>
  listSections("pt")
    .flatMap(({ pages }) => pages)
    .slice(0, 1)
    .map((page) => `\nPages in Portuguese: [${page.title}](${base}${page.path}.md).\n`)
    .join("");

const lineOf = ({ path, title, summary }: Page, base: string): string =>
  `- [${title}](${base}${path}.md)${summary === "" ? "" : `: ${summary}`}`;
