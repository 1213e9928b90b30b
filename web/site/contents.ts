/** Contents of the documentation: the pages of docs/contents.json in reading order, with the titles of their first lines. */
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { madePages } from "./reference/pages.ts";

export const DOCS = join(import.meta.dirname, "..", "..", "docs");

export type Language = "en" | "pt";
export type Page = {
  /** Path below docs/, without its extension. */
  readonly path: string;
  readonly title: string;
  /** First paragraph, as plain text. */
  readonly summary: string;
  /** Pages that belong to it, and stand below it. */
  readonly parts: readonly Page[];
};
export type Section = { readonly title: string; readonly pages: readonly Page[] };

type Listed = { readonly title: string; readonly pages: readonly string[] };

/** Lists the sections of a language; none if the documentation lacks the language. */
export function listSections(language: Language): readonly Section[] {
  const contents = JSON.parse(readFileSync(join(DOCS, "contents.json"), "utf8")) as Partial<
    Record<Language, readonly Listed[]>
  >;
  return (contents[language] ?? []).map(({ title, pages }) => ({ title, pages: pages.map(readPage) }));
}

/** All pages of a list, each with those that belong to it after it. */
export const withParts = (pages: readonly Page[]): readonly Page[] =>
  pages.flatMap((page) => [page, ...withParts(page.parts)]);

/** Text of a page as it stands in docs/ with the files that it includes, or as it is made of the API documents. */
export const readMarkdown = (path: string): string =>
  madePages().get(path)?.text ??
  readFileSync(join(DOCS, `${path}.md`), "utf8").replaceAll(/<!--@include: (\S+)-->/g, (_, file: string) =>
    readFileSync(join(DOCS, dirname(path), file), "utf8"),
  );

/** Comments at the start of a line, which tell tests how blocks are run. Those within blocks stay. */
const COMMENTS = /(^(`{3,})[^]*?^\2$)|^<!--[^]*?-->\n/gm;

export const withoutComments = (markdown: string): string =>
  markdown.replaceAll(COMMENTS, (_, block: string | undefined) => block ?? "");

/** First paragraph of prose; "" without one. */
const summaryOf = (markdown: string): string =>
  markdown
    .replaceAll(/^(`{3,})[^]*?^\1$/gm, "")
    .split(/\n\s*\n/)
    .find((paragraph) => /^[^\s#|<>*-]/.test(paragraph)) ?? "";

function readPage(path: string): Page {
  const text = withoutComments(readMarkdown(path));
  const [, title] = /^# (.+)$/m.exec(text) ?? [];
  if (title === undefined) throw new Error(`docs/${path}.md has no title: expected a first line "# TITLE"`);
  const parts = (madePages().get(path)?.parts ?? []).map(readPage);
  return { path, title, summary: plainText(summaryOf(text)), parts };
}

/** Replaces links by their texts, and line breaks by blanks. */
const plainText = (markdown: string): string =>
  markdown
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replaceAll(/\s+/g, " ")
    .trim();

/** Address of a page below the site's base: a folder's page is the folder. */
export const addressOf = ({ path }: Pick<Page, "path">): string =>
  path === "index" ? "/" : `/${path.endsWith("/index") ? path.slice(0, -"index".length) : `${path}.html`}`;
