/**
 * Hexadecimal text with the prefix 0x, read strictly: a lower-case prefix, digits of any case, and exactly the expected
 * number of them. Nothing is trimmed or padded.
 */

const HEX = /^0x(?:[0-9a-fA-F]{2})*$/;

/** Returns the bytes of `text`; `undefined` if `text` is not hex. */
export function parseHex(text: string): Uint8Array | undefined {
  return HEX.test(text) ? Buffer.from(text.slice(2), "hex") : undefined;
}

/** Returns the bytes of `text`; `undefined` unless `text` is exactly `length` bytes of hex. */
export function parseHexOf(text: string, length: number): Uint8Array | undefined {
  return text.length === 2 + 2 * length ? parseHex(text) : undefined;
}

/** Formats bytes as lower-case hex with the prefix. */
export function toHex(bytes: Uint8Array): string {
  return "0x" + Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("hex");
}

/** Decodes hex that was validated before; throws a TypeError for any other text, which is a bug. */
export function decodeHex(hex: string): Uint8Array {
  const bytes = parseHex(hex);
  if (bytes === undefined) throw new TypeError(`not hex: ${hex.slice(0, 20)}`);
  return bytes;
}

export function concatBytes(...parts: readonly Uint8Array[]): Uint8Array {
  return Buffer.concat(parts);
}

/** Compares byte strings; not in constant time, so for public values only. */
export function equalBytes(a: Uint8Array, b: Uint8Array): boolean {
  return Buffer.compare(a, b) === 0;
}
