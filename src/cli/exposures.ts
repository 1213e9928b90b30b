/** Warnings for an operator who opens addresses beyond the machine, since Presage itself speaks plain HTTP. */
import { BlockList, isIPv6 } from "node:net";
import { canonicalAddress } from "../address-ranges.ts";
import type { Config } from "../config.ts";

const LOOPBACK = new BlockList();
LOOPBACK.addSubnet("127.0.0.0", 8, "ipv4");
LOOPBACK.addAddress("::1", "ipv6");

/** Tells if a host is this machine alone. Names other than localhost may be any address. */
function isLoopback(host: string): boolean {
  const address = canonicalAddress(host);
  if (address === undefined) return host === "localhost";
  return LOOPBACK.check(address, isIPv6(address) ? "ipv6" : "ipv4");
}

/** Gives one sentence for each address that is open to the network without a proxy that brings TLS. */
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
