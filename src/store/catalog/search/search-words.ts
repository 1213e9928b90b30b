/**
 * Words of a text, split by the same rules for listings and searches, so that a title finds itself. They have only
 * letters and digits, in lower case and without accents. No text makes the splitting throw.
 */

/** Words of a query, as `splitWords` returns them. */
export type SearchWords = readonly string[];

/** Limits of a query; longer ones, or ones with more words, are rejected. */
export const MAX_QUERY_CHARACTERS = 500;
export const MAX_QUERY_WORDS = 40;

const MAX_WORD_CHARACTERS = 64;
// Index rows have a maximum size.
const MAX_PHRASE_CHARACTERS = 250;

// Letters that are typed differently on keyboards without them, and have no decomposition in Unicode.
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

/** Splits `text` into words in order, with repeats. "Don't the U.S. owe 64,000?" gives dont, the, us, owe, 64000. */
export function splitWords(text: string): string[] {
  const joined = plainText(text)
    .replace(APOSTROPHES, "")
    .replace(GROUPED_DIGITS, (number) => number.replaceAll(",", ""))
    .replace(DOTTED_LETTERS, (initials) => initials.replaceAll(".", ""));
  return (joined.match(WORD) ?? []).map(cutWord);
}

/** Joins the words of `text`; texts that differ only in case and accents give the same phrase. */
export const joinPhrase = (text: string): string => joinWords(splitWords(text));

/** Joins words with a blank; drops the last ones if the text would exceed the stored length. */
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

// Cuts by code points: half of a surrogate pair could not be stored.
function cutWord(word: string): string {
  return word.length <= MAX_WORD_CHARACTERS ? word : [...word].slice(0, MAX_WORD_CHARACTERS).join("");
}
