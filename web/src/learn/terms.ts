/** The terms that the page explains. Their names are in the texts of the page, and their explanations in those of this room. */
export const TERMS = [
  "chance",
  "share",
  "toWin",
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

/** Id of a term's explanation on the page that explains all. */
export const termId = (term: Term): string => `term-${term}`;
