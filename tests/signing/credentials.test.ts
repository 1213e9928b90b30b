/** API credentials as a function of master key, wallet and nonce. */
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  decodeSecret,
  deriveBuilderSecrets,
  deriveCredentials,
  deriveHouseMakerKey,
  isSamePassphrase,
} from "../../src/signing/credentials.ts";
import { deriveAddress } from "../../src/signing/orders/order-digest.ts";

const masterKey = Buffer.alloc(32, 7);
const address = "0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266";

/** Checked with another HMAC implementation. A change of them would invalidate every issued API key. */
const FIRST = {
  apiKey: "797b83fc-0d3f-45e3-8974-600d22f3d742",
  secret: "S677DbeJlEknGw9c9796jBgxymZh6jXoCusz0N5zgoc=",
  passphrase: "0f264249182ca7fc2bce597d07fc00497caa00e4b88f5bb481f593911cd6570f",
};

test("the same inputs give the same credentials, for ever", () => {
  assert.deepEqual(deriveCredentials(masterKey, address, "0"), FIRST);
});

test("each input changes all three parts", () => {
  const others = [
    deriveCredentials(Buffer.alloc(32, 8), address, "0"),
    deriveCredentials(masterKey, address.replace("f3", "f4"), "0"),
    deriveCredentials(masterKey, address, "1"),
    deriveCredentials(masterKey, address, "00"),
  ];
  const all = [deriveCredentials(masterKey, address, "0"), ...others].flatMap((one) => Object.values(one));
  assert.equal(new Set(all).size, 15);
});

test("the house has another key in each market and each run, which follows from the master key", () => {
  const market = `0x${"ab".repeat(32)}`;
  const keys = [
    deriveHouseMakerKey(masterKey, market, 1),
    deriveHouseMakerKey(masterKey, market, 2),
    deriveHouseMakerKey(masterKey, market.replace("b", "c"), 1),
    deriveHouseMakerKey(Buffer.alloc(32, 8), market, 1),
  ];
  assert.equal(new Set(keys.map(({ key }) => Buffer.from(key).toString("hex"))).size, 4);
  assert.equal(new Set(keys.map(({ apiKey }) => apiKey)).size, 4);
  // A change of it would leave the accounts of running makers without a key.
  const [first] = keys;
  assert.equal(deriveAddress(first!.key), "0x26ccd6d826b15487ff67677ae67c9f2004ae43a5");
});

test("a builder's key has a secret that no API key has", () => {
  const keys = [FIRST.apiKey, FIRST.apiKey.replace("7", "8"), "0"];
  const all = [
    deriveCredentials(masterKey, address, "0"),
    deriveCredentials(masterKey, address, FIRST.apiKey),
    deriveBuilderSecrets(Buffer.alloc(32, 8), FIRST.apiKey, address),
    deriveBuilderSecrets(masterKey, FIRST.apiKey, address.replace("f3", "f4")),
    ...keys.map((key) => deriveBuilderSecrets(masterKey, key, address)),
  ].flatMap(({ secret, passphrase }) => [secret, passphrase]);
  assert.equal(new Set(all).size, 14);
  assert.deepEqual(
    deriveBuilderSecrets(masterKey, FIRST.apiKey, address),
    deriveBuilderSecrets(masterKey, FIRST.apiKey, address),
  );
});

test("the parts have the form that clients expect", () => {
  for (let nonce = 0; nonce < 200; nonce++) {
    const { apiKey, secret, passphrase } = deriveCredentials(masterKey, address, String(nonce));
    assert.match(apiKey, /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    assert.match(secret, /^[A-Za-z0-9_-]{43}=$/);
    assert.match(passphrase, /^[0-9a-f]{64}$/);
    assert.equal(decodeSecret(secret).length, 32);
    assert.deepEqual(
      decodeSecret(secret.replaceAll("-", "+").replaceAll("_", "/").slice(0, 43)),
      decodeSecret(secret),
    );
  }
});

test("a short master key is refused", () => {
  assert.throws(() => deriveCredentials(Buffer.alloc(31), address, "0"), RangeError);
});

test("passphrases are compared whatever their lengths", () => {
  const { passphrase } = deriveCredentials(masterKey, address, "0");
  assert.equal(isSamePassphrase(passphrase, passphrase), true);
  for (const given of ["", passphrase.slice(1), passphrase + "0", passphrase.toUpperCase(), "é".repeat(64)]) {
    assert.equal(isSamePassphrase(passphrase, given), false);
  }
});
