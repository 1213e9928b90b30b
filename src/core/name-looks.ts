/**
 * Looks of names: two names that a reader may take for each other have the same look. Letters of other scripts count as
 * the Latin ones that they are drawn like, and neither case, accents nor separators count. Digits count as letters before
 * letters: behind them they are a number, which tells names apart.
 */

/** Number of these rules, kept with each look. One that gives other looks has another, and a start makes looks anew. */
export const LOOK_RULES = 2;

/** Letters and digits by the Latin letter that they look like, each in its own case. */
const DRAWN_ALIKE: Readonly<Record<string, string>> = {
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

const ALPHABETS = [DRAWN_ALIKE, CYRILLIC, GREEK, ARMENIAN];

const LATIN_OF: ReadonlyMap<string, string> = new Map(
  ALPHABETS.flatMap((alphabet) =>
    Object.entries(alphabet).flatMap(([latin, letters]) =>
      [...letters].map((letter) => [letter, latin] as const),
    ),
  ),
);

/** The Latin letter that a letter is drawn like; itself in small where there is none. */
const latinOf = (letter: string): string => LATIN_OF.get(letter) ?? letter.toLowerCase();

/** All letters and digits that are drawn like a Latin letter. */
export const drawnLike = (latin: string): string =>
  ALPHABETS.map((alphabet) => alphabet[latin] ?? "").join("");

/** Digits that are read as letters, besides 0 and 1, which are drawn like them. */
const READ_DIGITS: Readonly<Record<string, string>> = { 3: "e", 4: "a", 5: "s", 7: "t", 8: "b" };
const BEFORE_LETTERS = /[34578](?=\p{N}*\p{L})/gu;
const ANYWHERE = /[34578]/gu;
const HAS_CYRILLIC = /\p{Script=Cyrillic}/u;

/** Pairs of letters that read as one when they stand close. */
const JOINED = [
  ["rn", "m"],
  ["vv", "w"],
] as const;

const SEPARATORS = /[ ._'’-]+/gu;
/** Accents, which the letters of these scripts have the same look without. */
const ACCENTS = /(?<=[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}])\p{Mn}+/gu;

/** A name without accents and separators. */
export const plainLetters = (name: string): string =>
  name.normalize("NFKD").replace(ACCENTS, "").normalize("NFC").replace(SEPARATORS, "");

/** A name in the Latin letters that its own are drawn like, with its other digits. */
export const latinLetters = (name: string): string => [...plainLetters(name)].map(latinOf).join("");

/** The look of a name as it is written. */
export const lookOf = (name: string): string => lookWith(name, BEFORE_LETTERS);

function lookWith(name: string, digits: RegExp): string {
  const plain = plainLetters(name);
  // A Cyrillic letter is drawn like a 3, which is no e beside it.
  const kept = HAS_CYRILLIC.test(plain) ? "3" : "";
  const read = plain.replace(digits, (digit) => (digit === kept ? digit : (READ_DIGITS[digit] ?? digit)));
  const latin = latinLetters(read).replaceAll("i", "l");
  return JOINED.reduce((look, [pair, one]) => look.replaceAll(pair, one), latin);
}

/** Looks of a name as it is written, in small letters and with all its digits read: a reader may take it for each. */
export const looksOf = (name: string): readonly string[] => [
  ...new Set([lookOf(name), lookOf(name.toLowerCase()), lookWith(name, ANYWHERE)]),
];

/** A name without its case and its separators: two that differ in these alone are one. */
export const foldName = (name: string): string =>
  name.normalize("NFKC").toLowerCase().replace(SEPARATORS, "");
