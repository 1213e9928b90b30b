/**
 * Looks of names: two names that a reader may take for each other have the same look. Letters of other scripts count as
 * the Latin ones that they are drawn like, and neither case, accents nor separators count.
 */

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

const LATIN_OF: ReadonlyMap<string, string> = new Map(
  [DRAWN_ALIKE, CYRILLIC, GREEK, ARMENIAN].flatMap((alphabet) =>
    Object.entries(alphabet).flatMap(([latin, letters]) =>
      [...letters].map((letter) => [letter, latin] as const),
    ),
  ),
);

/** Pairs of letters that read as one when they stand close. */
const JOINED = [
  ["rn", "m"],
  ["vv", "w"],
] as const;

const SEPARATORS = /[ ._'’-]+/gu;
/** Accents, which the letters of these scripts have the same look without. */
const ACCENTS = /(?<=[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}])\p{Mn}+/gu;

/** The look of a name as it is written. */
export function lookOf(name: string): string {
  const plain = name.normalize("NFKD").replace(ACCENTS, "").normalize("NFC").replace(SEPARATORS, "");
  const latin = [...plain].map((letter) => LATIN_OF.get(letter) ?? letter.toLowerCase()).join("");
  return JOINED.reduce((look, [pair, one]) => look.replaceAll(pair, one), latin);
}

/** Looks of a name as it is written, and in small letters: a capital may look like another letter. */
export const looksOf = (name: string): readonly string[] => [
  ...new Set([lookOf(name), lookOf(name.toLowerCase())]),
];

/** A name without its case and its separators: two that differ in these alone are one. */
export const foldName = (name: string): string =>
  name.normalize("NFKC").toLowerCase().replace(SEPARATORS, "");
