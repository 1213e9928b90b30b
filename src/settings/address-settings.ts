/** Settings of ports, and of the public addresses that remote clients use instead. */
import { NO_INTERFACE_URLS, parseBaseUrl, parseInterfaceUrls } from "../public-urls.ts";
import { parseInterfacePorts, parsePort } from "./parsers.ts";
import type { SettingTree } from "./setting.ts";

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
      "Polymarket dialect: trading, data, catalog; on the one port it is always, since the web page reads it",
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
  /** Address of the single port, which serves the web page. */
  web: {
    name: "PRESAGE_PUBLIC_URL",
    unset: undefined,
    meaning:
      "base address of the one port as clients elsewhere reach it, as `https://presage.example`: they are told interfaces below it, unless these have their own",
    parse: parseBaseUrl,
  },
  spec: {
    trading: {
      name: "PRESAGE_PUBLIC_TRADING_URL",
      unset: undefined,
      meaning: "the same of the trading interface as specified",
      parse: parseBaseUrl,
    },
    data: {
      name: "PRESAGE_PUBLIC_DATA_URL",
      unset: undefined,
      meaning: "the same of the data interface as specified",
      parse: parseBaseUrl,
    },
    catalog: {
      name: "PRESAGE_PUBLIC_CATALOG_URL",
      unset: undefined,
      meaning: "the same of the catalog interface as specified",
      parse: parseBaseUrl,
    },
  },
  polymarket: {
    name: "PRESAGE_PUBLIC_POLYMARKET_URLS",
    unset: NO_INTERFACE_URLS,
    meaning: "the same of the Polymarket dialect: trading, data, catalog, with commas between them",
    parse: parseInterfaceUrls,
  },
  kuest: {
    name: "PRESAGE_PUBLIC_KUEST_URLS",
    unset: NO_INTERFACE_URLS,
    meaning: "the same of the Kuest dialect",
    parse: parseInterfaceUrls,
  },
} as const satisfies SettingTree;
