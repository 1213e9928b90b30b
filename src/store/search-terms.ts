/**
 * What a search asks the word indexes for, as text of PostgreSQL's tsquery. Words hold letters and digits only, so
 * quotes around them are all the escaping there is.
 */
import type { SearchWords } from "./search-words.ts";

/** Every word whole; the last one may be the beginning of a word, as it is while somebody types. */
export const allWords = (words: SearchWords): string =>
  words.map((word, index) => (index === words.length - 1 ? beginning(word) : whole(word))).join(" & ");

/** For every word, itself as a beginning or one of its `likes`. */
export const allOrAlike = (words: SearchWords, likes: readonly (readonly string[])[]): string =>
  words
    .map((word, index) => `(${[beginning(word), ...(likes[index] ?? []).map(whole)].join(" | ")})`)
    .join(" & ");

const whole = (word: string): string => `'${word}'`;
const beginning = (word: string): string => `'${word}':*`;
