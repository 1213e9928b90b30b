/** Long sentences of a page of Markdown, outside of its code, its tables and its parts made from code. */
import { MAX_WORDS, sentencesOf } from "./plain-words.ts";

export type LongSentence = { readonly line: number; readonly words: number; readonly text: string };

type Paragraph = { readonly line: number; readonly lines: string[] };

/** Parts of a page that are no prose of its writer. */
const NO_PROSE =
  /<!-- made (?:from|by) [^]*?<!-- made until here -->|<!--[^]*?-->|^---\n[^]*?\n---$|^[ \t]*(`{3,})[^]*?^[ \t]*\1[ \t]*$/gm;

/** Lines that end a paragraph: headings, rows of tables, directives, blank lines. */
const NO_PARAGRAPH = /^\s*(?:#|\||:::|$)/;
const ITEM = /^\s*(?:[-*+]|\d+\.)\s+/;
const QUOTE = /^[ \t]*>[ \t]?/gm;

const blank = (text: string): string => text.replaceAll(/[^\n]/g, "");

/** Splits a page into its paragraphs and items, each with the line where it begins. */
function paragraphsOf(page: string): Paragraph[] {
  const paragraphs: Paragraph[] = [];
  let open: Paragraph | undefined;
  for (const [index, text] of page.replaceAll(NO_PROSE, blank).replaceAll(QUOTE, "").split("\n").entries()) {
    if (NO_PARAGRAPH.test(text) || (open === undefined && /^ {4}/.test(text) && !ITEM.test(text))) {
      open = undefined;
      continue;
    }
    if (open === undefined || ITEM.test(text)) {
      open = { line: index + 1, lines: [] };
      paragraphs.push(open);
    }
    open.lines.push(text.replace(ITEM, "").trim());
  }
  return paragraphs;
}

/** Returns a text with its links as their words, so that an address does not count. */
const withoutAddresses = (text: string): string => text.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1");

/** Returns a text with a title in bold as a sentence of its own. */
const withTitle = (text: string): string => text.replace(/^\*\*([^*]+)\*\* (?=[\p{Lu}`])/u, "$1. ");

/** A name in code, alone or as an item of a list of them. */
const CODE_NAME = /^[("]*`code`[`)",.;:]*$/;

/** Counts the words of a sentence: a list of code names is one word. */
function countWords(sentence: string): number {
  const words = sentence.split(" ").filter((word) => /[\p{L}\p{N}`]/u.test(word));
  return words.filter((word, index) => !(CODE_NAME.test(word) && CODE_NAME.test(words[index - 1] ?? "")))
    .length;
}

/** Lists the sentences of a page that have more words than a reader takes in at once. */
export const listLongSentences = (page: string): LongSentence[] =>
  paragraphsOf(page).flatMap(({ line, lines }) =>
    sentencesOf(withTitle(withoutAddresses(lines.join(" "))))
      .map((text) => ({ line, words: countWords(text), text }))
      .filter(({ words }) => words > MAX_WORDS),
  );
