/** The address of a client: the one place that knows of proxies. */
import type { FastifyRequest } from "fastify";
import { canonicalAddress } from "../../address-ranges.ts";
import type { AddressRanges } from "../../address-ranges.ts";

const MAX_PORT = 65_535;

/** Stands for an address that no trusted proxy gave. */
const UNKNOWN = "unknown";

/**
 * The caller's address in its canonical form. X-Forwarded-For counts only as far as trusted proxies wrote it: from its
 * end, over the addresses of such proxies, to the first that is none.
 */
export function clientAddress({ raw }: Pick<FastifyRequest, "raw">, trustedProxies: AddressRanges): string {
  let address = canonicalAddress(raw.socket.remoteAddress ?? "") ?? UNKNOWN;
  const forwarded = raw.headers["x-forwarded-for"];
  if (forwarded === undefined) return address;
  for (const entry of forwardedFrom(forwarded)) {
    if (address === UNKNOWN || !trustedProxies.includes(address)) break;
    address = canonicalAddress(withoutPort(entry)) ?? UNKNOWN;
  }
  return address;
}

/** The latest entry first. */
const forwardedFrom = (header: string | readonly string[]): string[] =>
  [header]
    .flat()
    .join()
    .split(",")
    .map((entry) => entry.trim())
    .filter((entry) => entry !== "")
    .toReversed();

/** Some proxies write the port too: 192.0.2.1:4711, [2001:db8::1]:4711. Brackets are of IPv6 alone. */
function withoutPort(entry: string): string {
  const [, bracketed, dotted, port = "0"] =
    /^(?:\[([^\]]*:[^\]]*)\]|([\d.]+))(?::(\d{1,5}))?$/.exec(entry) ?? [];
  return Number(port) > MAX_PORT ? entry : (bracketed ?? dotted ?? entry);
}
