/**
 * Slugs: the names of events, markets, tags and series in addresses. Those that are made here are letters and digits,
 * lower case and without accents, with single hyphens between words.
 */

/** Words of paths below events, markets, tags and series, where a slug would name an operation. */
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

/** A slug that is made here: it is no number, no hash, and no word of a path. */
export const MADE_SLUG_PATTERN = `^(?!\\d+$)(?!0x[0-9a-f]*$)(?!(?:${ROUTE_WORDS.join("|")})$)[a-z0-9]+(?:-[a-z0-9]+)*$`;

export const MADE_SLUG_WORDS = `words of a-z and digits with single hyphens between them, which are no number, no 0x with hex digits, and none of ${ROUTE_WORDS.join(", ")}`;

/** A slug that a listing from elsewhere may have: one segment of an address that shows all its characters. */
export const LISTED_SLUG_PATTERN = "^(?!\\.{1,2}$)[^\\s/?#%\\\\\\p{Cc}\\p{Cf}\\p{Cs}]+$";

const MADE = new RegExp(MADE_SLUG_PATTERN, "u");

/** Longest slug of a title, which leaves room for a suffix. */
const MAX_LENGTH = 200;

/** Letters that Unicode does not decompose into a plain one and an accent. */
const PLAIN: { readonly [letter: string]: string } = { ß: "ss", æ: "ae", œ: "oe", ø: "o", ł: "l", đ: "d" };

/** Makes words of a title; "" when it has no such letter or digit. */
const wordsOf = (title: string): string =>
  title
    .toLowerCase()
    .normalize("NFKD")
    .replaceAll(/[\u0300-\u036f'’]/g, "")
    .replaceAll(/[ßæœøłđ]/g, (letter) => PLAIN[letter] ?? letter)
    .replaceAll(/[^a-z0-9]+/g, "-")
    .slice(0, MAX_LENGTH)
    .replaceAll(/^-+|-+$/g, "");

export type SluggedKind = "event" | "market" | "tag";

/** Makes a slug of a title, after the kind where the title alone would be none; "" when it has no letter or digit. */
export function slugOfTitle(kind: SluggedKind, title: string): string {
  const words = wordsOf(title);
  return words === "" || MADE.test(words) ? words : `${kind}-${words}`;
}

const MAX_SUFFIX = 99;

/** Lists the slugs to try, one after the other; `fallback`, a number, makes the last one unique. */
export function slugCandidates(kind: SluggedKind, title: string, fallback: string): readonly string[] {
  const slug = slugOfTitle(kind, title) || `${kind}-${fallback}`;
  const numbered = Array.from({ length: MAX_SUFFIX - 1 }, (_, index) => `${slug}-${index + 2}`);
  return [slug, ...numbered, `${slug}-${fallback}`];
}

/** Lists the slugs that a tag with this label may have: of an imported one also the bare words. */
export const tagSlugs = (label: string): readonly string[] => [
  ...new Set([wordsOf(label), slugOfTitle("tag", label)]),
];
