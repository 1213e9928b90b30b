/** A difference between the dialects, as a row of the table of all differences. */
import type { Dialect } from "./dialect.ts";

/** A row of the table. Words are markdown. `does` has the keys that code reads, if any code does. */
export type Difference = {
  readonly interface: DifferingInterface;
  readonly topic: string;
  readonly does?: { readonly [D in Dialect]: string };
} & { readonly [D in Dialect]: string };

export const DIFFERING_INTERFACES = ["trading", "streams", "data", "catalog"] as const;
export type DifferingInterface = (typeof DIFFERING_INTERFACES)[number];
