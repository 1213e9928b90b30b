/**
 * Orders against an independent implementation, and with damages: a changed order never verifies, and nothing throws.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import * as fc from "fast-check";
import { hashTypedData, recoverAddress as viemRecover, type Hex } from "viem";
import { sign } from "viem/accounts";
import { builtInDomains } from "../../src/signing/orders/order-domain.ts";
import { decodeHex, toHex } from "../../src/signing/hex.ts";
import { computeOrderDigest, computeOrderStructHash } from "../../src/signing/orders/order-digest.ts";
import type { OrderDomain } from "../../src/signing/orders/order-domain.ts";
import { readSignature, recoverAddress } from "../../src/signing/recover.ts";
import { parseSignedOrder } from "../../src/signing/orders/signed-order.ts";
import { verifyOrder } from "../../src/signing/orders/verify-order.ts";
import { kindOfVector, readVectors, wireOrder, type OrderVector } from "./vectors.ts";

const domains = builtInDomains([137, 80002]);
const files = { v1: readVectors("orders-v1"), v2: readVectors("orders-v2") };

const FIELDS = {
  v1: structFields(files.v1.orderType),
  v2: structFields(files.v2.orderType),
};

function structFields(type: string): { name: string; type: string }[] {
  const inside = type.slice(type.indexOf("(") + 1, -1);
  return inside.split(",").map((field) => {
    const [fieldType = "", name = ""] = field.split(" ");
    return { name, type: fieldType };
  });
}

function verify(fields: Record<string, unknown>, vector: OrderVector) {
  const parsed = parseSignedOrder(fields);
  if (!parsed.ok) return parsed;
  return verifyOrder(parsed.order, {
    domains,
    kind: kindOfVector(vector),
    caller: vector.eoa.toLowerCase(),
    walletOwner: () => undefined,
    trustFirstUse: true,
  });
}

const uint = fc
  .oneof(fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }), fc.bigInt({ min: 0n, max: 10n ** 16n }))
  .map(String);
const hexOf = (length: number) => fc.uint8Array({ minLength: length, maxLength: length }).map(toHex);

const anyOrder = fc.record({
  salt: uint,
  maker: hexOf(20),
  signer: hexOf(20),
  taker: hexOf(20),
  tokenId: uint,
  makerAmount: uint,
  takerAmount: uint,
  expiration: uint,
  nonce: uint,
  feeRateBps: uint,
  side: fc.constantFrom("BUY", "SELL"),
  signatureType: fc.constantFrom(0, 1, 2),
  timestamp: uint,
  metadata: hexOf(32),
  builder: hexOf(32),
  signature: fc.constant("0x"),
});

function viemDigest(domain: OrderDomain, fields: Record<string, unknown>): string {
  const { name, version, chainId } = domain;
  const verifyingContract = domain.verifyingContract as Hex;
  return hashTypedData({
    domain: { name, version, chainId, verifyingContract },
    types: { Order: FIELDS[domain.struct] },
    primaryType: "Order",
    message: { ...fields, side: fields["side"] === "BUY" ? 0 : 1 },
  });
}

test("inc-25: 1,000 random orders have the digest of an independent encoder", () => {
  fc.assert(
    fc.property(anyOrder, fc.constantFrom(...domains), (fields, domain) => {
      const sent = domain.struct === "v1" ? { ...fields, timestamp: undefined } : fields;
      const parsed = parseSignedOrder(sent);
      assert.ok(parsed.ok && parsed.order.struct === domain.struct);
      const digest = toHex(computeOrderDigest(domain, computeOrderStructHash(parsed.order)));
      assert.equal(digest, viemDigest(domain, fields));
    }),
    { numRuns: 1_000 },
  );
});

test("recovered addresses agree with an independent implementation", async () => {
  const property = fc.asyncProperty(hexOf(32), hexOf(32), fc.boolean(), async (hash, privateKey, damage) => {
    const signature = Buffer.from(
      decodeHex(await sign({ hash: hash as Hex, privateKey: privateKey as Hex, to: "hex" })),
    );
    if (damage) signature[40] = signature[40]! ^ 0x10;
    const reading = readSignature(signature);
    assert.ok(reading.ok);
    const expected = await viemRecover({ hash: hash as Hex, signature: toHex(signature) as Hex });
    assert.equal(recoverAddress(decodeHex(hash), reading.signature), expected.toLowerCase());
  });
  await fc.assert(property, { numRuns: 150 });
});

/** Draws another valid value for a signed field. */
function otherValue(name: string, value: unknown, random: string): unknown {
  if (name === "side") return value === "BUY" ? "SELL" : "BUY";
  if (name === "signatureType") return (Number(value) + 1 + Number(BigInt(random) % 3n)) % 4;
  const hex = BigInt(random).toString(16).padStart(64, "0");
  if (name === "metadata" || name === "builder") return "0x" + hex;
  return ["maker", "signer", "taker"].includes(name) ? "0x" + hex.slice(24) : random;
}

