/** Slugs of titles: letters and digits, lower case and without accents, with single hyphens between words. */

/** Longest slug of a title, which leaves room for a suffix. */
const MAX_LENGTH = 200;

/** Letters that Unicode does not decompose into a plain one and an accent. */
const PLAIN: { readonly [letter: string]: string } = { ß: "ss", æ: "ae", œ: "oe", ø: "o", ł: "l", đ: "d" };

/** Makes a slug of a title; "" when it has no such letter or digit. */
export const slugOfTitle = (title: string): string =>
  title
    .toLowerCase()
    .normalize("NFKD")
    .replaceAll(/[\u0300-\u036f'’]/g, "")
    .replaceAll(/[ßæœøłđ]/g, (letter) => PLAIN[letter] ?? letter)
    .replaceAll(/[^a-z0-9]+/g, "-")
    .slice(0, MAX_LENGTH)
    .replaceAll(/^-+|-+$/g, "");

const MAX_SUFFIX = 99;

/** Lists the slugs to try, one after the other; `fallback`, a number, makes the last one unique. */
export function slugCandidates(title: string, fallback: string): readonly string[] {
  const slug = slugOfTitle(title) || fallback;
  const numbered = Array.from({ length: MAX_SUFFIX - 1 }, (_, index) => `${slug}-${index + 2}`);
  return [slug, ...numbered, `${slug}-${fallback}`];
}
