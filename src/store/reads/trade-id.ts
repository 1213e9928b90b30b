/**
 * A trade's id on the wire: its number, as a UUID (version 8, "custom"), since some clients parse it as one. Both halves
 * of the id are the number scattered over 60 bits, since some clients tell trades apart by a part of it. The second half
 * gives the number back, so that no identifier is stored, and the first one says whether it is an id.
 */

const PATTERN = /^([0-9a-f]{8})-([0-9a-f]{4})-8([0-9a-f]{3})-8([0-9a-f]{3})-([0-9a-f]{12})$/;
/** The first half of the ids that earlier releases gave, before the number itself; they stay valid. */
const EARLIER = "0".repeat(15);

/** The id of trade `no`, a positive safe integer. */
export function tradeId(no: number): string {
  const first = scatter(no, FIRST_KEYS);
  const second = scatter(no, SECOND_KEYS);
  return `${first.slice(0, 8)}-${first.slice(8, 12)}-8${first.slice(12)}-8${second.slice(0, 3)}-${second.slice(3)}`;
}

/** The number of the trade with this id, in any case; `undefined` when no trade can have it. */
export function tradeNumber(id: string): number | undefined {
  const match = PATTERN.exec(id.toLowerCase());
  if (match === null) return undefined;
  const first = match.slice(1, 4).join("");
  const second = match.slice(4).join("");
  const no = first === EARLIER ? Number.parseInt(second, 16) : gather(second, SECOND_KEYS);
  if (!Number.isSafeInteger(no)) return undefined;
  return first === EARLIER || first === scatter(no, FIRST_KEYS) ? no : undefined;
}

const HALF_BITS = 30;
const HALF = 2 ** HALF_BITS;

type RoundKeys = readonly [number, number, number, number];

/** Numbers without a pattern, those that SHA-256 begins with; other keys would make other ids. */
const FIRST_KEYS: RoundKeys = [0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a];
const SECOND_KEYS: RoundKeys = [0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19];

/** Scatters a number over 15 hexadecimal digits, one to one: a Feistel network of two halves of 30 bits. */
function scatter(no: number, keys: RoundKeys): string {
  let left = Math.floor(no / HALF);
  let right = no % HALF;
  for (const key of keys) {
    const next = left ^ mix(right ^ key);
    left = right;
    right = next;
  }
  const digits = ((left << 2) | (right >>> 28)) >>> 0;
  return digits.toString(16).padStart(8, "0") + (right & 0xfff_ffff).toString(16).padStart(7, "0");
}

/** Gives the number back that was scattered over the digits. */
function gather(digits: string, keys: RoundKeys): number {
  const upper = Number.parseInt(digits.slice(0, 8), 16);
  let left = upper >>> 2;
  let right = ((upper & 3) << 28) | Number.parseInt(digits.slice(8), 16);
  for (const key of keys.toReversed()) {
    const previous = right ^ mix(left ^ key);
    right = left;
    left = previous;
  }
  return left * HALF + right;
}

/** Mixes the bits of a number, as MurmurHash3 does at its end, down to those of a half. */
function mix(bits: number): number {
  const once = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
  const twice = Math.imul(once ^ (once >>> 13), 0xc2b2ae35);
  return (twice ^ (twice >>> 16)) >>> (32 - HALF_BITS);
}
