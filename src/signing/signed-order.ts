/**
 * The `order` object of a placement, read strictly into one of the two signed structs. What comes out is canonical:
 * decimal text without decoration, lower-case addresses, 32-byte hex; so its digest can be computed without failing.
 * Whether the signature is good, the amounts are on the tick or the order has expired is decided elsewhere.
 */
import { parseAddress, ZERO_ADDRESS } from "./address.ts";
import { parseHexOf } from "./hex.ts";
import type { OrderRefusalReason } from "./order-refusal.ts";
import { isUint256 } from "./uint.ts";

export type SignatureType = 0 | 1 | 2 | 3;

type OrderFields = {
  readonly salt: string;
  readonly maker: string;
  readonly signer: string;
  /** The zero address for anyone. Part of the signed struct in v1 only. */
  readonly taker: string;
  readonly tokenId: string;
  readonly makerAmount: string;
  readonly takerAmount: string;
  readonly side: "BUY" | "SELL";
  readonly signatureType: SignatureType;
  /** As sent: hex, not yet checked. */
  readonly signature: string;
  /** Unix seconds, "0" for none. Part of the signed struct in v1 only. */
  readonly expiration: string;
};

/** The 12-field struct. */
export type OrderV1 = OrderFields & {
  readonly struct: "v1";
  readonly nonce: string;
  readonly feeRateBps: string;
};

/** The 11-field struct of Polymarket version 2 and 3 and of Kuest version 2. `timestamp` is in milliseconds. */
export type OrderV2 = OrderFields & {
  readonly struct: "v2";
  readonly timestamp: string;
  readonly metadata: string;
  readonly builder: string;
};

export type SignedOrder = OrderV1 | OrderV2;

export type OrderProblem = {
  readonly ok: false;
  readonly reason: OrderRefusalReason;
  readonly field: string;
  readonly hint: string;
};

export type ParsedOrder = { readonly ok: true; readonly order: SignedOrder } | OrderProblem;

type Fields = Readonly<Record<string, unknown>>;
/** Reads on after a problem, with placeholder values, and keeps the first problem. */
type Reading = { readonly fields: Fields; problem: OrderProblem | undefined };

const ZERO_BYTES32 = "0x" + "0".repeat(64);
const UINT = "a string of decimal digits without sign, spaces or leading zeros, below 2^256";

/** Reads an `order` object of JSON. Unknown keys are ignored; never throws on a value that JSON can hold. */
export function parseSignedOrder(fields: Fields): ParsedOrder {
  const reading: Reading = { fields, problem: undefined };
  const order = isAbsent(fields["timestamp"]) && isV1(fields) ? readV1(reading) : readV2(reading);
  return reading.problem ?? { ok: true, order };
}

function isV1(fields: Fields): boolean {
  return !isAbsent(fields["nonce"]) || !isAbsent(fields["feeRateBps"]) || !isAbsent(fields["taker"]);
}

function readV1(reading: Reading): OrderV1 {
  const terms = readTerms(reading, 2);
  return {
    ...terms,
    struct: "v1",
    expiration: readUint(reading, "expiration"),
    nonce: readUint(reading, "nonce"),
    feeRateBps: readUint(reading, "feeRateBps"),
  };
}

function readV2(reading: Reading): OrderV2 {
  const terms = readTerms(reading, 3);
  return {
    ...terms,
    struct: "v2",
    timestamp: readUint(reading, "timestamp"),
    metadata: readBytes32(reading, "metadata"),
    builder: readBytes32(reading, "builder"),
    expiration: isAbsent(reading.fields["expiration"]) ? "0" : readUint(reading, "expiration"),
  };
}

function readTerms(reading: Reading, highestType: SignatureType): OrderFields {
  return {
    salt: readSalt(reading),
    maker: readAddress(reading, "maker"),
    signer: readAddress(reading, "signer"),
    taker: isAbsent(reading.fields["taker"]) ? ZERO_ADDRESS : readAddress(reading, "taker"),
    tokenId: readUint(reading, "tokenId"),
    makerAmount: readUint(reading, "makerAmount"),
    takerAmount: readUint(reading, "takerAmount"),
    side: readSide(reading),
    signatureType: readSignatureType(reading, highestType),
    signature: readText(reading, "signature", "a hex string"),
    expiration: "0",
  };
}

/** Most clients send the salt as a JSON number, which is exact only up to 2^53 - 1; the rest send text. */
function readSalt(reading: Reading): string {
  const salt = reading.fields["salt"];
  if (typeof salt !== "number") return readUint(reading, "salt");
  if (Number.isSafeInteger(salt) && salt >= 0 && !Object.is(salt, -0)) return String(salt);
  return fail(reading, "salt", `${UINT}; as a JSON number at most 2^53 - 1`);
}

function readUint(reading: Reading, name: string): string {
  const value = reading.fields[name];
  return typeof value === "string" && isUint256(value) ? value : fail(reading, name, UINT);
}

function readAddress(reading: Reading, name: string): string {
  const value = reading.fields[name];
  const address = typeof value === "string" ? parseAddress(value) : undefined;
  return (
    address ?? fail(reading, name, "0x and 40 hex digits, with a right checksum where the case is mixed")
  );
}

function readBytes32(reading: Reading, name: string): string {
  const value = reading.fields[name];
  if (isAbsent(value)) return ZERO_BYTES32;
  const bytes = typeof value === "string" ? parseHexOf(value, 32) : undefined;
  return typeof value === "string" && bytes !== undefined
    ? value.toLowerCase()
    : fail(reading, name, "0x and 64 hex digits");
}

function readSide(reading: Reading): "BUY" | "SELL" {
  const side = reading.fields["side"];
  if (side === "BUY" || side === "SELL") return side;
  fail(reading, "side", `"BUY" or "SELL"`);
  return "BUY";
}

function readText(reading: Reading, name: string, expected: string): string {
  const value = reading.fields[name];
  return typeof value === "string" ? value : fail(reading, name, expected);
}

function readSignatureType(reading: Reading, highest: SignatureType): SignatureType {
  const value = reading.fields["signatureType"];
  if (value === 0 || value === 1 || value === 2 || (value === 3 && highest === 3)) return value;
  fail(
    reading,
    "signatureType",
    `an integer from 0 to ${highest} for this order struct`,
    refusalOfType(value),
  );
  return 0;
}

function refusalOfType(value: unknown): OrderRefusalReason {
  return Number.isInteger(value) ? "unsupported-signature-type" : "malformed-order";
}

function isAbsent(value: unknown): boolean {
  return value === undefined || value === null;
}

/** Records the first problem; the empty text that it returns never leaves this file. */
function fail(
  reading: Reading,
  field: string,
  expected: string,
  reason: OrderRefusalReason = "malformed-order",
): string {
  const got = describe(reading.fields[field]);
  reading.problem ??= { ok: false, reason, field, hint: `order.${field}: expected ${expected}; got ${got}` };
  return "";
}

function describe(value: unknown): string {
  if (value === undefined) return "nothing";
  if (typeof value === "string")
    return JSON.stringify(value.length > 90 ? value.slice(0, 90) + "..." : value);
  if (Array.isArray(value)) return "an array";
  return typeof value === "object" && value !== null ? "an object" : String(value);
}
