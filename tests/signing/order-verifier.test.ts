/** The verifier's memory of the domain to try first, by caller, and its bound. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Hex } from "viem";
import { sign } from "viem/accounts";
import { toHex } from "../../src/signing/hex.ts";
import {
  ORDER_V2_TYPE,
  computeOrderStructHash,
  computeWalletOrderDigest,
} from "../../src/signing/orders/order-digest.ts";
import { makeDomain } from "../../src/signing/orders/order-domain.ts";
import { createOrderVerifier } from "../../src/signing/orders/order-verifier.ts";
import { parseSignedOrder } from "../../src/signing/orders/signed-order.ts";
import { verifyOrder } from "../../src/signing/orders/verify-order.ts";
import { kindOfVector, readVectors, reasonOf, wireOrder, type OrderVector } from "./vectors.ts";

const { vectors, domains: known } = readVectors("orders-v2");
const options = { walletOwner: () => undefined, trustFirstUse: false };

const orderOf = (vector: OrderVector) => {
  const parsed = parseSignedOrder(wireOrder(vector));
  assert.ok(parsed.ok);
  return parsed.order;
};
const ofType = (type: number) =>
  vectors.filter(({ domainId, order }) => domainId === "polymarket-v2-137" && order.signatureType === type);

/** Two domains that no signature tells apart, so the verdict shows which was tried first. */
const terms = { ...known.find(({ id }) => id === "polymarket-v2-137")!, struct: "v2" as const };
const [first, second] = [makeDomain({ ...terms, id: "first" }), makeDomain({ ...terms, id: "second" })];
const [one, two] = ofType(0);

const idOf = (verdict: ReturnType<typeof verifyOrder>) => (verdict.ok ? verdict.domain.id : verdict.reason);

test("the preferred domain is tried first, where it fits", () => {
  const context = {
    ...options,
    domains: [first, second],
    kind: "ordinary" as const,
    caller: one!.eoa.toLowerCase(),
  };
  assert.equal(idOf(verifyOrder(orderOf(one!), context)), "first");
  assert.equal(idOf(verifyOrder(orderOf(one!), { ...context, preferred: second })), "second");
  const foreign = makeDomain({ ...terms, id: "foreign" });
  assert.equal(idOf(verifyOrder(orderOf(one!), { ...context, preferred: foreign })), "first");
});

test("the verifier gives the verdicts of verifyOrder, however often and in whatever order", () => {
  const domains = known.map((domain) => makeDomain({ ...domain, struct: "v2" }));
  for (const remembered of [1, 3, undefined]) {
    const verifier = createOrderVerifier({
      ...options,
      trustFirstUse: true,
      domains,
      ...(remembered && { remembered }),
    });
    for (const vector of [...vectors, ...vectors.toReversed()]) {
      const request = { caller: vector.eoa.toLowerCase(), kind: kindOfVector(vector) };
      const verdict = verifier.verify(orderOf(vector), request);
      assert.ok(
        verdict.ok && verdict.digest === vector.digest && verdict.domain.id === vector.domainId,
        vector.id,
      );
    }
  }
});

test("without a domain of the order's struct the reason says so", () => {
  const verifier = createOrderVerifier({ ...options, domains: [makeDomain({ ...terms, struct: "v1" })] });
  const verdict = verifier.verify(orderOf(two!), { caller: two!.eoa.toLowerCase(), kind: "ordinary" });
  assert.equal(reasonOf(verdict), "unknown-domain");
});

test("wallets: registered ones are accepted, a deposit wallet for its owner only", () => {
  const domains = [first];
  for (const vector of [...ofType(1), ...ofType(2), ...ofType(3)]) {
    const isDeposit = vector.order.signatureType === 3;
    const caller = vector.eoa.toLowerCase();
    const verdictWith = (owner: string | undefined, trustFirstUse: boolean) => {
      const verifier = createOrderVerifier({ domains, trustFirstUse, walletOwner: () => owner });
      return verifier.verify(orderOf(vector), { caller, kind: "ordinary" });
    };
    assert.ok(verdictWith(caller, false).ok);
    const taken = verdictWith("0x0000000000000000000000000000000000000001", true);
    assert.equal(taken.ok ? "accepted" : taken.reason, isDeposit ? "wallet-taken" : "accepted");
  }
});

test("type 3: the key's own address is not a contract wallet, even if well signed", async () => {
  const { privateKey, eoa } = one!;
  const fields = { ...wireOrder(one!), signatureType: 3 };
  const parsed = parseSignedOrder(fields);
  assert.ok(parsed.ok);
  const structHash = computeOrderStructHash(parsed.order);
  const hash = toHex(computeWalletOrderDigest(first, structHash, parsed.order.signer)) as Hex;
  const inner = await sign({ hash, privateKey, to: "hex" });
  const type = Buffer.from(ORDER_V2_TYPE).toString("hex");
  const signature = `${inner}${first.separatorHex.slice(2)}${toHex(structHash).slice(2)}${type}00ba`;
  const verifier = createOrderVerifier({
    domains: [first],
    trustFirstUse: true,
    walletOwner: () => undefined,
  });
  const caller = eoa.toLowerCase();
  const verdict = verifier.verify({ ...parsed.order, signature }, { caller, kind: "ordinary" });
  assert.equal(reasonOf(verdict), "wrong-maker");
});
