/** Invites that promise more than the exchange can hold, which no random history reaches; the simulation shows the rest. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Command } from "../../src/core/events/command.ts";
import { createExchange, decide, execute } from "../../src/core/exchange.ts";
import { STANDARD_LIMITS } from "../../src/core/limits.ts";
import type { InviteRules } from "../../src/core/people/invite.ts";
import { MAX_OPEN_INVITES } from "../../src/core/people/invites.ts";
import { isRejection } from "../../src/core/rejection.ts";
import { MAX_MICROS, micros } from "../../src/core/units.ts";

const AT = 1_000;

const terms = (id: string, given: Partial<InviteRules> = {}): InviteRules => ({
  id,
  list: id,
  amount: micros(10_000_000),
  uses: 1,
  until: undefined,
  ...given,
});
const make = (...invites: readonly InviteRules[]): Command => ({
  type: "make-invites",
  operator: "olga",
  reason: "a class",
  invites,
});

const REFUSED: readonly (readonly [
  name: string,
  before: readonly Command[],
  command: Command,
  code: string,
])[] = [
  [
    "more than the exchange can hold with what others promise",
    [make(terms("most", { amount: micros(MAX_MICROS - 1) }))],
    make(terms("one", { amount: micros(2) })),
    "amount_too_large",
  ],
  [
    "uses that are too many together",
    [],
    make(terms("one", { amount: micros(MAX_MICROS), uses: 2 })),
    "amount_too_large",
  ],
  [
    "funds for which there is no room any more",
    [
      make(terms("one")),
      { type: "open-account", address: "rich", owner: "rich", credit: micros(MAX_MICROS - 1) },
    ],
    { type: "use-invite", invite: "one", address: "bob", owner: "bob", name: "none" },
    "amount_too_large",
  ],
  [
    "more invites than can be open",
    [make(...Array.from({ length: MAX_OPEN_INVITES }, (_, index) => terms(`many ${index}`)))],
    make(terms("one")),
    "invalid_payload",
  ],
];

for (const [name, before, command, code] of REFUSED) {
  test(`refused: ${name}`, () => {
    const exchange = createExchange({ selfTrade: "allow", autoRedeem: false, limits: STANDARD_LIMITS });
    for (const one of before) assert.ok(!isRejection(execute(exchange, one, AT)));
    const decision = decide(exchange, command, AT);
    assert.equal(isRejection(decision) ? decision.code : "accepted", code);
  });
}
