/** Addresses of contract wallets, and the exact layout of type 3 signatures. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { checksumAddress } from "../../src/signing/address.ts";
import {
  WRAPPED_LENGTH,
  deriveDepositWallets,
  deriveWallets,
  unwrapSignature,
} from "../../src/signing/orders/contract-wallet.ts";
import { decodeHex } from "../../src/signing/hex.ts";
import { readVectors } from "./vectors.ts";

test("proxy and Safe wallets of both venues", () => {
  const { vectors } = readVectors("create2");
  assert.equal(vectors.length, 40);
  for (const vector of vectors) {
    const wallets = deriveWallets(vector.signatureType, vector.eoa.toLowerCase());
    const found = wallets.find(({ venue }) => venue === vector.venue);
    assert.equal(checksumAddress(found?.wallet ?? ""), vector.wallet, vector.id);
  }
});

test("deposit wallets of both venues: those of a beacon come first", () => {
  const { depositWallets } = readVectors("create2");
  assert.equal(depositWallets.length, 40);
  for (const { id, venue, form, eoa, wallet } of depositWallets) {
    const wallets = deriveDepositWallets(eoa.toLowerCase()).filter((one) => one.venue === venue);
    assert.equal(wallets.length, 2);
    assert.equal(checksumAddress(wallets[form === "beacon" ? 0 : 1]!.wallet), wallet, id);
  }
});

test("a wrapped signature is unwrapped only when every byte of its frame is right", () => {
  const vector = readVectors("orders-v2").vectors.find(({ type3 }) => type3 !== undefined)!;
  const bytes = Buffer.from(decodeHex(vector.signature));
  assert.equal(bytes.length, WRAPPED_LENGTH);
  assert.equal(WRAPPED_LENGTH, 317);
  for (let i = 0; i < bytes.length; i++) {
    const changed = Buffer.from(bytes);
    changed[i] = changed[i]! ^ 1;
    assert.equal(unwrapSignature(changed) === undefined, i >= 65 + 32 + 32, `byte ${i}`);
    assert.equal(unwrapSignature(bytes.subarray(0, i)), undefined);
  }
  assert.equal(unwrapSignature(Buffer.concat([bytes, Buffer.alloc(1)])), undefined);
});
