/** Normalizes text for comparison: without differences of case, blanks and width of letters. */
export const normalizeForComparison = (text: string): string =>
  text.normalize("NFKC").trim().replaceAll(/\s+/g, " ").toLowerCase();
