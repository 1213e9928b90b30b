/** Bugs in the guard before the operations: in whom it holds, and for whose requests. */
import { mutantsOf } from "./mutant.ts";
import type { Mutant } from "./mutant.ts";

const AT_HAND = "if (micros === 0) return undefined;";
const KINDS = "return { key: ofOne(), wallet: ofOne(), operator: ofOne() };";

export const GUARD_MUTANTS: readonly Mutant[] = [
  ...mutantsOf("neighbours", "src/http/guard/credential-checks.ts", [
    [
      "keys at hand are held for wrong credentials of their address",
      AT_HAND,
      'if (micros === 0) return tooManyWrong({ kind, name: "", micros }, address);',
    ],
    [
      "checks of wrong credentials have no bound",
      "      if (waitMs > 0) return describeCheckExcess(checks, waitMs);\n",
      "",
    ],
    [
      "right credentials pay for their check",
      "if (micros > 0) use(counters[kind].checks, address, -micros);",
      "if (micros < 0) use(counters[kind].checks, address, -micros);",
    ],
    ["wrong credentials are never slowed", "if (excess !== undefined) return excess;", ""],
    [
      "wrong credentials of one kind count for all",
      KINDS,
      "const one = ofOne(); return { key: one, wallet: one, operator: one };",
    ],
    [
      "wrong credentials count wherever they come from",
      "const pairKey = (address: string, name: string): string => `${address} ${name}`;",
      "const pairKey = (_address: string, name: string): string => name;",
    ],
  ]),
  ...mutantsOf("neighbours", "src/http/guard/rate-limiter.ts", [
    ["readers take from those who sign", "=> `${address} signed`;", "=> address;"],
  ]),
  ...mutantsOf("neighbours", "src/http/guard/rate-limits.ts", [
    [
      "cancels count for their address",
      'name: "cancels", rates: TRADING_RATES, ofAddress: false, ',
      'name: "cancels", rates: TRADING_RATES, ',
    ],
  ]),
];
