/** Orders of the real clients, for every domain, struct and signature type: hashes, recovered keys, verdicts. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { ZERO_ADDRESS } from "../../src/core/ledger/accounts.ts";
import { builtInDomains } from "../../src/signing/orders/order-domain.ts";
import { unwrapSignature } from "../../src/signing/orders/contract-wallet.ts";
import { decodeHex, toHex } from "../../src/signing/hex.ts";
import { keccakText } from "../../src/signing/keccak.ts";
import {
  ORDER_V1_TYPE,
  ORDER_V2_TYPE,
  computeOrderDigest,
  computeOrderStructHash,
  computeWalletOrderDigest,
} from "../../src/signing/orders/order-digest.ts";
import { readSignature, recoverAddress } from "../../src/signing/recover.ts";
import { parseSignedOrder, type SignedOrder } from "../../src/signing/orders/signed-order.ts";
import type { VerificationContext } from "../../src/signing/orders/order-verdict.ts";
import { verifyOrder } from "../../src/signing/orders/verify-order.ts";
import { kindOfVector, readVectors, wireOrder, type OrderVector } from "./vectors.ts";

const domains = builtInDomains([137, 80002]);
const files = { v1: readVectors("orders-v1"), v2: readVectors("orders-v2") };
const vectors = [...files.v1.vectors, ...files.v2.vectors];
const isPublic = ({ order }: OrderVector) => (order["taker"] ?? ZERO_ADDRESS) === ZERO_ADDRESS;
const publicVectors = vectors.filter(isPublic);

const parsed = (fields: Record<string, unknown>): SignedOrder => {
  const result = parseSignedOrder(fields);
  assert.ok(result.ok, result.ok ? "" : result.hint);
  return result.order;
};

const domainOf = (vector: OrderVector) => {
  const domain = domains.find(({ id }) => id === vector.domainId);
  assert.ok(domain, `no built-in domain ${vector.domainId}`);
  return domain;
};

const verify = (order: SignedOrder, vector: OrderVector, changed: Partial<VerificationContext> = {}) =>
  verifyOrder(order, {
    domains,
    kind: kindOfVector(vector),
    caller: vector.eoa.toLowerCase(),
    walletOwner: () => undefined,
    trustFirstUse: true,
    ...changed,
  });

test("the type strings hash to the known type hashes", () => {
  assert.equal(ORDER_V1_TYPE, files.v1.orderType);
  assert.equal(toHex(keccakText(ORDER_V1_TYPE)), files.v1.orderTypeHash);
  assert.equal(ORDER_V2_TYPE, files.v2.orderType);
  assert.equal(toHex(keccakText(ORDER_V2_TYPE)), files.v2.orderTypeHash);
});

test("every domain of the vectors is built in", () => {
  for (const { id, ...terms } of [...files.v1.domains, ...files.v2.domains]) {
    const domain = domains.find((candidate) => candidate.id === id);
    assert.ok(domain, id);
    const { venue, name, version, chainId, verifyingContract, negRisk } = terms;
    assert.partialDeepStrictEqual(domain, { venue, name, version, chainId, verifyingContract, negRisk });
  }
});

test(`${vectors.length} vectors: separator, struct hash and digest`, () => {
  for (const vector of vectors) {
    const domain = domainOf(vector);
    const structHash = computeOrderStructHash(parsed(wireOrder(vector)));
    assert.equal(domain.separatorHex, vector.domainSeparator, vector.id);
    assert.equal(toHex(structHash), vector.structHash, vector.id);
    assert.equal(toHex(computeOrderDigest(domain, structHash)), vector.digest, vector.id);
  }
});

test("type 3 vectors: the wallet's digest, and the key recovered from the inner signature", () => {
  for (const vector of vectors) {
    if (vector.type3 === undefined) continue;
    const order = parsed(wireOrder(vector));
    const digest = computeWalletOrderDigest(domainOf(vector), computeOrderStructHash(order), order.signer);
    assert.equal(toHex(digest), vector.type3.typedDataSignDigest, vector.id);
    const wrapped = unwrapSignature(decodeHex(vector.signature));
    assert.ok(wrapped, vector.id);
    assert.equal(toHex(wrapped.inner), vector.type3.innerSignature);
    assert.equal(toHex(wrapped.separator), vector.domainSeparator);
    assert.equal(toHex(wrapped.contentsHash), vector.structHash);
    const reading = readSignature(wrapped.inner);
    assert.ok(reading.ok);
    assert.equal(recoverAddress(digest, reading.signature), vector.recovered.toLowerCase(), vector.id);
  }
});

test("every vector verifies for its owner, under its own domain, and gives its digest", () => {
  for (const vector of publicVectors) {
    const verdict = verify(parsed(wireOrder(vector)), vector);
    assert.ok(verdict.ok, `${vector.id}: ${verdict.ok ? "" : verdict.hint}`);
    assert.equal(verdict.digest, vector.digest, vector.id);
    assert.equal(verdict.owner, vector.recovered.toLowerCase(), vector.id);
    assert.equal(verdict.domain.id, vector.domainId, vector.id);
    assert.equal(verdict.signature, vector.signature.toLowerCase(), vector.id);
    const wallet = String(vector.order["maker"]).toLowerCase();
    const binding = vector.order.signatureType === 3 ? { wallet, owner: verdict.owner } : undefined;
    assert.deepEqual(verdict.walletBinding, binding, vector.id);
  }
});

test("every request body of the clients verifies as it came over the wire", () => {
  let bodies = 0;
  for (const vector of publicVectors) {
    if (vector.wire === undefined) continue;
    const { order } = JSON.parse(vector.wire.body) as { order: Record<string, unknown> };
    const verdict = verify(parsed(order), vector);
    assert.ok(verdict.ok && verdict.digest === vector.digest, vector.id);
    bodies++;
  }
  assert.equal(bodies, 168);
});

test("an order is refused in markets of the other kinds, with the contract and the version that they need", () => {
  const kinds = ["ordinary", "negative-risk", "protocol-v2"] as const;
  for (const vector of publicVectors) {
    const order = parsed(wireOrder(vector));
    for (const kind of kinds.filter((one) => one !== kindOfVector(vector))) {
      const verdict = verify(order, vector, { kind });
      assert.ok(!verdict.ok, vector.id);
      assert.equal(verdict.reason, "wrong-kind-of-market", vector.id);
      assert.match(verdict.hint, /^unsupported verifying contract: this is /);
      const isOfV2 = kind === "protocol-v2" || kindOfVector(vector) === "protocol-v2";
      assert.equal(verdict.hint.includes('domain version "3"'), isOfV2, verdict.hint);
    }
  }
});

test("another caller is refused, and an unregistered deposit wallet without trust on first use", () => {
  for (const vector of publicVectors) {
    const order = parsed(wireOrder(vector));
    const stranger = verify(order, { ...vector, eoa: "0x0000000000000000000000000000000000000001" });
    const isWallet = vector.order.signatureType === 3;
    assert.equal(
      stranger.ok ? "" : stranger.reason,
      isWallet ? "wrong-signer" : "signer-not-caller",
      vector.id,
    );
    const strict = verify(order, vector, { trustFirstUse: false });
    assert.equal(strict.ok ? "" : strict.reason, isWallet ? "wrong-maker" : "", vector.id);
  }
});

test("an order for one taker is refused", () => {
  const privateVectors = vectors.filter((vector) => !isPublic(vector));
  assert.ok(privateVectors.length > 0);
  for (const vector of privateVectors) {
    const verdict = verify(parsed(wireOrder(vector)), vector);
    assert.equal(verdict.ok ? "" : verdict.reason, "private-taker", vector.id);
  }
});
