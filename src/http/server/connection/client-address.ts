/** The address of a client, which proxies may have passed on, and the number of its headers. */
import type { HttpRequest } from "../../operation/http-exchange.ts";
import { canonicalAddress } from "../../../base/address-ranges.ts";
import type { AddressRanges } from "../../../base/address-ranges.ts";

const MAX_PORT = 65_535;

/** Placeholder if no trusted proxy gave an address. */
const UNKNOWN_ADDRESS = "unknown";

/**
 * Returns the caller's address in its canonical form. X-Forwarded-For counts only as far as trusted proxies wrote it: from
 * the end, the first address that is no trusted proxy is the client's.
 */
export function clientAddress({ raw }: Pick<HttpRequest, "raw">, trustedProxies: AddressRanges): string {
  let address = canonicalAddress(raw.socket.remoteAddress ?? "") ?? UNKNOWN_ADDRESS;
  const forwarded = raw.headers["x-forwarded-for"];
  if (forwarded === undefined) return address;
  for (const entry of listForwardedAddresses(forwarded)) {
    if (address === UNKNOWN_ADDRESS || !trustedProxies.includes(address)) break;
    address = canonicalAddress(removePort(entry)) ?? UNKNOWN_ADDRESS;
  }
  return address;
}

/** Lists the entries, latest first. */
const listForwardedAddresses = (header: string | readonly string[]): string[] =>
  [header]
    .flat()
    .join()
    .split(",")
    .map((entry) => entry.trim())
    .filter((entry) => entry !== "")
    .toReversed();

/** Strips the port that some proxies write: 192.0.2.1:4711, [2001:db8::1]:4711. Only IPv6 has brackets. */
function removePort(entry: string): string {
  const [, bracketed, dotted, port = "0"] =
    /^(?:\[([^\]]*:[^\]]*)\]|([\d.]+))(?::(\d{1,5}))?$/.exec(entry) ?? [];
  return Number(port) > MAX_PORT ? entry : (bracketed ?? dotted ?? entry);
}

/** Counts the headers of a name in lower case. `rawHeaders` alternates names and values. */
export const countHeaders = ({ rawHeaders }: Pick<HttpRequest["raw"], "rawHeaders">, name: string): number =>
  rawHeaders.filter((text, at) => at % 2 === 0 && text.length === name.length && text.toLowerCase() === name)
    .length;
