/**
 * Dialects of the trading interface: the specification's own, and those of the services whose clients trade here. The base
 * address picks the dialect. One handler serves all three and asks for the dialect where they differ;
 * dialect-differences.ts lists the differences.
 */
export const DIALECTS = ["spec", "polymarket", "kuest"] as const;
export type Dialect = (typeof DIALECTS)[number];

/** Dialects of services, whose clients send fields beyond the specification. */
export const SERVICES = ["polymarket", "kuest"] as const;

/** Makes something of each dialect, once. */
export const inEachDialect = <T>(make: (dialect: Dialect) => T): { readonly [D in Dialect]: T } => ({
  spec: make("spec"),
  polymarket: make("polymarket"),
  kuest: make("kuest"),
});
