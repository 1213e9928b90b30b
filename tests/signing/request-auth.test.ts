/** L2 request signatures of the real clients in every accepted encoding, and signatures that must be refused. */
import assert from "node:assert/strict";
import { createHmac, createSecretKey } from "node:crypto";
import { test } from "node:test";
import * as fc from "fast-check";
import { decodeSecret } from "../../src/signing/credentials.ts";
import { readTimestamp, type RequestClaim, verifyRequest } from "../../src/signing/request-auth.ts";
import { readVectors, type L2Vector } from "./vectors.ts";

const { vectors, wireRequests } = readVectors("l2");
const all = [...vectors, ...wireRequests];

const claimOf = (vector: L2Vector): RequestClaim => ({
  secret: createSecretKey(decodeSecret(vector.secret)),
  timestamp: vector.timestamp,
  method: vector.method,
  path: vector.path,
  body: Buffer.from(vector.body ?? "", "utf8"),
  signature: vector.signatureBase64url,
  nowMs: readTimestamp(vector.timestamp) ?? 0,
});

const outcome = (claim: RequestClaim) => {
  const verdict = verifyRequest(claim);
  return verdict.ok ? "ok" : verdict.reason;
};

const sign = ({ secret, timestamp, method }: RequestClaim, path: string, body: string) =>
  createHmac("sha256", secret)
    .update(timestamp + method + path + body)
    .digest("base64url");

const sample = claimOf(wireRequests[0]!);

test(`${all.length} vectors, in every encoding`, () => {
  for (const vector of all) {
    const claim = claimOf(vector);
    const base64 = vector.signatureBase64url.replaceAll("-", "+").replaceAll("_", "/");
    const padded = [vector.signatureBase64url, base64];
    const encodings = [...padded, ...padded.map((text) => text.replace("=", "")), vector.signatureHex];
    assert.equal(outcome({ ...claim, secret: decodeSecret(vector.secret) }), "ok", vector.id);
    for (const signature of [...encodings, vector.signatureHex.toUpperCase()]) {
      assert.equal(outcome({ ...claim, signature }), "ok", `${vector.id} ${signature}`);
    }
  }
});

test("the variant of the Python clients: apostrophes hashed as quotation marks", () => {
  const python = vectors.filter(({ pythonClientsSign }) => pythonClientsSign !== undefined);
  assert.equal(python.length, 4);
  for (const vector of python) {
    assert.equal(outcome({ ...claimOf(vector), signature: vector.pythonClientsSign ?? "" }), "ok", vector.id);
  }
  const both = { ...sample, body: Buffer.from(`{"a":"'"}`) };
  assert.equal(outcome({ ...both, signature: sign(both, both.path, `{"a":"""}`) }), "ok");
  const quotes = { ...sample, body: Buffer.from(`{"a":"""}`) };
  assert.equal(outcome({ ...quotes, signature: sign(quotes, quotes.path, `{"a":"'"}`) }), "bad-signature");
});

test("the path may be signed with the prefix of the mount, and only with that one", () => {
  const mounted = { ...sample, mountPrefix: "/polymarket/trading" };
  assert.equal(outcome(mounted), "ok");
  const signature = sign(sample, "/polymarket/trading" + sample.path, "");
  assert.equal(outcome({ ...mounted, signature }), "ok");
  assert.equal(outcome({ ...sample, signature }), "bad-signature");
  assert.equal(outcome({ ...sample, mountPrefix: "/kuest/trading", signature }), "bad-signature");
});

test("the timestamp may be 60 s old and 10 s early, in seconds or milliseconds", () => {
  for (const timestamp of ["1780000000", "1780000000000"]) {
    const claim = { ...sample, timestamp };
    const signed = { ...claim, signature: sign(claim, claim.path, "") };
    const at = (nowMs: number) => outcome({ ...signed, nowMs });
    const times = [1_779_999_989_999, 1_779_999_990_000, 1_780_000_060_000, 1_780_000_060_001].map(at);
    assert.deepEqual(times, ["future", "ok", "ok", "stale"]);
  }
  for (const timestamp of ["", "abc", "-1", "+1", "01", "1.5", "1e3", " 1", "17800000000000", "0x10"]) {
    assert.equal(outcome({ ...sample, timestamp }), "bad-timestamp", timestamp);
  }
});

test("a signature that is not 32 bytes in a known encoding is refused as such", () => {
  const good = sample.signature;
  const bad = [
    "",
    "=",
    good + "=",
    good.slice(1),
    good + "A",
    " " + good,
    good + "\n",
    "zz".repeat(32),
    "é".repeat(43),
  ];
  for (const signature of bad)
    assert.equal(outcome({ ...sample, signature }), "bad-signature-encoding", signature);
});

test("any change of a signed part is refused", () => {
  const body = Buffer.from(`{"orderID":"0x12"}`);
  const claim = { ...sample, method: "DELETE", path: "/order", body };
  const signed = { ...claim, signature: sign(claim, "/order", String(body)) };
  assert.equal(outcome(signed), "ok");
  const changes: Partial<RequestClaim>[] = [
    { secret: decodeSecret("A".repeat(43)) },
    { timestamp: String(Number(sample.timestamp) + 1) },
    { method: "POST" },
    { path: "/orders" },
    { path: "/order?x=1" },
    { body: Buffer.alloc(0) },
    { body: Buffer.from(`{"orderID": "0x12"}`) },
  ];
  for (const change of changes)
    assert.equal(outcome({ ...signed, ...change }), "bad-signature", JSON.stringify(change));
  fc.assert(
    fc.property(fc.nat(31), fc.integer({ min: 1, max: 255 }), (index, flip) => {
      const mac = Buffer.from(signed.signature, "base64url");
      mac[index] = mac[index]! ^ flip;
      return outcome({ ...signed, signature: mac.toString("base64url") }) === "bad-signature";
    }),
  );
});

test("no input throws", () => {
  const text = fc.string({ unit: "binary" });
  fc.assert(
    fc.property(text, text, text, fc.uint8Array(), (timestamp, signature, path, body) => {
      const fuzzed = { ...sample, path, body, signature };
      assert.notEqual(outcome(fuzzed), "ok");
      assert.notEqual(outcome({ ...fuzzed, timestamp, secret: body }), "ok");
    }),
  );
});
