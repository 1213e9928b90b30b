/** The interfaces that every dialect has, by their names in addresses. */
import type { Ports } from "../../settings/config.ts";
import { DIALECTS } from "../dialects/dialect.ts";
import type { Dialect } from "../dialects/dialect.ts";

export const INTERFACES = ["trading", "data", "catalog"] as const;
export type InterfaceName = (typeof INTERFACES)[number];

/** Base addresses, without a trailing slash; `undefined` for a dialect that is off. */
export type Addresses = {
  readonly web: string;
  readonly admin: string;
  readonly spec: InterfaceAddresses;
  readonly polymarket: InterfaceAddresses | undefined;
  readonly kuest: InterfaceAddresses | undefined;
};

export type InterfaceAddresses = Readonly<Record<InterfaceName, string>>;

/** Dialect that the web page uses. */
const DIALECT_OF_PAGE: Dialect = "polymarket";

/** Lists the dialects on the one port: dialects with addresses of their own, and the page's dialect. */
export const onePortDialects = (ports: Ports): Dialect[] =>
  DIALECTS.filter((dialect) => dialect === DIALECT_OF_PAGE || ports[dialect] !== undefined);

/** Builds the path prefix of an interface on the one-port address: /<dialect>/<interface>. */
export const onePortPrefix = (dialect: Dialect, name: InterfaceName): string => `/${dialect}/${name}`;
