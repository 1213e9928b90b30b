/**
 * The two written forms of a key's 128 bits. The exchange keeps the lower-case UUID. Kuest's clients also write a ULID:
 * 26 digits of base 32 in Crockford's alphabet, the first of them at most 7.
 */
const DIGITS = "0123456789abcdefghjkmnpqrstvwxyz";
const ULID = new RegExp(`^[0-7][${DIGITS}]{25}$`);
const BITS = 5n;

/** Reads a key's id in either form and any case as a UUID; any other text is only put into lower case. */
export function readKeyId(text: string): string {
  const lower = text.toLowerCase();
  if (!ULID.test(lower)) return lower;
  const value = [...lower].reduce((sum, digit) => (sum << BITS) | BigInt(DIGITS.indexOf(digit)), 0n);
  const hex = value.toString(16).padStart(32, "0");
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
}

/** Writes a key's UUID as a ULID, in upper case. */
export const ulidOf = (uuid: string): string =>
  BigInt(`0x${uuid.replaceAll("-", "")}`)
    .toString(32)
    .padStart(26, "0")
    .replaceAll(/./g, (digit) => DIGITS.charAt(Number.parseInt(digit, 32)))
    .toUpperCase();
