/**
 * Configuration: environment variables PRESAGE_*, which flags override (PRESAGE_TRADING_PORT is --trading-port),
 * checked once at start. An unknown or malformed setting is refused by name.
 */
import { parseRanges } from "./address-ranges.ts";
import type { AddressRanges } from "./address-ranges.ts";
import { STANDARD_LIMITS } from "./core/limits.ts";
import type { OrderLimits, Rules } from "./core/state.ts";
import { didYouMean } from "./nearest-name.ts";
import { parseOrigins } from "./origins.ts";
import type { Origins } from "./origins.ts";
import { parseBaseUrl, parseInterfaceUrls } from "./public-urls.ts";
import type { PublicUrls } from "./public-urls.ts";
import { flagOf, SETTINGS } from "./settings.ts";
import type { Setting, SettingName as Name } from "./settings.ts";
import { builtInDomains } from "./signing/built-in-domains.ts";
import { parseDomains } from "./signing/configured-domains.ts";
import { parseOperators } from "./signing/operators.ts";
import type { OperatorEntry } from "./signing/operators.ts";
import type { OrderDomain } from "./signing/order-domain.ts";

export type Mode = "sandbox" | "production";

export type Config = {
  readonly mode: Mode;
  readonly host: string;
  /** Of the operator API, which is not opened to the network unless the operator says so. */
  readonly adminHost: string;
  /** Ports by address; 0 is any free port, `undefined` is not opened. */
  readonly ports: Ports;
  /** Addresses that clients elsewhere are told instead of these ports. */
  readonly publicUrls: PublicUrls;
  readonly dataDirectory: string;
  /** An external PostgreSQL; `undefined` starts the one that comes with the package. */
  readonly databaseUrl: string | undefined;
  /** Upper case, with the underscore: "SVC_". */
  readonly headerPrefixes: readonly string[];
  readonly publicRecords: boolean;
  readonly chainIds: readonly number[];
  readonly domains: readonly OrderDomain[];
  readonly rules: Rules;
  /** From where the data interface may be read; `undefined` is everywhere. */
  readonly dataAllowlist: AddressRanges | undefined;
  /** Whose X-Forwarded-For counts. */
  readonly trustedProxies: AddressRanges;
  /** Pages of which web origins may do more than read what is public. */
  readonly origins: Origins;
  /** What the numbers of the rate limits are multiplied by; `undefined` limits nothing. */
  readonly rateLimits: number | undefined;
  /** Connections of any kind at a time, in all and from one address. */
  readonly maxConnections: number;
  readonly maxConnectionsPerAddress: number;
  /** Live connections at a time, in all and from one address. */
  readonly maxStreams: number;
  readonly maxStreamsPerAddress: number;
  /** Hex; `undefined` reads or makes the file in the data directory. */
  readonly masterKey: string | undefined;
  readonly adminToken: string | undefined;
  /** Where commands find the operator API of a running exchange, without a trailing slash; `undefined` looks in the data directory. */
  readonly adminUrl: string | undefined;
  /** Besides the one with the admin token. */
  readonly operators: readonly OperatorEntry[];
  readonly logLevel: LogLevel;
  /** Print the addresses as one line of JSON. */
  readonly json: boolean;
};

export type Ports = {
  readonly web: number;
  readonly admin: number;
  readonly spec: InterfacePorts;
  readonly polymarket: InterfacePorts | undefined;
  readonly kuest: InterfacePorts | undefined;
};

export type InterfacePorts = { readonly trading: number; readonly data: number; readonly catalog: number };

const LOG_LEVELS = ["debug", "info", "warn", "error", "silent"] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** A setting that cannot be used; the message names it and fits on one line. */
class ConfigError extends Error {}

type Settings = { readonly [name: string]: string | undefined };

const NAMES: readonly Name[] = SETTINGS.map(({ name }) => name);

/** Variables that the start banner gives clients, in the order trading, data, catalog. Every command accepts and ignores them. */
export const CLIENT_VARIABLES = ["PRESAGE_TRADING_URL", "PRESAGE_DATA_URL", "PRESAGE_CATALOG_URL"] as const;

const known: ReadonlySet<string> = new Set([...NAMES, ...CLIENT_VARIABLES]);

const SECRETS: ReadonlySet<Name> = new Set(namesOfKind("secret"));

