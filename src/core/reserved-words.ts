/**
 * Words that no name may contain, found in whatever letters they are written: those of other scripts, digits read as
 * letters, and pairs that resemble one letter.
 */
import { drawnLike, plainLetters } from "./name-looks.ts";

/** Additional characters by the Latin letter that they may be read as, besides those of the skeletons. */
const READ_AS: Readonly<Record<string, string>> = {
  a: "4\u039b\u0394\u03bb",
  b: "86бъъ",
  c: "ςϲҫ",
  d: "дδժԃ",
  e: "3эєҽҿΣΞξεեє",
  f: "ғƒϝֆ",
  g: "96գցզձ",
  h: "ηћђңһհի",
  i: "1lіӏιїՄ",
  j: "յϳ",
  k: "қҝҟҡӄκ",
  l: "1iіӏι",
  m: "мμӎ",
  n: "пиηπνռոҋ",
  o: "0ѳөθφσօ",
  p: "рρթք",
  q: "9զϙ",
  r: "гґғяΓրѓ",
  s: "5ςՏșѕ",
  t: "7тτէҭ",
  u: "иυμцџսմ",
  v: "νѵүυ",
  w: "ωшщψաѡ",
  x: "хχҳжχ",
  y: "уүұγчչվ",
  z: "2зζչ",
};

/** Pairs that are read as one letter. */
const PAIRS: Readonly<Record<string, string>> = { m: "rn", w: "vv", d: "cl" };

const joinPairs = (word: string): string =>
  Object.entries(PAIRS).reduce((joined, [one, pair]) => joined.replaceAll(pair, one), word);

/** Minimum letters of a word that is searched within others; shorter ones are parts of too many. */
const MIN_WITHIN = 4;

const PLACES = {
  anywhere: (pattern: string) => pattern,
  "at-ends": (pattern: string) => `^(?:${pattern})|(?:${pattern})$`,
  "by-itself": (pattern: string) => `^(?:${pattern})$`,
} as const;
export type Place = keyof typeof PLACES;

export type ReservedWord = {
  readonly word: string;
  /** Position in a name where it counts: "by-itself" means as a separate word. */
  readonly place: Place;
  readonly pattern: RegExp;
};

export const reserve = (word: string, place: Place): ReservedWord => ({
  word,
  place,
  pattern: new RegExp(PLACES[place]([...joinPairs(plainLetters(word))].map(classOf).join("")), "iu"),
});

/** Reserves the name of the exchange, as set by operators; `undefined` if it has no letter. */
export function reserveBrand(brand: string): ReservedWord | undefined {
  const letters = plainLetters(brand.normalize("NFKC").replace(/[^\p{L}\p{M}\p{N}]/gu, "")).toLowerCase();
  if (!/\p{L}/u.test(letters)) return undefined;
  const place = [...letters].length < MIN_WITHIN ? "by-itself" : "anywhere";
  return { ...reserve(letters, place), word: brand };
}

/** Characters that may be read as each Latin letter. */
const GROUPS: readonly string[] = Object.entries(READ_AS).map(
  ([latin, others]) => latin + drawnLike(latin) + others,
);

/** Builds a pattern of a letter or digit with all characters that resemble it. */
function classOf(character: string): string {
  const alike = GROUPS.filter((group) => group.includes(character)).join("");
  const pair = PAIRS[character];
  const one = `[${character}${alike}]`;
  return pair === undefined ? one : `(?:${one}|${[...pair].map(classOf).join("")})`;
}
