/**
 * Base addresses for callers. A caller who uses a port of this machine directly gets addresses with ports. All other
 * callers get the published address, or a path below the requested address.
 */
import type { IncomingHttpHeaders } from "node:http";
import type { Config } from "../../settings/config.ts";
import { DIALECTS } from "../dialects/dialect.ts";
import type { Dialect } from "../dialects/dialect.ts";
import { onePortPrefix } from "../mounts/interfaces.ts";
import type { Addresses, InterfaceAddresses, InterfaceName } from "../mounts/interfaces.ts";

type Published = Pick<Config, "publicUrls">;

/**
 * Returns the published base address of an interface; without one, a path below the single port's published address.
 */
export function getPublishedAddress(
  { publicUrls }: Published,
  dialect: Dialect,
  name: InterfaceName,
): string | undefined {
  const below = publicUrls.web === undefined ? undefined : publicUrls.web + onePortPrefix(dialect, name);
  return publicUrls[dialect][name] ?? below;
}

/** Headers that proxies add. */
const FORWARDING = [
  "forwarded",
  "via",
  "x-forwarded-for",
  "x-forwarded-host",
  "x-forwarded-proto",
  "x-real-ip",
];

/** Tells whether a request names an open port of this machine, and has no proxy's header. */
export function cameDirectly(headers: IncomingHttpHeaders, addresses: Addresses | undefined): boolean {
  if (addresses === undefined || FORWARDING.some((name) => headers[name] !== undefined)) return false;
  const { web, ...dialects } = addresses;
  const open = DIALECTS.flatMap((dialect) => Object.values<string>(dialects[dialect] ?? {}));
  return [web, ...open].some((address) => new URL(address).host === headers.host);
}

/**
 * Returns the base address of each interface of a dialect: the published address, else the address that `fallback`
 * gives.
 */
export function listBaseAddresses(
  config: Published,
  dialect: Dialect,
  fallback: (name: InterfaceName) => string,
): InterfaceAddresses {
  const at = (name: InterfaceName): string => getPublishedAddress(config, dialect, name) ?? fallback(name);
  return { trading: at("trading"), data: at("data"), catalog: at("catalog") };
}

type AddressRequest = { readonly headers: IncomingHttpHeaders; readonly addresses: Addresses | undefined };

/**
 * Returns the base addresses of a dialect for a caller of the single port: absolute, or paths on the requested address.
 */
export function listBaseAddressesFor(
  config: Published,
  dialect: Dialect,
  { headers, addresses }: AddressRequest,
): InterfaceAddresses {
  const direct = cameDirectly(headers, addresses) ? addresses : undefined;
  return listBaseAddresses(
    config,
    dialect,
    (name) => direct?.[dialect]?.[name] ?? (direct?.web ?? "") + onePortPrefix(dialect, name),
  );
}
