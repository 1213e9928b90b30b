/**
 * Identifiers of markets, by the formulas of the UMA adapter, the negative-risk adapter and the Conditional Tokens
 * contract: question -> condition -> collection -> position, which is the token id. Hashes are lower-case hex. Inputs
 * come from configuration or checked records, so functions throw for anything but hex.
 */
import { decodeHex, concatBytes, parseHexOf, toHex } from "../hex.ts";
import { keccak256, keccakText } from "../keccak.ts";
import { writeUint256 } from "../uint.ts";

export type NegRiskMarketTerms = {
  readonly oracle: string;
  readonly feeBips: number;
  /** Bytes of any length, as hex. */
  readonly metadata: string;
};

export type ConditionParams = {
  readonly oracle: string;
  readonly questionId: string;
  readonly collateral: string;
};
export type MarketIds = { readonly conditionId: string; readonly tokenIds: readonly [string, string] };

const OUTCOMES = 2;
/** Prime of the field of the curve alt_bn128, y^2 = x^3 + 3. */
const FIELD_PRIME = 21888242871839275222246405745257275088696311157297823662689037894645226208583n;
const ODD_BIT = 1n << 254n;
const TOP_BIT = 1n << 255n;

/** Returns the text whose hash is the question id: the question and the address of the question's author. */
export function buildAncillaryData(question: string, initializer: string): string {
  return `${question},initializer:${toHex(decodeHexOfLength(initializer, 20)).slice(2)}`;
}

/** Computes the computeQuestionId of an ordinary market. */
export function computeQuestionId(ancillary: string): string {
  return toHex(keccakText(ancillary));
}

/**
 * Computes the id of a negative-risk event: the hash of the terms' ABI encoding, with the last byte set to zero.
 * Question ids have the question's index in the last byte.
 */
export function computeNegRiskMarketId({ oracle, feeBips, metadata }: NegRiskMarketTerms): string {
  const data = decodeHex(metadata);
  const padding = new Uint8Array((32 - (data.length % 32)) % 32);
  const head = [encodeAddress32(oracle), word(feeBips), word(3 * 32)];
  const hash = keccak256(concatBytes(...head, word(data.length), data, padding));
  hash[31] = 0;
  return toHex(hash);
}

/**
 * Computes the computeQuestionId of question `index` (0..254) of a negative-risk event; throws a RangeError for another index.
 */
export function computeNegRiskQuestionId(marketId: string, index: number): string {
  if (!Number.isInteger(index) || index < 0 || index > 254)
    throw new RangeError(`question index ${index} is not in 0..254`);
  const id = Uint8Array.from(decodeHexOfLength(marketId, 32));
  id[31] = index;
  return toHex(id);
}

/** Computes the computeConditionId of a question with two outcomes. */
export function computeConditionId(oracle: string, question: string): string {
  return toHex(
    keccak256(concatBytes(decodeHexOfLength(oracle, 20), decodeHexOfLength(question, 32), word(OUTCOMES))),
  );
}

/**
 * Computes the computeCollectionId of one set of outcomes (1 is the first outcome, 2 the second) without a parent collection.
 * The id is the x of the first curve point after the hash. Bit 254 of the id, the parity of y, is flipped if the hash's
 * top bit is set.
 */
export function computeCollectionId(condition: string, indexSet: number): string {
  const hash = BigInt(toHex(keccak256(concatBytes(decodeHexOfLength(condition, 32), word(indexSet)))));
  let x = hash;
  do x = (x + 1n) % FIELD_PRIME;
  while (!isSquare((x * x * x + 3n) % FIELD_PRIME));
  const id = (hash & TOP_BIT) === 0n ? x : x ^ ODD_BIT;
  return "0x" + id.toString(16).padStart(64, "0");
}

/** Computes the token id as hex: the id of a collection's position in `collateral`. */
export function computePositionId(collateral: string, collection: string): string {
  return toHex(keccak256(concatBytes(decodeHexOfLength(collateral, 20), decodeHexOfLength(collection, 32))));
}

/** Computes the condition and the two token ids, as decimal text, of a market with two outcomes. */
export function computeMarketIds({ oracle, questionId: question, collateral }: ConditionParams): MarketIds {
  const condition = computeConditionId(oracle, question);
  const tokenId = (indexSet: number) =>
    BigInt(computePositionId(collateral, computeCollectionId(condition, indexSet))).toString();
  return { conditionId: condition, tokenIds: [tokenId(1), tokenId(2)] };
}

/**
 * True if `value` has a square root in the field: its Jacobi symbol is not -1. The symbol takes a fifth of the time of
 * a power, and a start of the exchange computes hundreds.
 */
function isSquare(value: bigint): boolean {
  let [a, n, isResidue] = [value, FIELD_PRIME, true];
  while (a !== 0n) {
    for (; (a & 1n) === 0n; a >>= 1n) {
      if ((n & 7n) === 3n || (n & 7n) === 5n) isResidue = !isResidue;
    }
    if ((a & 3n) === 3n && (n & 3n) === 3n) isResidue = !isResidue;
    [a, n] = [n % a, a];
  }
  return value === 0n || isResidue;
}

function decodeHexOfLength(text: string, length: number): Uint8Array {
  const bytes = parseHexOf(text, length);
  if (bytes === undefined) throw new TypeError(`expected ${length} bytes of hex, got ${text.slice(0, 80)}`);
  return bytes;
}

function encodeAddress32(address: string): Uint8Array {
  return concatBytes(new Uint8Array(12), decodeHexOfLength(address, 20));
}

function word(value: number): Uint8Array {
  const bytes = new Uint8Array(32);
  writeUint256(String(value), bytes, 0);
  return bytes;
}
