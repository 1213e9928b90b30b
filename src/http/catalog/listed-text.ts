/** Lists as the catalog has them in its records: JSON inside text. */

/** A JSON array of texts as text, a comma and a blank between two: `["Yes", "No"]`. */
export const listedText = (items: readonly string[]): string =>
  `[${items.map((item) => JSON.stringify(item)).join(", ")}]`;
