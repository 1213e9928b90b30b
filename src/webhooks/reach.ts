/**
 * Addresses that messages may go to. Those of the public internet are reached by https; of the operator's own network only
 * what a setting names, which may be reached by http too. Names are checked by what they resolve to, when they are connected.
 */
import { isIP } from "node:net";
import { canonicalAddress, parseRanges } from "../address-ranges.ts";
import type { AddressRanges } from "../address-ranges.ts";

/** Hosts and ranges of the own network that may be reached. */
export type OwnNetwork = {
  /** The text that it was read from. */
  readonly text: string;
  readonly hosts: ReadonlySet<string>;
  readonly ranges: AddressRanges;
};

/** IPv4 that is not of the public internet. */
const NOT_PUBLIC = parseRanges(
  [
    "0.0.0.0/8",
    "10.0.0.0/8",
    "100.64.0.0/10",
    "127.0.0.0/8",
    "169.254.0.0/16",
    "172.16.0.0/12",
    "192.0.0.0/24",
    "192.0.2.0/24",
    "192.88.99.0/24",
    "192.168.0.0/16",
    "198.18.0.0/15",
    "198.51.100.0/24",
    "203.0.113.0/24",
    "224.0.0.0/3",
  ].join(","),
);
const PUBLIC_IPV6 = parseRanges("2000::/3");
/** Parts of it that are for protocols, documents, or tunnels to IPv4. */
const NOT_PUBLIC_IPV6 = parseRanges("2001::/23,2001:db8::/32,2002::/16,3fff::/20");
/** The prefix of NAT64, which carries an IPv4 address. */
const NAT64 = "64:ff9b::";

/** Tells if a canonical address is of the public internet. */
export function isPublic(address: string): boolean {
  if (!address.includes(":")) return !NOT_PUBLIC.includes(address);
  const carried = carriedAddress(address);
  if (carried !== undefined) return !NOT_PUBLIC.includes(carried);
  return PUBLIC_IPV6.includes(address) && !NOT_PUBLIC_IPV6.includes(address);
}

/** The IPv4 address that NAT64 makes of an address. */
function carriedAddress(address: string): string | undefined {
  if (!address.startsWith(NAT64)) return undefined;
  const groups = address.slice(NAT64.length).split(":");
  if (groups.length > 2) return undefined;
  const [high, low] = groups.length === 2 ? groups : ["0", groups[0]];
  return canonicalAddress(`::ffff:${high}:${low === "" ? "0" : low}`);
}

/** Tells if a connection to an address of a host is allowed; a text that is no address is not. */
export function mayReach({ hosts, ranges }: OwnNetwork, host: string, address: string): boolean {
  const canonical = canonicalAddress(address);
  if (canonical === undefined) return false;
  return isPublic(canonical) || hosts.has(host) || ranges.includes(canonical);
}

/** The host of a URL as it is compared: an address without brackets, a name without a dot at its end. */
export const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[(.*)\]$/, "$1").replace(/\.$/, "");

const MAX_URL = 2_000;

/** Gives the reason for which an endpoint may not have a URL; `undefined` where it may. */
export function findUrlFault(network: OwnNetwork, text: string): string | undefined {
  if (text.length > MAX_URL || !URL.canParse(text))
    return "expected a URL like https://hooks.example/presage";
  const url = new URL(text);
  const host = hostOf(url);
  if (url.protocol !== "https:" && url.protocol !== "http:") return `expected https, got ${url.protocol}//`;
  if (url.username !== "" || url.password !== "") return "expected no user and password in the URL";
  if (url.hash !== "") return "expected no fragment in the URL";
  const isOwn = hosts(network, host);
  if (url.protocol === "http:" && !isOwn)
    return `expected https; http only for hosts and addresses of ${REACH_SETTING}, got ${host}`;
  if (isIP(host) !== 0 && !mayReach(network, host, host))
    return `expected an address of the public internet, or one of ${REACH_SETTING}, got ${host}`;
  return undefined;
}

/** Name of the setting. */
export const REACH_SETTING = "PRESAGE_WEBHOOK_NETWORK";

const hosts = (network: OwnNetwork, host: string): boolean =>
  network.hosts.has(host) || (isIP(host) !== 0 && network.ranges.includes(canonicalAddress(host) ?? host));

const HOST_NAME = /^[a-z0-9_]([a-z0-9_-]*[a-z0-9])?(\.[a-z0-9_]([a-z0-9_-]*[a-z0-9])?)*$/;

/** Reads hosts, addresses and ranges with commas between them; `none` has none. Throws an Error with the first that is neither. */
export function parseOwnNetwork(text: string): OwnNetwork {
  const items = text === "none" ? [] : text.split(",").map((item) => item.trim().toLowerCase());
  const names = items.filter((item) => HOST_NAME.test(item) && !/^[\d.]+$/.test(item));
  try {
    return {
      text,
      hosts: new Set(names),
      ranges: parseRanges(items.filter((item) => !names.includes(item)).join(",")),
    };
  } catch {
    throw new Error(
      `expected host names, addresses and ranges like hooks.internal,10.1.0.0/16 separated by commas, or none, got "${text}"`,
    );
  }
}
