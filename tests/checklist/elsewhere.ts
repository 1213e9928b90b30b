/**
 * Rows of the checklist that cannot be asked from outside: the test that shows each, or the reason why it does not
 * apply.
 */
import type { Row } from "./row.ts";

const ELSEWHERE: readonly (readonly [section: Row["section"], name: string, why: string])[] = [
  [
    "3.1",
    "contracts that check signatures themselves",
    "no chain is asked: wallets are derived or opened by the operator",
  ],
  ["3.1", "an order is placed once after a restart too", "npm run torture"],
  [
    "3.2",
    "an unknown key is refused as slowly as one that is",
    "a time, measured by node tests/http/auth-timing.ts",
  ],
  ["3.2", "the master key is changed, and all keys made with it end", "tests/cli/rotate-master-key.test.ts"],
  [
    "3.2",
    "resolutions and credits wait before they count",
    "they count at once; undoing one is an operation of its own",
  ],
  ["3.4", "one order meets a bounded number of others", "npm run simulate"],
  ["3.4", "live connections that read too slowly", "tests/stream/connection.test.ts"],
  ["3.4", "more than can be done in time is refused", "tests/http/guard/edge.test.ts"],
  [
    "3.4",
    "one address takes no more than its share of what all take",
    "tests/http/guard/places.test.ts; its cost, npm run bench strangers",
  ],
  ["3.4", "half-open connections and TLS", "the proxy's"],
  ["3.4", "images of containers", "there are none"],
];

export const ELSEWHERE_ROWS: readonly Row[] = ELSEWHERE.map(([section, name, why]) => ({
  section,
  name,
  check: async () => why,
}));
