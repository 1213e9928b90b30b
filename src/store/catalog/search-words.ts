/**
 * Words of a text, cut by the same rules for listings and for searches, so that a title finds itself. They hold
 * letters and digits only, lower case and without accents; no text makes this throw.
 */

/** The words of a query, as `wordsOf` gives them. */
export type SearchWords = readonly string[];

/** A query that is longer, or has more words, is no search: it is refused. */
export const MAX_QUERY_CHARACTERS = 500;
export const MAX_QUERY_WORDS = 40;

const MAX_WORD_CHARACTERS = 64;
// An index row has a largest size.
const MAX_PHRASE_CHARACTERS = 250;

// Letters that a keyboard without them writes in another way, and that have no decomposition in Unicode.
const PLAIN_LETTERS: Readonly<Record<string, string>> = {
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ø: "o",
  ł: "l",
  đ: "d",
  ð: "d",
  ħ: "h",
  ı: "i",
  þ: "th",
  ς: "σ",
};
const UNDECOMPOSED = new RegExp(`[${Object.keys(PLAIN_LETTERS).join("")}]`, "g");

const APOSTROPHES = /(?<=[\p{L}\p{N}])['`‘’‛ʻʼ](?=[\p{L}\p{N}])/gu;
const GROUPED_DIGITS = /(?<!\d)\d{1,3}(?:,\d{3})+(?!\d)/g;
const DOTTED_LETTERS = /(?<![\p{L}\p{N}])\p{L}(?:\.\p{L})+(?![\p{L}\p{N}])/gu;
const WORD = /[\p{L}\p{N}]+/gu;

/** The words of `text` in their order, with repeats. "Don't the U.S. owe 64,000?" has dont, the, us, owe, 64000. */
export function wordsOf(text: string): string[] {
  const joined = plainText(text)
    .replace(APOSTROPHES, "")
    .replace(GROUPED_DIGITS, (number) => number.replaceAll(",", ""))
    .replace(DOTTED_LETTERS, (initials) => initials.replaceAll(".", ""));
  return (joined.match(WORD) ?? []).map(cutWord);
}

/** The words of `text` as one text, which texts share that differ in case and marks only. */
export const phraseOf = (text: string): string => joinWords(wordsOf(text));

/** Words as one text, a blank between two; without the last ones where it is longer than what is stored. */
export function joinWords(words: SearchWords): string {
  const text = words.join(" ");
  return text.length <= MAX_PHRASE_CHARACTERS
    ? text
    : text.slice(0, text.lastIndexOf(" ", MAX_PHRASE_CHARACTERS));
}

function plainText(text: string): string {
  return text
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(UNDECOMPOSED, (letter) => PLAIN_LETTERS[letter] ?? letter);
}

// By code points: half of a pair could not be stored.
function cutWord(word: string): string {
  return word.length <= MAX_WORD_CHARACTERS ? word : [...word].slice(0, MAX_WORD_CHARACTERS).join("");
}
