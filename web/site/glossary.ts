/** Terms of the glossary: the first use of each on a page shows its meaning to a pointer, a finger and the keyboard. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { MarkdownEnv, MarkdownRenderer } from "vitepress";
import { DOCS } from "./contents.ts";

const GLOSSARY = "reference/glossary.md";
/** Terms that everyday words look like. */
const EVERYDAY = new Set([
  "account",
  "budget",
  "builder",
  "convert",
  "creator",
  "debt",
  "event",
  "fence",
  "fill",
  "hold",
  "lead",
  "level",
  "merge",
  "proof",
  "proposal",
  "pulse",
  "site",
  "split",
  "volume",
]);

/** Reads the first table of the glossary: meanings by term, in lower case. */
function readTerms(): ReadonlyMap<string, string> {
  const [table = ""] = readFileSync(join(DOCS, GLOSSARY), "utf8").split("\n## ");
  const rows = [...table.matchAll(/^\| ([^|]+?) +\| ([^|]+?) +\|$/gm)].slice(1);
  return new Map(
    rows.flatMap(([, terms = "", meaning = ""]) =>
      terms
        .split(", ")
        .map((term) => [term.toLowerCase(), meaning.replaceAll(/[_`]/g, "")] as const)
        .filter(([term]) => !EVERYDAY.has(term) && !term.startsWith("-")),
    ),
  );
}

const TERMS = readTerms();
const PATTERN = new RegExp(
  `\\b(${[...TERMS.keys()].toSorted((a, b) => b.length - a.length).join("|")})(s?)\\b`,
  "gi",
);

/** Page for the search, whose index has the words of the page alone. */
export type PageForSearch = MarkdownEnv & { readonly isForSearch?: boolean };

/** Adds the rule to a renderer. Headings, links and code stay as they are. */
export function explainTerms(renderer: MarkdownRenderer): void {
  renderer.core.ruler.push("terms", ({ tokens, env, Token }) => {
    const { relativePath, isForSearch = false } = env as PageForSearch;
    if (relativePath === GLOSSARY || relativePath?.startsWith("pt/") || isForSearch) return;
    const shown = new Set<string>();
    for (const [index, { type, children }] of tokens.entries()) {
      if (type !== "inline" || children === null || tokens[index - 1]?.type === "heading_open") continue;
      let links = 0;
      for (const token of children) {
        links += token.type === "link_open" ? 1 : token.type === "link_close" ? -1 : 0;
        if (token.type !== "text" || links > 0) continue;
        const html = markTerms(renderer.utils.escapeHtml(token.content), shown);
        if (html !== undefined)
          Object.assign(token, Object.assign(new Token("html_inline", "", 0), { content: html }));
      }
    }
  });
}

/** Marks the terms of a text that the page has not shown before; `undefined` if there are none. */
function markTerms(text: string, shown: Set<string>): string | undefined {
  let isMarked = false;
  const html = text.replaceAll(PATTERN, (word: string, term: string) => {
    const key = term.toLowerCase();
    if (shown.has(key)) return word;
    shown.add(key);
    isMarked = true;
    return `<span class="term" tabindex="0">${word}<span class="term-note" role="tooltip">${TERMS.get(key)}</span></span>`;
  });
  return isMarked ? html : undefined;
}
