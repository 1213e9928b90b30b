/** L1 wallet signatures of the real clients, and signatures that must be refused. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { toHex } from "../../src/signing/hex.ts";
import { verifyWalletAuth, computeWalletAuthDigest } from "../../src/signing/wallet-auth.ts";
import { readVectors, type L1Vector } from "./vectors.ts";

const { vectors, invalid } = readVectors("l1");

const secondsOf = ({ timestamp }: L1Vector) => Number(timestamp) / (timestamp.length === 13 ? 1000 : 1);
const verify = (vector: L1Vector, nowSeconds = secondsOf(vector)) =>
  verifyWalletAuth(vector, { chainIds: [vector.chainId], nowSeconds });

test(`${vectors.length} vectors: digest, address and chain`, () => {
  for (const vector of vectors) {
    const address = vector.address.toLowerCase();
    assert.equal(
      toHex(computeWalletAuthDigest({ ...vector, address }, vector.chainId)),
      vector.digest,
      vector.id,
    );
    assert.deepEqual(verify(vector), { ok: true, address, chainId: vector.chainId }, vector.id);
    const anyChain = verifyWalletAuth(vector, {
      chainIds: [5, 31337, 1, 80002, 137],
      nowSeconds: secondsOf(vector),
    });
    assert.deepEqual(anyChain, { ok: true, address, chainId: vector.chainId }, vector.id);
  }
});

test(`${invalid.length} invalid requests and controls`, () => {
  for (const vector of invalid) {
    assert.equal(verify(vector).ok, vector.expect !== "reject", `${vector.id} ${vector.reason}`);
  }
});

test("the window is 300 seconds both ways, or as given", () => {
  const vector = vectors[0]!;
  const now = secondsOf(vector);
  const reason = (nowSeconds: number) => {
    const verdict = verify(vector, nowSeconds);
    return verdict.ok ? "ok" : verdict.reason;
  };
  assert.deepEqual([now - 301, now - 300, now, now + 300, now + 301].map(reason), [
    "future",
    "ok",
    "ok",
    "ok",
    "stale",
  ]);
  const narrow = verifyWalletAuth(vector, { chainIds: [80002], nowSeconds: now + 11, windowSeconds: 10 });
  assert.equal(narrow.ok ? "ok" : narrow.reason, "stale");
});

test("malformed headers are refused with their own reason", () => {
  const vector = vectors[0]!;
  const reason = (change: Partial<L1Vector>) => {
    const verdict = verify({ ...vector, ...change }, secondsOf(vector));
    return verdict.ok ? "ok" : verdict.reason;
  };
  assert.equal(reason({ address: vector.address.replace("f", "F") }), "bad-address");
  assert.equal(reason({ address: "" }), "bad-address");
  assert.equal(reason({ timestamp: "" }), "bad-timestamp");
  assert.equal(reason({ timestamp: " 10000000" }), "bad-timestamp");
  assert.equal(reason({ timestamp: "1e7" }), "bad-timestamp");
  for (const nonce of ["", "023", "-1", "0x17", "1".repeat(79)]) assert.equal(reason({ nonce }), "bad-nonce");
  assert.equal(reason({ signature: "0x" }), "malformed-signature");
});
