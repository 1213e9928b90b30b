/**
 * Parser of the `order` object of a placement, into one of the two signed structs. The result is canonical: plain
 * decimal text, lower-case addresses, 32-byte hex; so the digest can be computed without errors. Signature, tick size
 * and expiration are not checked here.
 */
import { ZERO_ADDRESS } from "../../core/ledger/accounts.ts";
import { parseAddress } from "../address.ts";
import { parseHexOf } from "../hex.ts";
import type { OrderRejectionReason } from "./order-verdict.ts";
import { isUint256 } from "../uint.ts";

export type SignatureType = 0 | 1 | 2 | 3;

type OrderFields = {
  readonly salt: string;
  readonly maker: string;
  readonly signer: string;
  /** Zero address, which means any taker; part of the signed struct in v1 only. */
  readonly taker: string;
  readonly tokenId: string;
  readonly makerAmount: string;
  readonly takerAmount: string;
  readonly side: "BUY" | "SELL";
  readonly signatureType: SignatureType;
  /** Signature as sent: hex, not checked yet. */
  readonly signature: string;
  /** Expiration in unix seconds, "0" for none; part of the signed struct in v1 only. */
  readonly expiration: string;
};

/** Order in the 12-field struct. */
export type OrderV1 = OrderFields & {
  readonly struct: "v1";
  readonly nonce: string;
  readonly feeRateBps: string;
};

/** Order in the 11-field struct of Polymarket versions 2 and 3 and Kuest version 2. `timestamp` is in milliseconds. */
export type OrderV2 = OrderFields & {
  readonly struct: "v2";
  readonly timestamp: string;
  readonly metadata: string;
  readonly builder: string;
};

export type SignedOrder = OrderV1 | OrderV2;

export type OrderProblem = {
  readonly ok: false;
  readonly reason: OrderRejectionReason;
  readonly field: string;
  readonly hint: string;
};

export type ParsedOrder = { readonly ok: true; readonly order: SignedOrder } | OrderProblem;

type Fields = Readonly<Record<string, unknown>>;
/**
 * State of a parse. After a problem the parse continues with placeholder values; only the first problem is reported.
 */
type OrderParse = { readonly fields: Fields; problem: OrderProblem | undefined };

const ZERO_BYTES32 = "0x" + "0".repeat(64);
const UINT = "a string of decimal digits without sign, spaces or leading zeros, below 2^256";

/** Parses an `order` object of JSON. Unknown keys are ignored; never throws on a JSON value. */
export function parseSignedOrder(fields: Fields): ParsedOrder {
  const parse: OrderParse = { fields, problem: undefined };
  const order = isAbsent(fields["timestamp"]) && isV1(fields) ? readV1(parse) : readV2(parse);
  return parse.problem ?? { ok: true, order };
}

function isV1(fields: Fields): boolean {
  return !isAbsent(fields["nonce"]) || !isAbsent(fields["feeRateBps"]) || !isAbsent(fields["taker"]);
}

function readV1(parse: OrderParse): OrderV1 {
  const terms = readOrderFields(parse, 2);
  return {
    ...terms,
    struct: "v1",
    expiration: readCount(parse, "expiration"),
    nonce: readCount(parse, "nonce"),
    feeRateBps: readCount(parse, "feeRateBps"),
  };
}

function readV2(parse: OrderParse): OrderV2 {
  const terms = readOrderFields(parse, 3);
  return {
    ...terms,
    struct: "v2",
    timestamp: readUint(parse, "timestamp"),
    metadata: readBytes32(parse, "metadata"),
    builder: readBytes32(parse, "builder"),
    expiration: readCount(parse, "expiration"),
  };
}

function readOrderFields(parse: OrderParse, highestType: SignatureType): OrderFields {
  return {
    salt: readSalt(parse),
    maker: readAddress(parse, "maker"),
    signer: readAddress(parse, "signer"),
    taker: isAbsent(parse.fields["taker"]) ? ZERO_ADDRESS : readAddress(parse, "taker"),
    tokenId: readUint(parse, "tokenId"),
    makerAmount: readUint(parse, "makerAmount"),
    takerAmount: readUint(parse, "takerAmount"),
    side: readSide(parse),
    signatureType: readSignatureType(parse, highestType),
    signature: readText(parse, "signature", "a hex string"),
    expiration: "0",
  };
}

/** Reads the salt. Most clients send a JSON number, which is exact up to 2^53 - 1 only; the rest send text. */
function readSalt(parse: OrderParse): string {
  const salt = parse.fields["salt"];
  if (typeof salt !== "number") return readUint(parse, "salt");
  if (Number.isSafeInteger(salt) && salt >= 0 && !Object.is(salt, -0)) return String(salt);
  return fail(parse, "salt", `${UINT}; as a JSON number at most 2^53 - 1`);
}

function readUint(parse: OrderParse, name: string): string {
  const value = parse.fields[name];
  return typeof value === "string" && isUint256(value) ? value : fail(parse, name, UINT);
}

/** Reads a number; 0 if absent. */
const readCount = (parse: OrderParse, name: string): string =>
  isAbsent(parse.fields[name]) ? "0" : readUint(parse, name);

function readAddress(parse: OrderParse, name: string): string {
  const value = parse.fields[name];
  const address = typeof value === "string" ? parseAddress(value) : undefined;
  return address ?? fail(parse, name, "0x and 40 hex digits, with a right checksum where the case is mixed");
}

function readBytes32(parse: OrderParse, name: string): string {
  const value = parse.fields[name];
  if (isAbsent(value)) return ZERO_BYTES32;
  const bytes = typeof value === "string" ? parseHexOf(value, 32) : undefined;
  return typeof value === "string" && bytes !== undefined
    ? value.toLowerCase()
    : fail(parse, name, "0x and 64 hex digits");
}

function readSide(parse: OrderParse): "BUY" | "SELL" {
  const side = parse.fields["side"];
  if (side === "BUY" || side === "SELL") return side;
  fail(parse, "side", `"BUY" or "SELL"`);
  return "BUY";
}

function readText(parse: OrderParse, name: string, expected: string): string {
  const value = parse.fields[name];
  return typeof value === "string" ? value : fail(parse, name, expected);
}

function readSignatureType(parse: OrderParse, highest: SignatureType): SignatureType {
  const value = parse.fields["signatureType"];
  if (value === 0 || value === 1 || value === 2 || (value === 3 && highest === 3)) return value;
  fail(
    parse,
    "signatureType",
    `an integer from 0 to ${highest} for this order struct`,
    rejectSignatureType(value),
  );
  return 0;
}

function rejectSignatureType(value: unknown): OrderRejectionReason {
  return Number.isInteger(value) ? "unsupported-signature-type" : "malformed-order";
}

function isAbsent(value: unknown): boolean {
  return value === undefined || value === null;
}

/** Records the first problem. Returns an empty text as a placeholder, which is discarded with the failed parse. */
function fail(
  parse: OrderParse,
  field: string,
  expected: string,
  reason: OrderRejectionReason = "malformed-order",
): string {
  const got = describe(parse.fields[field]);
  parse.problem ??= { ok: false, reason, field, hint: `order.${field}: expected ${expected}; got ${got}` };
  return "";
}

function describe(value: unknown): string {
  if (value === undefined) return "nothing";
  if (typeof value === "string")
    return JSON.stringify(value.length > 90 ? value.slice(0, 90) + "..." : value);
  if (Array.isArray(value)) return "an array";
  return typeof value === "object" && value !== null ? "an object" : String(value);
}
