/** The terms that the page explains. Their names are in the page's texts, and their explanations in the texts for newcomers. */
export const TERMS = [
  "chance",
  "share",
  "profit",
  "averagePrice",
  "limitPrice",
  "slippage",
  "fee",
  "spread",
  "depth",
  "resolution",
  "disputed",
  "negativeRisk",
] as const;

export type Term = (typeof TERMS)[number];

/** Builds the id of a term's explanation on the page that explains all terms. */
export const buildTermId = (term: Term): string => `term-${term}`;
