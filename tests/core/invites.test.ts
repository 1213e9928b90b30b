/** Invites in the core: uses, refusals, and promises. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Command } from "../../src/core/events/command.ts";
import { MAX_OPEN_INVITES, countOpen } from "../../src/core/people/invites.ts";
import { createExchange, decide, execute } from "../../src/core/exchange.ts";
import { FEE_ACCOUNT } from "../../src/core/ledger/fees.ts";
import { getInviteState } from "../../src/core/people/invite.ts";
import type { InviteRules } from "../../src/core/people/invite.ts";
import { STANDARD_LIMITS } from "../../src/core/limits.ts";
import { isRejection } from "../../src/core/rejection.ts";
import type { Exchange } from "../../src/core/state.ts";
import { MAX_MICROS, micros } from "../../src/core/units.ts";

const AT = 1_000;
const UNIT = 1_000_000;

const terms = (id: string, given: Partial<InviteRules> = {}): InviteRules => ({
  id,
  list: id,
  amount: micros(10 * UNIT),
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
const revoke = (id: string): Command => ({ type: "revoke-invites", operator: "otto", reason: "lost", id });
const use = (invite: string, owner: string, address = owner): Command => ({
  type: "use-invite",
  invite,
  address,
  owner,
  name: "none",
});

function startExchange(...commands: readonly Command[]): Exchange {
  const exchange = createExchange({ selfTrade: "allow", autoRedeem: false, limits: STANDARD_LIMITS });
  for (const command of commands)
    assert.equal(isRejection(execute(exchange, command, AT)), false, JSON.stringify(command));
  return exchange;
}

const cashOf = ({ accountByAddress }: Exchange, address: string): number | undefined =>
  accountByAddress.get(address)?.collateral;

test("an owner gets the funds once, whichever of its wallets asks, and another owner gets them too", () => {
  const exchange = startExchange(
    make(terms("two", { uses: 2 })),
    use("two", "ann"),
    { type: "open-account", address: "ann-safe", owner: "ann", credit: micros(0) },
    use("two", "ann"),
    use("two", "ann", "ann-safe"),
    use("two", "bob"),
  );
  assert.deepEqual(
    ["ann", "ann-safe", "bob"].map((address) => cashOf(exchange, address)),
    [10 * UNIT, 0, 10 * UNIT],
  );
  assert.equal(exchange.deposits, 20 * UNIT);
  assert.deepEqual([...(exchange.invites.get("two")?.used.keys() ?? [])], ["ann", "bob"]);
});

const OPENED: Command = { type: "open-account", address: "safe", owner: "eve", credit: micros(0) };

const REFUSED: readonly (readonly [
  name: string,
  before: readonly Command[],
  command: Command,
  code: string,
])[] = [
  ["an unknown invite", [], use("none", "ann"), "invite_not_found"],
  ["a revocation of an unknown one", [], revoke("none"), "invite_not_found"],
  ["one that is used up", [make(terms("one")), use("one", "ann")], use("one", "bob"), "invite_used_up"],
  ["one that is revoked", [make(terms("one")), revoke("one")], use("one", "bob"), "invite_revoked"],
  ["one that has ended", [make(terms("one", { until: AT }))], use("one", "bob"), "invite_ended"],
  ["a wallet of another", [make(terms("one")), OPENED], use("one", "bob", "safe"), "wallet_taken"],
  ["a contract wallet without an account", [make(terms("one"))], use("one", "bob", "new"), "unknown_account"],
  ["the account of fees", [make(terms("one"))], use("one", FEE_ACCOUNT), "wallet_taken"],
  ["a banned owner", [make(terms("one")), { type: "ban", address: "bob" }], use("one", "bob"), "user_banned"],
  ["an invite for nothing", [], make(terms("one", { amount: micros(0) })), "invalid_amounts"],
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
      { type: "open-account", address: "rich", owner: "rich", credit: micros(MAX_MICROS - UNIT) },
    ],
    use("one", "bob"),
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
    const decision = decide(startExchange(...before), command, AT);
    assert.equal(isRejection(decision) ? decision.code : "accepted", code);
  });
}

test("who had the funds gets no refusal afterwards, whatever became of the invite", () => {
  const exchange = startExchange(make(terms("one")), use("one", "ann"), revoke("one"));
  assert.deepEqual(decide(exchange, use("one", "ann"), AT), []);
});

test("a list is revoked together, and what it could still give with it", () => {
  const exchange = startExchange(
    make(terms("a", { list: "class" }), terms("b", { list: "class" }), terms("c")),
    use("a", "ann"),
  );
  const promised = (): bigint => countOpen(exchange, AT).promised;
  assert.equal(promised(), 20n * BigInt(UNIT));
  execute(exchange, revoke("class"), AT);
  const states = [...exchange.invites.values()].map((invite) => getInviteState(invite, AT));
  assert.deepEqual(states, ["revoked", "revoked", "open"]);
  assert.equal(promised(), 10n * BigInt(UNIT));
  assert.deepEqual(decide(exchange, revoke("class"), AT), [], "nothing is left to revoke");
  assert.equal(cashOf(exchange, "ann"), 10 * UNIT, "funds stay given");
});
