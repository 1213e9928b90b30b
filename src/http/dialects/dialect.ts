/**
 * The base address picks the dialect: the specification's own, or that of a service whose clients trade here. One
 * handler serves all three; where they differ, it asks for the dialect, and dialect-differences.ts lists the
 * differences.
 */
export const DIALECTS = ["spec", "polymarket", "kuest"] as const;
export type Dialect = (typeof DIALECTS)[number];

/** Dialects of services, whose clients send more than the specification has. */
export const SERVICES = ["polymarket", "kuest"] as const;
