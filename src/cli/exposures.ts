/** What an operator should know who opens addresses beyond the machine: Presage itself speaks plain HTTP. */
import { BlockList, isIPv6 } from "node:net";
import { canonicalAddress } from "../address-ranges.ts";
import type { Config } from "../config.ts";

const LOOPBACK = new BlockList();
LOOPBACK.addSubnet("127.0.0.0", 8, "ipv4");
LOOPBACK.addAddress("::1", "ipv6");

/** A name may be any address, but for the one that every machine has for itself. */
function isLoopback(host: string): boolean {
  const address = canonicalAddress(host);
  if (address === undefined) return host === "localhost";
  return LOOPBACK.check(address, isIPv6(address) ? "ipv6" : "ipv4");
}

/** One sentence for each thing that is open and should not be without a proxy that brings TLS. */
export function listExposures({
  host,
  adminHost,
  trustedProxies,
}: Pick<Config, "host" | "adminHost" | "trustedProxies">): string[] {
  const said: string[] = [];
  if (!isLoopback(host) && trustedProxies.isEmpty)
    said.push(
      `PRESAGE_HOST ${host} is open to the network in plain HTTP, and no proxy is trusted: clients should reach it ` +
        "through a proxy with TLS, which PRESAGE_TRUSTED_PROXIES names; see docs/operating.md",
    );
  if (!isLoopback(adminHost))
    said.push(
      `PRESAGE_ADMIN_HOST ${adminHost} opens the operator API to the network in plain HTTP: whoever listens has the ` +
        "operator's token; keep it on loopback or in a private network",
    );
  return said;
}
