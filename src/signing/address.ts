/**
 * Ethereum addresses as text. Inside the exchange an address is lower case. Clients may send any case: mixed case is a
 * checksum (EIP-55) that must be right, since it protects against mistyped digits.
 */
import { keccak256 } from "./keccak.ts";

const LOWER = /^0x[0-9a-f]{40}$/;
const UPPER = /^0x[0-9A-F]{40}$/;
const MIXED = /^0x[0-9a-fA-F]{40}$/;

/** Returns the lower-case form; `undefined` if `text` is no address or its checksum is wrong. */
export function parseAddress(text: string): string | undefined {
  if (LOWER.test(text)) return text;
  if (UPPER.test(text)) return "0x" + text.slice(2).toLowerCase();
  if (!MIXED.test(text)) return undefined;
  const lower = text.toLowerCase();
  return checksumAddress(lower) === text ? lower : undefined;
}

/** Most checksums that are remembered; beyond them all are forgotten. */
const MAX_REMEMBERED = 20_000;
/** Mixed-case forms by lower-case address: an order asks several times for the same few, and each takes a hash. */
const remembered = new Map<string, string>();

/** Returns the mixed-case form with checksum (EIP-55) of a lower-case address. */
export function checksumAddress(lower: string): string {
  const known = remembered.get(lower);
  if (known !== undefined) return known;
  if (remembered.size >= MAX_REMEMBERED) remembered.clear();
  const text = computeChecksum(lower);
  remembered.set(lower, text);
  return text;
}

function computeChecksum(lower: string): string {
  const hash = keccak256(Buffer.from(lower.slice(2), "latin1"));
  let text = "0x";
  for (let i = 0; i < 40; i++) {
    const byte = hash[i >> 1] ?? 0;
    const nibble = i % 2 === 0 ? byte >> 4 : byte & 15;
    const digit = lower.charAt(i + 2);
    text += nibble >= 8 ? digit.toUpperCase() : digit;
  }
  return text;
}
