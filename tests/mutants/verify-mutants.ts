/** Bugs in the verification, whose statements are made of the table of read tables. */
import { mutantsOf } from "./mutant.ts";
import type { Mutant } from "./mutant.ts";

export const VERIFY_MUTANTS: readonly Mutant[] = [
  ...mutantsOf("verification", "src/store/verify/verify-exchange.ts", [
    ["a verification misses rows that a table lacks", "as found full join", "as found left join"],
    ["a verification misses rows that a table has too many", "as found full join", "as found right join"],
    ["a verification misses a value where another row has none", "} is distinct from ${", "} <> ${"],
  ]),
  ...mutantsOf("verification", "src/store/verify/verify-exchange.ts", [
    ["a verification compares before the last rows are written", "  await projection.finish();\n", ""],
  ]),
  ...mutantsOf("verification", "src/store/tables/read-tables.ts", [
    [
      "a read table has no row among the read tables",
      '  table("bans", ({ address }) => `ban of ${address}`),\n',
      "",
    ],
  ]),
];
