/**
 * Queries of the word indexes, as text of PostgreSQL's tsquery. Words hold letters and digits only, so quotes around
 * them are all the escaping there is.
 */
import { joinWords } from "./search-words.ts";
import type { SearchWords } from "./search-words.ts";

/** Every word whole. */
export const wholeWords = (words: SearchWords): string => all(words.map(whole));

/** Every word whole; the last one may be the beginning of a word, as it is while somebody types. */
export const allWords = (words: SearchWords): string =>
  all(words.map((word, index) => (index === words.length - 1 ? beginning(word) : whole(word))));

/** Shorter words begin too many others. */
const MIN_BEGINNING_CHARACTERS = 3;

/** Makes a query for every word: the word itself, as a beginning unless it is short, or one of its `likes`. */
export const allOrAlike = (words: SearchWords, likes: readonly (readonly string[])[]): string =>
  words
    .map((word, index) => {
      const itself = word.length < MIN_BEGINNING_CHARACTERS ? whole(word) : beginning(word);
      return `(${[itself, ...(likes[index] ?? []).map(whole)].join(" | ")})`;
    })
    .join(" & ");

/** A whole phrase among phrases that are taken for words. */
export const wholePhrase = (words: SearchWords): string => whole(joinWords(words));
/** A longer phrase that begins with these words, all of them whole. */
export const phraseBeginning = (words: SearchWords): string => beginning(`${joinWords(words)} `);

/** Each term once: to ask for it again costs as much as the first time. */
const all = (terms: readonly string[]): string => [...new Set(terms)].join(" & ");
const whole = (word: string): string => `'${word}'`;
const beginning = (word: string): string => `'${word}':*`;