const FLAGGED: readonly Name[] = NAMES.filter((name) => !namesOfKind("commands").includes(name));

function namesOfKind(kind: Setting["kind"]): Name[] {
  return SETTINGS.filter((setting) => setting.kind === kind).map(({ name }) => name);
}

/** The flags of all settings, for subcommands that have flags of their own beside them. */
export const SETTING_FLAGS: readonly string[] = FLAGGED.map(flagOf);

/** Reads the configuration; throws ConfigError. */
export function readConfig(environment: Settings, flags: readonly string[]): Config {
  refuseUnknown(environment);
  const settings: Settings = { ...environment, ...readFlags(flags) };
  const get = (name: Name): string | undefined => (settings[name] === "" ? undefined : settings[name]);
  const mode = oneOf("PRESAGE_MODE", get("PRESAGE_MODE") ?? "sandbox", ["sandbox", "production"] as const);
  const sandbox = mode === "sandbox";
  const ports = readPorts(get, sandbox);
  const chainIds = readChainIds(get("PRESAGE_CHAIN_IDS") ?? "137,80002");
  return {
    mode,
    host: get("PRESAGE_HOST") ?? "127.0.0.1",
    adminHost: get("PRESAGE_ADMIN_HOST") ?? "127.0.0.1",
    ports,
    publicUrls: readPublicUrls(get, ports),
    dataDirectory: get("PRESAGE_DATA_DIR") ?? "./data",
    databaseUrl: readDatabaseUrl(get("DATABASE_URL")),
    headerPrefixes: readPrefixes(get("PRESAGE_HEADER_PREFIXES") ?? "SVC_,POLY_,KUEST_"),
    publicRecords: readBoolean("PRESAGE_PUBLIC_RECORDS", get("PRESAGE_PUBLIC_RECORDS") ?? String(sandbox)),
    chainIds,
    domains: readDomains(get("PRESAGE_EXCHANGES"), chainIds),
    rules: {
      selfTrade: oneOf(
        "PRESAGE_SELF_TRADE",
        get("PRESAGE_SELF_TRADE") ?? (sandbox ? "allow" : "cancel-resting"),
        ["allow", "cancel-resting", "cancel-incoming"] as const,
      ),
      autoRedeem: readBoolean("PRESAGE_AUTO_REDEEM", get("PRESAGE_AUTO_REDEEM") ?? String(sandbox)),
      limits: readLimits(get("PRESAGE_ORDER_LIMITS")),
    },
    dataAllowlist: readAllowlist(get("PRESAGE_DATA_ALLOWLIST")),
    trustedProxies: readRanges("PRESAGE_TRUSTED_PROXIES", get("PRESAGE_TRUSTED_PROXIES") ?? ""),
    origins: named("PRESAGE_ORIGINS", () => parseOrigins(get("PRESAGE_ORIGINS") ?? (sandbox ? "*" : "none"))),
    rateLimits: readRateLimits(get("PRESAGE_RATE_LIMITS") ?? (sandbox ? "off" : "on")),
    ...readConnectionLimits(get),
    masterKey: readSecret("PRESAGE_MASTER_KEY", get("PRESAGE_MASTER_KEY")),
    adminToken: readSecret("PRESAGE_ADMIN_TOKEN", get("PRESAGE_ADMIN_TOKEN")),
    adminUrl: readBaseUrl("PRESAGE_ADMIN_URL", get("PRESAGE_ADMIN_URL")),
    operators: readOperators(get("PRESAGE_OPERATORS")),
    logLevel: oneOf("PRESAGE_LOG_LEVEL", get("PRESAGE_LOG_LEVEL") ?? "warn", LOG_LEVELS),
    json: readBoolean("PRESAGE_JSON", get("PRESAGE_JSON") ?? "false"),
  };
}

/** Throws at the first variable `PRESAGE_...` that is no setting, naming the nearest one and then all. */
function refuseUnknown(environment: Settings): void {
  const unknown = Object.keys(environment).find((name) => name.startsWith("PRESAGE_") && !known.has(name));
  if (unknown === undefined) return;
  const near = didYouMean(unknown, [...known]);
  throw new ConfigError(`${unknown} is not a setting${near}; known are ${NAMES.join(", ")}`);
}

