/**
 * Texts by which names are searched: without case, accents and separators, and as letters look. A name is found where
 * one of the texts of the search begins one of its own.
 */
import { foldName, looksOf } from "./name-looks.ts";

const MARKS = /\p{Mn}+/gu;
const ASCII = /^[ -~]*$/;
/** Signs of such a text that look like others: its looks differ from its folded form. */
const AMBIGUOUS_SIGN = /[01I]/;
const AMBIGUOUS_PAIR = /rn|vv/;

/** Gives the folded text first, then its looks; none of a text without letters and digits. */
export function searchTexts(text: string): readonly string[] {
  const folded = foldName(text.normalize("NFKD").replaceAll(MARKS, ""));
  const looksItself = ASCII.test(text) && !AMBIGUOUS_SIGN.test(text) && !AMBIGUOUS_PAIR.test(folded);
  const texts = looksItself ? [folded] : [folded, ...looksOf(text)];
  return [...new Set(texts)].filter((each) => each !== "");
}

/** Place before a word that follows a separator, or begins with a capital after a small letter. */
const WORD_START = /(?<=[ ._'’-])(?=[^ ._'’-])|(?<=\p{Ll})(?=\p{Lu})/gu;

/** The ends of a name from its second word on, from its third word on, and so forth. */
export const laterWords = (name: string): readonly string[] =>
  [...name.matchAll(WORD_START)].map(({ index }) => name.slice(index));
