/** Settings of ports, and of the public addresses that the exchange tells remote clients. */
import { isIPv4, isIPv6 } from "node:net";
import { canonicalAddress } from "../base/address-ranges.ts";
import { elementAt } from "../core/values/element-at.ts";
import { NO_INTERFACE_URLS, parseBaseUrl, parseInterfaceUrls } from "../base/public-urls.ts";
import { parseInterfacePorts, parsePort } from "./parsers.ts";
import { listSettings } from "./setting.ts";
import type { SettingTree, SettingsValues } from "./setting.ts";

export const PORT_SETTINGS = {
  web: {
    name: "PRESAGE_PORT",
    standard: "7000",
    meaning: "the web page, and everything on one port",
    parse: parsePort,
  },
  spec: {
    trading: {
      name: "PRESAGE_TRADING_PORT",
      standard: "7001",
      meaning: "trading interface as specified",
      parse: parsePort,
    },
    data: {
      name: "PRESAGE_DATA_PORT",
      standard: "7002",
      meaning: "data interface as specified",
      parse: parsePort,
    },
    catalog: {
      name: "PRESAGE_CATALOG_PORT",
      standard: "7003",
      meaning: "catalog interface as specified",
      parse: parsePort,
    },
  },
  polymarket: {
    name: "PRESAGE_POLYMARKET_PORTS",
    standard: "7011,7012,7013",
    production: "off",
    meaning:
      "Polymarket dialect: trading, data, catalog. `off` closes only these ports: the port of the web page always serves this dialect",
    parse: parseInterfacePorts,
  },
  kuest: {
    name: "PRESAGE_KUEST_PORTS",
    standard: "7021,7022,7023",
    production: "off",
    meaning: "Kuest dialect: trading, data, catalog",
    parse: parseInterfacePorts,
  },
  admin: {
    name: "PRESAGE_ADMIN_PORT",
    standard: "7004",
    meaning: "operator API and console",
    parse: parsePort,
  },
} as const satisfies SettingTree;

export const PUBLIC_URL_SETTINGS = {
  /** Public address of the single port, which serves the web page. */
  web: {
    name: "PRESAGE_PUBLIC_URL",
    unset: undefined,
    meaning:
      "public base URL of `PRESAGE_PORT`, such as `https://presage.example`: the exchange tells clients URLs below this URL, except for interfaces with a public URL of their own",
    parse: parseBaseUrl,
  },
  spec: {
    trading: {
      name: "PRESAGE_PUBLIC_TRADING_URL",
      unset: undefined,
      meaning: "public URL of the trading interface as specified",
      parse: parseBaseUrl,
    },
    data: {
      name: "PRESAGE_PUBLIC_DATA_URL",
      unset: undefined,
      meaning: "public URL of the data interface as specified",
      parse: parseBaseUrl,
    },
    catalog: {
      name: "PRESAGE_PUBLIC_CATALOG_URL",
      unset: undefined,
      meaning: "public URL of the catalog interface as specified",
      parse: parseBaseUrl,
    },
  },
  polymarket: {
    name: "PRESAGE_PUBLIC_POLYMARKET_URLS",
    unset: NO_INTERFACE_URLS,
    meaning: "public URLs of the Polymarket dialect: trading, data, catalog, with commas between them",
    parse: parseInterfaceUrls,
  },
  kuest: {
    name: "PRESAGE_PUBLIC_KUEST_URLS",
    unset: NO_INTERFACE_URLS,
    meaning: "public URLs of the Kuest dialect: trading, data, catalog, with commas between them",
    parse: parseInterfaceUrls,
  },
} as const satisfies SettingTree;

// Ports that a start opens, each with its host, and the check that no two addresses collide.

/** An address to listen at. */
export type ListenAddress = {
  /** Name of the setting that gives the port. */
  readonly setting: string;
  /** Name of the setting that gives the host, if that is not PRESAGE_HOST. */
  readonly hostSetting?: string;
  readonly host: string;
  readonly port: number;
};

export const ADMIN_HOST = "PRESAGE_ADMIN_HOST";

type PortSettings = {
  readonly host: string;
  readonly adminHost: string;
  readonly ports: SettingsValues<typeof PORT_SETTINGS>;
};

/** Lists the addresses in the order of the settings. */
function listListenAddresses({ host, adminHost, ports }: PortSettings): readonly ListenAddress[] {
  const { web, spec, polymarket, kuest, admin } = PORT_SETTINGS;
  const placesOf = (setting: string, opened: Readonly<Record<string, number>> = {}): ListenAddress[] =>
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
export function assertDistinctPorts(settings: PortSettings): void {
  const earlier: ListenAddress[] = [];
  for (const place of listListenAddresses(settings)) {
    const { setting, host, port } = place;
    const other = earlier.find((one) => port !== 0 && one.port === port && shareAddress(one.host, host));
    if (other !== undefined)
      throw new Error(
        `${setting}: expected a port of its own for each address, got ${port}, which ${other.setting} has as well`,
      );
    earlier.push(place);
  }
}

/** Tells if listening at both hosts would use a common address. */
const shareAddress = (one: string, other: string): boolean =>
  listHostAddresses(one).some((first) =>
    listHostAddresses(other).some((second) => covers(first, second) || covers(second, first)),
  );

/** Lists the addresses that listening at a host opens: two for localhost, else the host itself. */
const listHostAddresses = (host: string): readonly string[] =>
  host === "localhost" ? ["127.0.0.1", "::1"] : [canonicalAddress(host) ?? host.toLowerCase()];

/**
 * Tells if `address` equals `other`, or is a wildcard that includes `other`. The IPv6 wildcard also includes IPv4
 * addresses.
 */
const covers = (address: string, other: string): boolean =>
  address === other ||
  (address === "::" && (isIPv4(other) || isIPv6(other))) ||
  (address === "0.0.0.0" && isIPv4(other));

// Values of settings that give every address any free port.

/** Setting texts for free ports, by setting name. */
export const FREE_PORTS: Readonly<Record<string, string>> = Object.fromEntries(
  listSettings(PORT_SETTINGS).map(({ name, parse }) => [name, parse === parseInterfacePorts ? "0,0,0" : "0"]),
);