/** Flags as settings: `--trading-port 7001`, `--trading-port=7001`; `--json` alone is true. */
function readFlags(flags: readonly string[]): Settings {
  const settings: Record<string, string> = {};
  for (let index = 0; index < flags.length; index += 1) {
    const [flag, inline] = flags[index].split(/=(.*)/s, 2);
    const name = FLAGGED.find((candidate) => flagOf(candidate) === flag);
    if (name === undefined)
      throw new ConfigError(`${flag} is not a flag; known are ${SETTING_FLAGS.join(", ")}`);
    if (SECRETS.has(name))
      throw new ConfigError(`${flag}: every user of the machine can read arguments; set ${name} instead`);
    if (inline !== undefined) {
      settings[name] = inline;
    } else if (name === "PRESAGE_JSON") {
      settings[name] = "true";
    } else {
      index += 1;
      const value = flags[index];
      if (value === undefined) throw new ConfigError(`${flag} needs a value`);
      settings[name] = value;
    }
  }
  return settings;
}

function readPorts(get: (name: Name) => string | undefined, sandbox: boolean): Ports {
  const single = (name: Name, standard: string): number => readPort(name, get(name) ?? standard);
  return {
    web: single("PRESAGE_PORT", "7000"),
    admin: single("PRESAGE_ADMIN_PORT", "7004"),
    spec: {
      trading: single("PRESAGE_TRADING_PORT", "7001"),
      data: single("PRESAGE_DATA_PORT", "7002"),
      catalog: single("PRESAGE_CATALOG_PORT", "7003"),
    },
    polymarket: readDialectPorts("PRESAGE_POLYMARKET_PORTS", get, sandbox ? "7011,7012,7013" : "off"),
    kuest: readDialectPorts("PRESAGE_KUEST_PORTS", get, sandbox ? "7021,7022,7023" : "off"),
  };
}

/** Ports of the trading, data and catalog interfaces in a dialect. */
function readDialectPorts(
  name: Name,
  get: (name: Name) => string | undefined,
  standard: string,
): InterfacePorts | undefined {
  const text = get(name) ?? standard;
  if (text === "off") return undefined;
  const ports = text.split(",").map((port) => readPort(name, port.trim()));
  const [trading, data, catalog] = ports;
  if (ports.length !== 3)
    throw new ConfigError(`${name}: expected "off" or three ports "trading,data,catalog", got "${text}"`);
  return { trading, data, catalog };
}

function readPort(name: Name, text: string): number {
  if (/^\d{1,5}$/.test(text) && Number(text) <= 65_535) return Number(text);
  throw new ConfigError(`${name}: expected a port from 0 to 65535, got "${text}"`);
}

function readCount(name: Name, text: string): number {
  if (/^(0|[1-9]\d{0,6})$/.test(text)) return Number(text);
  throw new ConfigError(`${name}: expected a whole number up to 9999999, got "${text}"`);
}

function readConnectionLimits(get: (name: Name) => string | undefined) {
  const count = (name: Name, standard: string): number => readCount(name, get(name) ?? standard);
  return {
    maxConnections: count("PRESAGE_MAX_CONNECTIONS", "10000"),
    maxConnectionsPerAddress: count("PRESAGE_MAX_CONNECTIONS_PER_ADDRESS", "4000"),
    maxStreams: count("PRESAGE_MAX_STREAMS", "5000"),
    maxStreamsPerAddress: count("PRESAGE_MAX_STREAMS_PER_ADDRESS", "2000"),
  };
}

/** Open orders of a wallet in a market, of a wallet, of a market and in all. */
function readLimits(text: string | undefined): OrderLimits {
  if (text === undefined) return STANDARD_LIMITS;
  const counts = text.split(",").map((count) => readCount("PRESAGE_ORDER_LIMITS", count.trim()));
  const [ofAccountInMarket, ofAccount, inMarket, inAll] = counts;
  if (counts.length === 4) return { ...STANDARD_LIMITS, ofAccountInMarket, ofAccount, inMarket, inAll };
  throw new ConfigError(
    `PRESAGE_ORDER_LIMITS: expected four numbers "wallet and market,wallet,market,all", got "${text}"`,
  );
}

