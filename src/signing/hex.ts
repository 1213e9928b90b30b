/**
 * Hexadecimal text with the prefix 0x, strictly: the prefix is lower case, digits may have any case, and the number
 * of digits must be the expected one. Nothing is trimmed, padded or guessed.
 */

const HEX = /^0x(?:[0-9a-fA-F]{2})*$/;

/** The bytes of `text`, or undefined when it is not hex. */
export function parseHex(text: string): Uint8Array | undefined {
  return HEX.test(text) ? Buffer.from(text.slice(2), "hex") : undefined;
}

/** The bytes of `text`, or undefined when it is not exactly `length` bytes of hex. */
export function parseHexOf(text: string, length: number): Uint8Array | undefined {
  return text.length === 2 + 2 * length ? parseHex(text) : undefined;
}

/** Lower-case hex with prefix. */
export function toHex(bytes: Uint8Array): string {
  return "0x" + Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("hex");
}

/** Hex that the program itself made or has checked before; anything else is a bug and throws. */
export function bytesOf(hex: string): Uint8Array {
  const bytes = parseHex(hex);
  if (bytes === undefined) throw new TypeError(`not hex: ${hex.slice(0, 20)}`);
  return bytes;
}

/** Joins byte strings. */
export function concatBytes(...parts: readonly Uint8Array[]): Uint8Array {
  return Buffer.concat(parts);
}

/** Whether two byte strings are equal. Not constant time: for public values only. */
export function equalBytes(a: Uint8Array, b: Uint8Array): boolean {
  return Buffer.compare(a, b) === 0;
}
