/** Slugs of titles: their letters and digits, lower case and without accents, with single hyphens between words. */

/** Short enough for a suffix that makes it unique. */
const MAX_LENGTH = 200;

/** Letters that are no plain one with an accent. */
const PLAIN: { readonly [letter: string]: string } = { ß: "ss", æ: "ae", œ: "oe", ø: "o", ł: "l", đ: "d" };

/** "" when the title has none of these letters and digits. */
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

/** Slugs to be tried one after the other; the number makes the last one unique. */
export function slugCandidates(title: string, fallback: string): readonly string[] {
  const slug = slugOfTitle(title) || fallback;
  const numbered = Array.from({ length: MAX_SUFFIX - 1 }, (_, index) => `${slug}-${index + 2}`);
  return [slug, ...numbered, `${slug}-${fallback}`];
}
