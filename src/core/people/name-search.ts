/**
 * Texts for searching names: without case, accents and separators, and as skeletons. A search finds a name if one of the
 * search's texts is a prefix of one of the name's texts.
 */
import { foldName, listSkeletons } from "./name-skeletons.ts";

const MARKS = /\p{Mn}+/gu;
const ASCII = /^[ -~]*$/;
/** Characters that resemble others: a text with one has skeletons that differ from its folded form. */
const AMBIGUOUS_SIGN = /[01I]/;
const AMBIGUOUS_PAIR = /rn|vv/;

/** Returns the folded text first, then its skeletons; nothing for a text without letters and digits. */
export function listSearchTexts(text: string): readonly string[] {
  const folded = foldName(text.normalize("NFKD").replaceAll(MARKS, ""));
  const looksItself = ASCII.test(text) && !AMBIGUOUS_SIGN.test(text) && !AMBIGUOUS_PAIR.test(folded);
  const texts = looksItself ? [folded] : [folded, ...listSkeletons(text)];
  return [...new Set(texts)].filter((each) => each !== "");
}

/** Position before a word, which follows a separator or begins with a capital after a lower-case letter. */
const WORD_START = /(?<=[ ._'’-])(?=[^ ._'’-])|(?<=\p{Ll})(?=\p{Lu})/gu;

/** Lists the tails of a name from its second word, from its third word, and so forth. */
export const listLaterWords = (name: string): readonly string[] =>
  [...name.matchAll(WORD_START)].map(({ index }) => name.slice(index));
