/**
 * Unsigned 256-bit integers as canonical decimal text: digits only, no leading zero. Each number has one spelling, so a
 * signed order has one meaning. Every order passes this code, so it uses no BigInt and allocates nothing.
 */

const MAX_UINT256 = "115792089237316195423570985008687907853269984665640564039457584007913129639935";
const ZERO = 48;
const NINE = 57;
/** Maximum number of digits that a double always represents exactly. */
const SAFE_DIGITS = 15;
/** Number of digits read at once: a 32-bit limb times 10^6, plus a carry, stays below 2^53. */
const CHUNK_DIGITS = 6;
const LIMB = 2 ** 32;
const LIMBS = 8;

const limbs = new Uint32Array(LIMBS);

/** True if `text` is the canonical decimal form of an integer in 0..2^256-1. */
export function isUint256(text: string): boolean {
  const length = text.length;
  if (length === 0 || length > MAX_UINT256.length) return false;
  if (length > 1 && text.charCodeAt(0) === ZERO) return false;
  for (let i = 0; i < length; i++) {
    const code = text.charCodeAt(i);
    if (code < ZERO || code > NINE) return false;
  }
  return length < MAX_UINT256.length || text <= MAX_UINT256;
}

/** Writes a number that passed `isUint256` as 32 big-endian bytes. */
export function writeUint256(text: string, into: Uint8Array, offset: number): void {
  if (text.length <= SAFE_DIGITS) {
    const value = Number(text);
    limbs.fill(0);
    limbs[0] = value % LIMB;
    limbs[1] = value / LIMB;
  } else {
    readLimbs(text);
  }
  for (let i = 0; i < LIMBS; i++) {
    const limb = limbs[i] ?? 0;
    const at = offset + 28 - 4 * i;
    into[at] = limb >>> 24;
    into[at + 1] = limb >>> 16;
    into[at + 2] = limb >>> 8;
    into[at + 3] = limb;
  }
}

/** Reads digits into `limbs`, least significant limb first, six digits at a time. */
function readLimbs(text: string): void {
  limbs.fill(0);
  let used = 1;
  let end = text.length % CHUNK_DIGITS || CHUNK_DIGITS;
  for (let start = 0; start < text.length; start = end, end += CHUNK_DIGITS) {
    let carry = 0;
    for (let i = start; i < end; i++) carry = carry * 10 + text.charCodeAt(i) - ZERO;
    for (let i = 0; i < used; i++) {
      const product = (limbs[i] ?? 0) * 1_000_000 + carry;
      carry = Math.floor(product / LIMB);
      limbs[i] = product - carry * LIMB;
    }
    if (carry > 0 && used < LIMBS) limbs[used++] = carry;
  }
}
