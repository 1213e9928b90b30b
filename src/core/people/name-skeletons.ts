/**
 * Skeletons of names: two names that a reader may confuse have the same one. Letters of other scripts map to the Latin
 * letters that they resemble; case, accents and separators do not count. Digits before letters count as the letters that
 * they resemble. Digits behind letters are a number, which distinguishes names.
 */

/**
 * Version of these rules, stored with each skeleton. A change that alters skeletons increments it, and the next start
 * rebuilds them.
 */
export const SKELETON_VERSION = 2;

/** Letters and digits by the Latin letter that they resemble, each in its own case. */
const CONFUSABLES: Readonly<Record<string, string>> = {
  // Latin, with the digits
  a: "ª",
  b: "Ɓ",
  d: "đĐðÐ",
  h: "ħĦ",
  i: "ı",
  k: "ĸ",
  l: "1IłŁ",
  n: "ŋŊ",
  o: "0øØ",
  p: "þÞ",
  t: "ŧŦ",
  ae: "æÆ",
  oe: "œŒ",
  ss: "ßẞ",
};

const CYRILLIC: Readonly<Record<string, string>> = {
  a: "аА",
  b: "ВьЬ",
  c: "сС",
  d: "ԁ",
  e: "еЕєЄ",
  h: "НнһҺ",
  i: "і",
  j: "јЈ",
  k: "кК",
  l: "ІӀӏ",
  m: "мМ",
  o: "оО",
  p: "рР",
  s: "ѕЅ",
  t: "тТ",
  x: "хХ",
  y: "уУүҮ",
  3: "зЗ",
};

const GREEK: Readonly<Record<string, string>> = {
  a: "αΑ",
  b: "βΒ",
  e: "εΕ",
  h: "Η",
  i: "ι",
  k: "κΚ",
  l: "Ι",
  m: "Μ",
  n: "Νη",
  o: "οΟσ",
  p: "ρΡ",
  t: "τΤ",
  u: "υ",
  v: "ν",
  w: "ω",
  x: "χΧ",
  y: "Υγ",
  z: "Ζ",
};

const ARMENIAN: Readonly<Record<string, string>> = {
  g: "ց",
  h: "հ",
  j: "յ",
  n: "ո",
  o: "օՕ",
  q: "զ",
  s: "Տ",
  u: "սՍ",
};

const ALPHABETS = [CONFUSABLES, CYRILLIC, GREEK, ARMENIAN];

const LATIN_BY_LETTER: ReadonlyMap<string, string> = new Map(
  ALPHABETS.flatMap((alphabet) =>
    Object.entries(alphabet).flatMap(([latin, letters]) =>
      [...letters].map((letter) => [letter, latin] as const),
    ),
  ),
);

/** Returns the Latin letter that a letter resembles; without one, the letter itself in lower case. */
const toLatinLetter = (letter: string): string => LATIN_BY_LETTER.get(letter) ?? letter.toLowerCase();

/** Lists all letters and digits that resemble a Latin letter. */
export const listConfusables = (latin: string): string =>
  ALPHABETS.map((alphabet) => alphabet[latin] ?? "").join("");

/** Digits that can be read as letters, besides 0 and 1, which resemble letters. */
const READ_DIGITS: Readonly<Record<string, string>> = { 3: "e", 4: "a", 5: "s", 7: "t", 8: "b" };
const BEFORE_LETTERS = /[34578](?=\p{N}*\p{L})/gu;
const ANYWHERE = /[34578]/gu;
const HAS_CYRILLIC = /\p{Script=Cyrillic}/u;

/** Pairs of letters that resemble one letter when they stand close. */
const JOINED_LETTERS = [
  ["rn", "m"],
  ["vv", "w"],
] as const;

const SEPARATORS = /[ ._'’-]+/gu;
/** Accents, which do not change the skeleton in these scripts. */
const ACCENTS = /(?<=[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}])\p{Mn}+/gu;

/** Removes accents and separators from a name. */
export const plainLetters = (name: string): string =>
  name.normalize("NFKD").replace(ACCENTS, "").normalize("NFC").replace(SEPARATORS, "");

/** Maps the letters of a name to the Latin letters that they resemble; digits other than 0 and 1 stay. */
export const latinLetters = (name: string): string => [...plainLetters(name)].map(toLatinLetter).join("");

/** Computes the skeleton of a name as it is written. */
export const computeSkeleton = (name: string): string => computeSkeletonWith(name, BEFORE_LETTERS);

function computeSkeletonWith(name: string, digits: RegExp): string {
  const plain = plainLetters(name);
  // A Cyrillic letter resembles a 3, so a 3 in Cyrillic text is not an e.
  const kept = HAS_CYRILLIC.test(plain) ? "3" : "";
  const read = plain.replace(digits, (digit) => (digit === kept ? digit : (READ_DIGITS[digit] ?? digit)));
  const latin = latinLetters(read).replaceAll("i", "l");
  return JOINED_LETTERS.reduce((look, [pair, one]) => look.replaceAll(pair, one), latin);
}

/**
 * Lists the skeletons of a name: as written, in lower case, and with all digits read as letters. A reader may see any of
 * them.
 */
export const listSkeletons = (name: string): readonly string[] => [
  ...new Set([
    computeSkeleton(name),
    computeSkeleton(name.toLowerCase()),
    computeSkeletonWith(name, ANYWHERE),
  ]),
];

/** Removes case and separators: names that differ only in these are the same name. */
export const foldName = (name: string): string =>
  name.normalize("NFKC").toLowerCase().replace(SEPARATORS, "");