/** A factor may have decimals: 0.5 lets through half of what is published. */
function readRateLimits(text: string): number | undefined {
  if (text === "off") return undefined;
  if (text === "on") return 1;
  if (/^\d{1,4}(\.\d{1,3})?$/.test(text) && Number(text) > 0) return Number(text);
  throw new ConfigError(`PRESAGE_RATE_LIMITS: expected on, off, or a factor like 2 or 0.5, got "${text}"`);
}

function readPrefixes(text: string): string[] {
  const prefixes = text.split(",").map((prefix) => prefix.trim().toUpperCase());
  const wrong = prefixes.find((prefix) => !/^[A-Z][A-Z0-9]*_$/.test(prefix));
  if (wrong === undefined) return prefixes;
  throw new ConfigError(
    `PRESAGE_HEADER_PREFIXES: expected prefixes like SVC_ separated by commas, got "${wrong}"`,
  );
}

function readChainIds(text: string): number[] {
  const wrong = text.split(",").find((id) => !/^[1-9]\d{0,14}$/.test(id.trim()));
  if (wrong === undefined) return text.split(",").map(Number);
  throw new ConfigError(`PRESAGE_CHAIN_IDS: expected chain ids separated by commas, got "${wrong}"`);
}

function readDomains(text: string | undefined, chainIds: readonly number[]): readonly OrderDomain[] {
  if (text === undefined) return builtInDomains(chainIds);
  return named("PRESAGE_EXCHANGES", () => parseDomains(text));
}

const readOperators = (text: string | undefined): readonly OperatorEntry[] =>
  text === undefined ? [] : named("PRESAGE_OPERATORS", () => parseOperators(text));

/** What `parse` finds wrong is the setting's. */
function named<T>(name: Name, parse: () => T): T {
  try {
    return parse();
  } catch (error) {
    throw new ConfigError(`${name}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

const readRanges = (name: Name, text: string): AddressRanges => named(name, () => parseRanges(text));

const readAllowlist = (text: string | undefined): AddressRanges | undefined =>
  text === undefined ? undefined : readRanges("PRESAGE_DATA_ALLOWLIST", text);

function readBoolean(name: Name, text: string): boolean {
  return oneOf(name, text, ["true", "false"] as const) === "true";
}

function readDatabaseUrl(text: string | undefined): string | undefined {
  if (text === undefined || (/^postgres(ql)?:\/\/./.test(text) && URL.canParse(text))) return text;
  throw new ConfigError("DATABASE_URL: expected postgres://user:password@host:port/database");
}

const readBaseUrl = (name: Name, text: string | undefined): string | undefined =>
  text === undefined ? undefined : named(name, () => parseBaseUrl(text));

function readPublicUrls(get: (name: Name) => string | undefined, ports: Ports): PublicUrls {
  const one = (name: Name): string | undefined => readBaseUrl(name, get(name));
  const three = (name: Name, dialect: "polymarket" | "kuest"): PublicUrls["spec"] => {
    const text = get(name);
    if (text === undefined) return { trading: undefined, data: undefined, catalog: undefined };
    if (ports[dialect] !== undefined) return named(name, () => parseInterfaceUrls(text));
    throw new ConfigError(
      `${name}: that dialect has no addresses, set PRESAGE_${dialect.toUpperCase()}_PORTS as well`,
    );
  };
  return {
    web: one("PRESAGE_PUBLIC_URL"),
    spec: {
      trading: one("PRESAGE_PUBLIC_TRADING_URL"),
      data: one("PRESAGE_PUBLIC_DATA_URL"),
      catalog: one("PRESAGE_PUBLIC_CATALOG_URL"),
    },
    polymarket: three("PRESAGE_PUBLIC_POLYMARKET_URLS", "polymarket"),
    kuest: three("PRESAGE_PUBLIC_KUEST_URLS", "kuest"),
  };
}

function readSecret(name: Name, text: string | undefined): string | undefined {
  if (text === undefined || /^[0-9a-f]{64,}$/i.test(text)) return text;
  throw new ConfigError(`${name}: expected at least 64 hexadecimal characters`);
}

function oneOf<const T extends string>(name: Name, text: string, values: readonly T[]): T {
  const value = values.find((candidate) => candidate === text);
  if (value !== undefined) return value;
  throw new ConfigError(`${name}: expected ${values.join(", ")}, got "${text}"`);
}
