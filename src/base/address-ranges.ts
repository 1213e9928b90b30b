/** Ranges of network addresses, as settings name them. An IPv4 address mapped into IPv6 counts as IPv4 everywhere. */
import { BlockList, isIPv4, isIPv6 } from "node:net";

export type AddressRanges = {
  readonly isEmpty: boolean;
  /** True if an address in canonical form is in one of the ranges. */
  includes(address: string): boolean;
};

/**
 * Parses addresses and ranges like 10.0.0.0/8 and 2001:db8::/32, separated by commas; an empty text has none. Throws an
 * Error that names the first invalid text.
 */
export function parseRanges(text: string): AddressRanges {
  // A single list would match an IPv4 address against IPv6 ranges too.
  const lists: Lists = { ipv4: new BlockList(), ipv6: new BlockList() };
  for (const item of text === "" ? [] : text.split(",")) addRange(lists, item.trim());
  const isEmpty = Object.values(lists).every(({ rules }) => rules.length === 0);
  return {
    isEmpty,
    includes: (address) => lists[addressFamily(address)].check(address, addressFamily(address)),
  };
}

type Family = "ipv4" | "ipv6";
type Lists = Readonly<Record<Family, BlockList>>;

function addRange(lists: Lists, item: string): void {
  const [, written = "", length] = /^([^/%]+)(?:\/(\d{1,3}))?$/.exec(item) ?? [];
  const address = canonicalAddress(written);
  const bits = addressBits(written);
  // The leading bits of an IPv4-mapped IPv6 address are only the mapping prefix.
  const leading = address === undefined ? 0 : bits - addressBits(address);
  const prefix = length === undefined ? bits : Number(length);
  if (address === undefined || prefix > bits || prefix < leading)
    throw new Error(
      `expected addresses or ranges like 10.0.0.0/8 and 2001:db8::/32 separated by commas, got "${item}"`,
    );
  lists[addressFamily(address)].addSubnet(address, prefix - leading, addressFamily(address));
}

const addressFamily = (address: string): Family => (isIPv4(address) ? "ipv4" : "ipv6");
const addressBits = (address: string): number => (isIPv4(address) ? 32 : 128);

const MAPPED = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/;

/** Returns the /64 network of a canonical IPv6 address, and any other address unchanged. */
export function getNetwork(address: string): string {
  if (!address.includes(":")) return address;
  const [before = "", after = ""] = address.split("::");
  const [leading, trailing] = [before, after].map((part) => (part === "" ? [] : part.split(":")));
  const zeros = Array.from({ length: 8 - (leading?.length ?? 0) - (trailing?.length ?? 0) }, () => "0");
  return [...(leading ?? []), ...zeros, ...(trailing ?? [])].slice(0, 4).join(":");
}

/** Prefix with which sockets write an IPv4 address mapped into IPv6. */
const MAPPED_PREFIX = "::ffff:";

/** Link-local IPv6 address with its zone; no other address has a zone. */
const ZONED = /^(fe[89ab][0-9a-f]:[^%]*)%[\w.:@-]+$/i;

/** Returns the canonical form of an address, without its zone; `undefined` if the text is not an address. */
export function canonicalAddress(text: string): string | undefined {
  if (text.startsWith(MAPPED_PREFIX) && isIPv4(text.slice(MAPPED_PREFIX.length)))
    return text.slice(MAPPED_PREFIX.length);
  const address = ZONED.exec(text)?.[1] ?? text;
  if (isIPv4(address)) return address;
  if (!isIPv6(address) || address.includes("%")) return undefined;
  const compressed = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const [, high, low] = MAPPED.exec(compressed) ?? [];
  if (high === undefined || low === undefined) return compressed;
  const parts = [high, low].map((part) => Number.parseInt(part, 16));
  return parts.flatMap((part) => [part >> 8, part & 255]).join(".");
}
