/**
 * Base addresses for callers. Those who come to a port of this machine are told the ports; everyone else what the
 * operator publishes, or a path of the address that they asked.
 */
import type { IncomingHttpHeaders } from "node:http";
import type { Config } from "../../config.ts";
import { DIALECTS } from "../dialects/dialect.ts";
import type { Dialect } from "../dialects/dialect.ts";
import { onePortPrefix } from "../interfaces.ts";
import type { Addresses, InterfaceAddresses, InterfaceName } from "../interfaces.ts";

type Published = Pick<Config, "publicUrls">;

/** Base address that the operator publishes for an interface; one below the one port's where it has none of its own. */
export function publishedAddress(
  { publicUrls }: Published,
  dialect: Dialect,
  name: InterfaceName,
): string | undefined {
  const below = publicUrls.web === undefined ? undefined : publicUrls.web + onePortPrefix(dialect, name);
  return publicUrls[dialect][name] ?? below;
}

/** Headers of proxies. */
const FORWARDING = [
  "forwarded",
  "via",
  "x-forwarded-for",
  "x-forwarded-host",
  "x-forwarded-proto",
  "x-real-ip",
];

/** True if a request names a port that is open here, and no proxy says that it passed it on. */
export function cameDirectly(headers: IncomingHttpHeaders, addresses: Addresses | undefined): boolean {
  if (addresses === undefined || FORWARDING.some((name) => headers[name] !== undefined)) return false;
  const { web, ...dialects } = addresses;
  const open = DIALECTS.flatMap((dialect) => Object.values<string>(dialects[dialect] ?? {}));
  return [web, ...open].some((address) => new URL(address).host === headers.host);
}

/** Base addresses of a dialect: the published one of each interface, and otherwise that of `fallback`. */
export function addressesOf(
  config: Published,
  dialect: Dialect,
  fallback: (name: InterfaceName) => string,
): InterfaceAddresses {
  const at = (name: InterfaceName): string => publishedAddress(config, dialect, name) ?? fallback(name);
  return { trading: at("trading"), data: at("data"), catalog: at("catalog") };
}

type AddressRequest = { readonly headers: IncomingHttpHeaders; readonly addresses: Addresses | undefined };

/** Base addresses of a dialect for a caller of the one port: absolute, or paths of the address that was asked. */
export function addressesFor(
  config: Published,
  dialect: Dialect,
  { headers, addresses }: AddressRequest,
): InterfaceAddresses {
  const direct = cameDirectly(headers, addresses) ? addresses : undefined;
  return addressesOf(
    config,
    dialect,
    (name) => direct?.[dialect]?.[name] ?? (direct?.web ?? "") + onePortPrefix(dialect, name),
  );
}
