/**
 * Slugs: the names of events, markets, tags and series in URLs. This exchange makes slugs of lower-case letters and
 * digits without accents, with single hyphens between words.
 */

/** Path segments of operations below events, markets, tags and series; a slug must not equal one. */
const ROUTE_WORDS = [
  "abridged",
  "creators",
  "information",
  "keyset",
  "live-activity",
  "pagination",
  "results",
  "slug",
] as const;

/** Pattern of slugs made by this exchange: not a number, a hash, or a reserved path segment. */
export const MADE_SLUG_PATTERN = `^(?!\\d+$)(?!0x[0-9a-f]*$)(?!(?:${ROUTE_WORDS.join("|")})$)[a-z0-9]+(?:-[a-z0-9]+)*$`;

export const MADE_SLUG_WORDS = `words of a-z and digits with single hyphens between them, which are no number, no 0x with hex digits, and none of ${ROUTE_WORDS.join(", ")}`;

/** Pattern of imported slugs: one segment of a URL that shows all its characters. */
export const LISTED_SLUG_PATTERN = "^(?!\\.{1,2}$)[^\\s/?#%\\\\\\p{Cc}\\p{Cf}\\p{Cs}]+$";

const MADE_SLUG = new RegExp(MADE_SLUG_PATTERN, "u");

/** Maximum length of a slug made from a title, with room for a suffix. */
const MAX_LENGTH = 200;

/** Plain spellings of letters that Unicode does not decompose into a letter and an accent. */
const PLAIN_LETTERS: { readonly [letter: string]: string } = {
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ø: "o",
  ł: "l",
  đ: "d",
};

/** Makes hyphenated words from a title; "" for a title without usable letters and digits. */
const makeSlugWords = (title: string): string =>
  title
    .toLowerCase()
    .normalize("NFKD")
    .replaceAll(/[\u0300-\u036f'’]/g, "")
    .replaceAll(/[ßæœøłđ]/g, (letter) => PLAIN_LETTERS[letter] ?? letter)
    .replaceAll(/[^a-z0-9]+/g, "-")
    .slice(0, MAX_LENGTH)
    .replaceAll(/^-+|-+$/g, "");

export type SluggedKind = "event" | "market" | "tag";

/**
 * Makes a slug from a title, prefixed with the kind if the words alone are no valid slug; "" for a title without usable
 * letters and digits.
 */
export function makeSlug(kind: SluggedKind, title: string): string {
  const words = makeSlugWords(title);
  return words === "" || MADE_SLUG.test(words) ? words : `${kind}-${words}`;
}

const MAX_SUFFIX = 99;

/** Lists the slugs to try in order; the last one ends in `fallback`, a unique number. */
export function listSlugCandidates(kind: SluggedKind, title: string, fallback: string): readonly string[] {
  const slug = makeSlug(kind, title) || `${kind}-${fallback}`;
  const numbered = Array.from({ length: MAX_SUFFIX - 1 }, (_, index) => `${slug}-${index + 2}`);
  return [slug, ...numbered, `${slug}-${fallback}`];
}

/** Lists the slugs that a tag with this label may have: a made slug, or an imported tag's bare words. */
export const listTagSlugs = (label: string): readonly string[] => [
  ...new Set([makeSlugWords(label), makeSlug("tag", label)]),
];
