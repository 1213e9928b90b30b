/**
 * Dialects of the interfaces: the specification's own, and those of Polymarket and Kuest, whose clients trade here. The
 * base address picks the dialect. One handler serves all three dialects, and asks for the dialect where they differ;
 * dialect-differences.ts lists the differences.
 */
export const DIALECTS = ["spec", "polymarket", "kuest"] as const;
export type Dialect = (typeof DIALECTS)[number];

/** Dialects of Polymarket and Kuest, whose clients send fields beyond the specification. */
export const SERVICES = ["polymarket", "kuest"] as const;

/** Calls `make` once for each dialect; returns the results by dialect. */
export const inEachDialect = <T>(make: (dialect: Dialect) => T): { readonly [D in Dialect]: T } => ({
  spec: make("spec"),
  polymarket: make("polymarket"),
  kuest: make("kuest"),
});
