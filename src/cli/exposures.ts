/** Warnings for an operator who opens addresses beyond the machine in plain HTTP. */
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

/** Gives one sentence for each address that is open to the network without TLS, its own or a proxy's. */
export function listExposures({
  host,
  adminHost,
  trustedProxies,
  tls,
}: Pick<Config, "host" | "adminHost" | "trustedProxies" | "tls">): string[] {
  if (tls.selfSigned || tls.certificate !== undefined) return [];
  const said: string[] = [];
  if (!isLoopback(host) && trustedProxies.isEmpty)
    said.push(
      `PRESAGE_HOST ${host} is open to the network in plain HTTP, and no proxy is trusted: clients should reach it ` +
        "through a proxy with TLS, which PRESAGE_TRUSTED_PROXIES names, or with PRESAGE_TLS_CERT; see docs/operating.md",
    );
  if (!isLoopback(adminHost))
    said.push(
      `PRESAGE_ADMIN_HOST ${adminHost} opens the operator API to the network in plain HTTP: whoever listens has the ` +
        "operator's token; keep it on loopback or in a private network",
    );
  return said;
}
