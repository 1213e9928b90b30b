/** Ports that a start opens, each with its host, and the check that no two addresses collide. */
import { isIPv4, isIPv6 } from "node:net";
import { elementAt } from "../core/element-at.ts";
import { canonicalAddress } from "../address-ranges.ts";
import { PORT_SETTINGS } from "./address-settings.ts";
import { listSettings } from "./setting.ts";
import type { ValuesOf } from "./setting.ts";

/** An address to listen at. */
export type PortPlace = {
  /** Setting of the port. */
  readonly setting: string;
  /** Setting of the host, if it is not PRESAGE_HOST. */
  readonly hostSetting?: string;
  readonly host: string;
  readonly port: number;
};

export const ADMIN_HOST = "PRESAGE_ADMIN_HOST";

type PortSettings = {
  readonly host: string;
  readonly adminHost: string;
  readonly ports: ValuesOf<typeof PORT_SETTINGS>;
};

/** Lists the addresses in the order of the settings. */
export function listPortPlaces({ host, adminHost, ports }: PortSettings): readonly PortPlace[] {
  const { web, spec, polymarket, kuest, admin } = PORT_SETTINGS;
  const placesOf = (setting: string, opened: Readonly<Record<string, number>> = {}): PortPlace[] =>
    Object.values(opened).map((port) => ({ setting, host, port }));
  return [
    { setting: web.name, host, port: ports.web },
    ...listSettings(spec).flatMap(({ name }, index) => ({
      setting: name,
      host,
      port: elementAt(Object.values(ports.spec), index),
    })),
    ...placesOf(polymarket.name, ports.polymarket),
    ...placesOf(kuest.name, ports.kuest),
    { setting: admin.name, hostSetting: ADMIN_HOST, host: adminHost, port: ports.admin },
  ];
}

/** Refuses two addresses with the same host and port: the second could not be opened. */
export function refuseSharedPorts(settings: PortSettings): void {
  const earlier: PortPlace[] = [];
  for (const place of listPortPlaces(settings)) {
    const { setting, host, port } = place;
    const other = earlier.find((one) => port !== 0 && one.port === port && meet(one.host, host));
    if (other !== undefined)
      throw new Error(
        `${setting}: expected a port of its own for each address, got ${port}, which ${other.setting} has as well`,
      );
    earlier.push(place);
  }
}

/** Tells if the addresses of two hosts overlap. */
const meet = (one: string, other: string): boolean =>
  addressesOf(one).some((first) =>
    addressesOf(other).some((second) => covers(first, second) || covers(second, first)),
  );

/** Lists the addresses that listening at a host opens: both of localhost, else the only one. */
const addressesOf = (host: string): readonly string[] =>
  host === "localhost" ? ["127.0.0.1", "::1"] : [canonicalAddress(host) ?? host.toLowerCase()];

/** Tells if an address equals another or is a wildcard that includes it. The IPv6 wildcard also includes IPv4 addresses. */
const covers = (address: string, other: string): boolean =>
  address === other ||
  (address === "::" && (isIPv4(other) || isIPv6(other))) ||
  (address === "0.0.0.0" && isIPv4(other));
