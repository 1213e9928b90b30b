/**
 * Orders that must be refused, with valid ones as controls. This room refuses faults of an order's form, signature and
 * identity. Other faults are left to other rooms, and only checked here to be well signed: `price`, `amount` and
 * `order-type` (tick, range, size, balance, expiry) to the exchange; the ids in LEFT_TO_HTTP to HTTP (the body as a
 * whole, `owner`, `orderType`, `postOnly`).
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { builtInDomains, makeDomain, type OrderDomain } from "../../src/signing/orders/order-domain.ts";
import type { OrderRejectionReason } from "../../src/signing/orders/order-verdict.ts";
import { parseSignedOrder } from "../../src/signing/orders/signed-order.ts";
import { verifyOrder } from "../../src/signing/orders/verify-order.ts";
import { readVectors, type InvalidOrderCase } from "./vectors.ts";

const LEFT_TO_EXCHANGE = new Set(["price", "amount", "order-type"]);
const LEFT_TO_HTTP = new Set([
  "bad-156", // owner is the API key of another account
  "bad-157", // owner is an unknown API key
  "bad-309", // postOnly as text
  "bad-313", // order missing
  "bad-314", // body is an array
  "bad-315", // body is not JSON
  "bad-316", // empty body
]);
/**
 * Orders that are refused by the one exchange of their context, and good where every built-in deployment is accepted.
 */
const GOOD_FOR_ANOTHER_DEPLOYMENT = new Set([
  "bad-57", // chain 80002
  "bad-58", // type 3, chain 80002
  "bad-68", // Kuest's contract of June
]);

const { cases, contexts, accounts } = readVectors("invalid-orders");
const depositWallets = new Map(
  accounts.map(({ depositWallet = "", address }) => [depositWallet.toLowerCase(), address.toLowerCase()]),
);

const contextDomains = Object.entries(contexts).map(([id, { domain, venue, version, negRisk }]) =>
  makeDomain({ ...domain, id, venue, negRisk, struct: version === 1 ? "v1" : "v2" }),
);

type Outcome =
  | { accepted: true; signature: string }
  | { accepted: false; reason: OrderRejectionReason; hint: string };

function decide(vector: InvalidOrderCase, domains: readonly OrderDomain[]): Outcome {
  const { order: fields } = JSON.parse(vector.body) as { order: Record<string, unknown> };
  const parsed = parseSignedOrder(fields);
  if (!parsed.ok) return { accepted: false, reason: parsed.reason, hint: parsed.hint };
  const verdict = verifyOrder(parsed.order, {
    domains,
    kind: contexts[vector.context]?.negRisk === true ? "negative-risk" : "ordinary",
    caller: vector.caller.toLowerCase(),
    walletOwner: (wallet) => depositWallets.get(wallet),
    trustFirstUse: false,
  });
  if (!verdict.ok) return { accepted: false, reason: verdict.reason, hint: verdict.hint };
  return { accepted: true, signature: verdict.signature };
}

const isOurs = (vector: InvalidOrderCase) =>
  !LEFT_TO_EXCHANGE.has(vector.where) && !LEFT_TO_HTTP.has(vector.id);
const ours = cases.filter(isOurs);

const REASONS: Record<string, readonly OrderRejectionReason[]> = {
  "signature-format": [
    "malformed-signature",
    "high-s",
    "bad-wrapper",
    "unknown-domain",
    "wrong-kind-of-market",
    "wrong-signer",
  ],
  signature: ["wrong-signer", "bad-wrapper", "signer-not-caller", "wrong-maker", "private-taker"],
  domain: ["wrong-signer", "bad-wrapper", "wrong-kind-of-market", "unknown-domain"],
  identity: ["signer-not-caller", "wrong-maker", "wrong-signer", "wallet-taken", "malformed-signature"],
  "number-format": ["malformed-order"],
  "json-type": ["malformed-order", "wrong-signer"],
  range: ["malformed-order", "unsupported-signature-type"],
};

test(`${ours.length} of ${cases.length} cases are decided here`, () => {
  assert.equal(ours.length, 258);
});

for (const [name, domains] of Object.entries({
  context: contextDomains,
  builtIn: builtInDomains([137, 80002]),
})) {
  test(`accepted domains: ${name}`, async (t) => {
    for (const vector of ours) {
      await t.test(`${vector.id} ${vector.expect}: ${vector.reason}`, () => {
        const outcome = decide(vector, domains);
        if (vector.expect === "implementation-defined") return;
        const isGood = name === "builtIn" && GOOD_FOR_ANOTHER_DEPLOYMENT.has(vector.id);
        assert.equal(outcome.accepted, vector.expect !== "reject" || isGood, JSON.stringify(outcome));
        if (outcome.accepted) {
          if (vector.normalised !== undefined)
            assert.equal(outcome.signature, vector.normalised.toLowerCase());
        } else {
          assert.ok(REASONS[vector.where]?.includes(outcome.reason), JSON.stringify(outcome));
        }
      });
    }
  });
}

test("cases left to the exchange are well signed", () => {
  for (const vector of cases.filter(({ where }) => LEFT_TO_EXCHANGE.has(where))) {
    assert.ok(decide(vector, contextDomains).accepted, `${vector.id} ${vector.reason}`);
  }
});

test("implementation-defined cases: what this implementation does", () => {
  const outcomes = cases
    .filter(({ expect }) => expect === "implementation-defined")
    .map((vector) => [vector.reason.slice(0, 40), decide(vector, contextDomains).accepted]);
  assert.deepEqual(outcomes, [
    ["salt of 61 bits as a JSON number: exact ", false],
    ["maker and signer: mixed case with a wron", false],
    ["key given twice: wrong makerAmount first", true],
    ["__proto__ and constructor keys in the bo", true],
  ]);
});

test("reasons that clients distinguish", () => {
  const expected: Record<string, OrderRejectionReason> = {
    "bad-59": "wrong-kind-of-market",
    "bad-60": "wrong-kind-of-market",
    "bad-67": "wrong-kind-of-market",
    "bad-68": "unknown-domain",
    "bad-73": "high-s",
    "bad-76": "wrong-signer",
    "bad-82": "malformed-signature",
    "bad-96": "malformed-signature",
    "bad-115": "high-s",
    "bad-117": "bad-wrapper",
    "bad-133": "bad-wrapper",
    "bad-141": "wrong-signer",
    "bad-142": "wrong-signer",
    "bad-144": "wrong-maker",
    "bad-148": "signer-not-caller",
    "bad-149": "wrong-maker",
    "bad-155": "wallet-taken",
    "bad-225": "unsupported-signature-type",
  };
  for (const vector of cases) {
    const reason = expected[vector.id];
    if (reason === undefined) continue;
    const outcome = decide(vector, contextDomains);
    assert.equal(outcome.accepted ? "accepted" : outcome.reason, reason, `${vector.id} ${vector.reason}`);
  }
});