const isPublic = ({ order }: OrderVector) => /^(undefined|0x0{40})$/.test(String(order["taker"]));

for (const struct of ["v1", "v2"] as const) {
  const vectors = files[struct].vectors.filter(isPublic);

  test(`inc-25: ${struct}: a change of any signed field is refused`, () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...vectors),
        fc.constantFrom(...FIELDS[struct]),
        uint,
        (vector, { name }, random) => {
          const fields = wireOrder(vector);
          const value = otherValue(name, fields[name], random);
          fc.pre(String(value) !== String(fields[name]));
          const verdict = verify({ ...fields, [name]: value }, vector);
          assert.equal(verdict.ok, false, `${vector.id} ${name}`);
        },
      ),
      { numRuns: 500 },
    );
  });
}

test("a change of any byte of a signature is refused", () => {
  for (const type of [0, 1, 2, 3]) {
    const vector = files.v2.vectors.find(({ order }) => order.signatureType === type)!;
    const bytes = Buffer.from(decodeHex(vector.signature));
    for (let index = 0; index < bytes.length; index++) {
      for (const flip of [1, 0x80, 0xff]) {
        const changed = Buffer.from(bytes);
        changed[index] = changed[index]! ^ flip;
        const verdict = verify({ ...wireOrder(vector), signature: toHex(changed) }, vector);
        assert.equal(verdict.ok, false, `type ${type} byte ${index} ^ ${flip}`);
      }
    }
  }
});

test("v as 0 or 1 is the same signature", () => {
  for (const vector of [...files.v1.vectors.filter(isPublic), ...files.v2.vectors]) {
    const bytes = Buffer.from(decodeHex(vector.signature));
    bytes[64] = bytes[64]! - 27;
    const verdict = verify({ ...wireOrder(vector), signature: toHex(bytes) }, vector);
    assert.ok(
      verdict.ok && verdict.signature === vector.signature && verdict.digest === vector.digest,
      vector.id,
    );
  }
});

test("no signature and no order object throws", () => {
  const signature = fc.oneof(
    fc.string({ unit: "binary" }),
    hexOf(65),
    hexOf(317),
    fc.uint8Array().map(toHex),
  );
  fc.assert(
    fc.property(fc.constantFrom(...files.v2.vectors), signature, (vector, text) => {
      assert.equal(verify({ ...wireOrder(vector), signature: text }, vector).ok, false);
    }),
  );
  const names = Object.keys(wireOrder(files.v1.vectors[0]!));
  const keys = [...names, "timestamp", "metadata", "builder", "__proto__"];
  fc.assert(
    fc.property(fc.dictionary(fc.constantFrom(...keys), fc.anything()), (fields) => {
      assert.equal(parseSignedOrder(fields).ok, false);
    }),
  );
  const vector = files.v2.vectors[0]!;
  fc.assert(
    fc.property(fc.constantFrom(...names), fc.anything(), (name, value) => {
      verify({ ...wireOrder(vector), [name]: value }, vector);
    }),
  );
});
