/** Parsers of settings: each returns the checked value of a text, or throws an Error with the expected form. */
import { parseListedInstant } from "../listings/dates.ts";
import { STANDARD_LIMITS } from "../core/limits.ts";
import type { OrderLimits } from "../core/state.ts";
import { maskUser } from "../base/public-urls.ts";
import { isDatabaseUrl } from "../store/sql/primary.ts";

export const anyText = (text: string): string => text;

/** Makes a parser that accepts only these words. */
export const parseOneOf =
  <const Word extends string>(...words: readonly Word[]) =>
  (text: string): Word => {
    const word = words.find((candidate) => candidate === text);
    if (word !== undefined) return word;
    throw new Error(`expected ${words.join(", ")}, got "${text}"`);
  };

export const parseBoolean = (text: string): boolean => parseOneOf("true", "false")(text) === "true";

export const parseSwitch = (text: string): boolean => parseOneOf("on", "off")(text) === "on";

/** Reads a port; port 0 is any free port. */
export function parsePort(text: string): number {
  if (/^\d{1,5}$/.test(text) && Number(text) <= 65_535) return Number(text);
  throw new Error(`expected a port from 0 to 65535, got "${text}"`);
}

/** Reads the ports of a dialect's interfaces; `undefined` for `off`. */
export function parseInterfacePorts(
  text: string,
): { readonly trading: number; readonly data: number; readonly catalog: number } | undefined {
  if (text === "off") return undefined;
  const ports = text.split(",").map((port) => parsePort(port.trim()));
  if (isTriple(ports)) {
    const [trading, data, catalog] = ports;
    return { trading, data, catalog };
  }
  throw new Error(`expected "off" or three ports "trading,data,catalog", got "${text}"`);
}

const isTriple = (numbers: readonly number[]): numbers is readonly [number, number, number] =>
  numbers.length === 3;

export function parseCount(text: string): number {
  if (/^(0|[1-9]\d{0,6})$/.test(text)) return Number(text);
  throw new Error(`expected a whole number up to 9999999, got "${text}"`);
}

const MAX_GATEWAYS = 24;

/** Reads the number of gateways, or `auto`. */
export function parseGateways(text: string): number | "auto" {
  if (text === "auto") return text;
  if (/^(0|[1-9]\d?)$/.test(text) && Number(text) <= MAX_GATEWAYS) return Number(text);
  throw new Error(`expected auto or a number from 0 to ${MAX_GATEWAYS}, got "${text}"`);
}

/** Reads whole seconds, at most an hour. */
export function parseSeconds(text: string): number {
  if (/^(0|[1-9]\d{0,3})$/.test(text) && Number(text) <= 3_600) return Number(text);
  throw new Error(`expected seconds from 0 to 3600, got "${text}"`);
}

/** Formats order limits as the text that `parseOrderLimits` reads. */
export const orderLimitsText = ({ ofAccountInMarket, ofAccount, inMarket, inAll }: OrderLimits): string =>
  [ofAccountInMarket, ofAccount, inMarket, inAll].join(",");

const isQuadruple = (numbers: readonly number[]): numbers is readonly [number, number, number, number] =>
  numbers.length === 4;

export function parseOrderLimits(text: string): OrderLimits {
  const counts = text.split(",").map((count) => parseCount(count.trim()));
  if (isQuadruple(counts)) {
    const [ofAccountInMarket, ofAccount, inMarket, inAll] = counts;
    return { ...STANDARD_LIMITS, ofAccountInMarket, ofAccount, inMarket, inAll };
  }
  throw new Error(`expected four numbers "wallet and market,wallet,market,all", got "${text}"`);
}

/** Reads the factor of all rate limits: 0.5 halves the published limits. `off` is `undefined`. */
export function parseRateLimits(text: string): number | undefined {
  if (text === "off") return undefined;
  if (text === "on") return 1;
  if (/^\d{1,4}(\.\d{1,3})?$/.test(text) && Number(text) > 0) return Number(text);
  throw new Error(`expected on, off, or a factor like 2 or 0.5, got "${text}"`);
}

/** Reads prefixes of headers, in upper case with the underscore: "SVC_". */
export function parseHeaderPrefixes(text: string): readonly string[] {
  const prefixes = text.split(",").map((prefix) => prefix.trim().toUpperCase());
  const wrong = prefixes.find((prefix) => !/^[A-Z][A-Z0-9]*_$/.test(prefix));
  if (wrong === undefined) return prefixes;
  throw new Error(`expected prefixes like SVC_ separated by commas, got "${wrong}"`);
}

export function parseChainIds(text: string): readonly number[] {
  const wrong = text.split(",").find((id) => !/^[1-9]\d{0,14}$/.test(id.trim()));
  if (wrong === undefined) return text.split(",").map(Number);
  throw new Error(`expected chain ids separated by commas, got "${wrong}"`);
}

/** Reads the address of a PostgreSQL database; the error does not repeat the text, which may hold a password. */
export function parseDatabaseUrl(text: string): string {
  if (isDatabaseUrl(text)) return text;
  throw new Error(
    "expected postgres://user:password@host:port/database, of several servers host:port,host:port/database",
  );
}

/** Reads addresses of NATS servers; the error does not repeat the text, which may hold a password. */
export function parseNatsUrls(text: string): readonly string[] {
  const servers = text.split(",").map((server) => server.trim());
  if (servers.every(isNatsUrl)) return servers;
  throw new Error(
    "expected nats://host:4222, with TLS tls://host:4222, of several servers nats://user:password@host:4222,nats://host:4222",
  );
}

function isNatsUrl(text: string): boolean {
  const { protocol, hostname, pathname = "", search = "" } = URL.parse(text) ?? {};
  return (
    ["nats:", "tls:"].includes(protocol ?? "") &&
    hostname !== "" &&
    ["", "/"].includes(pathname) &&
    search === ""
  );
}

/** Masks users and passwords of the addresses of NATS servers. */
export const maskNatsUsers = (text: string): string => text.split(",").map(maskUser).join(",");

/** Reads the name of a cluster, which PostgreSQL, logs and subjects of messages can all carry. */
export function parseClusterName(text: string): string {
  if (/^[a-z][a-z0-9-]{0,39}$/.test(text)) return text;
  throw new Error(
    `expected a name of up to 40 lower-case letters, digits and hyphens that begins with a letter, got "${text}"`,
  );
}

/** Masks user, password and query of a database's address. */
export const maskPassword = (url: string): string => maskUser(url).replace(/[?#].*$/s, "?hidden");

/** Reads 64 or more hex digits; the error does not repeat the text. */
export function parseHexSecret(text: string): string {
  if (/^[0-9a-f]{64,}$/i.test(text)) return text;
  throw new Error("expected at least 64 hexadecimal characters");
}

/** Reads an instant with its zone, in milliseconds since 1970. */
export function parseInstant(text: string): number {
  const instant = parseListedInstant(text);
  if (instant !== undefined) return Date.parse(instant);
  throw new Error(`expected an instant like 2026-01-31T12:00:00Z, got "${text}"`);
}
