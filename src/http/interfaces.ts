/** The interfaces that every dialect has, by the names that they have in addresses. */
import type { Ports } from "../config.ts";
import { DIALECTS } from "./dialects/dialect.ts";
import type { Dialect } from "./dialects/dialect.ts";

export const INTERFACES = ["trading", "data", "catalog"] as const;
export type InterfaceName = (typeof INTERFACES)[number];

/** Base addresses, without a trailing slash; a dialect that is off has none. */
export type Addresses = {
  readonly web: string;
  readonly admin: string;
  readonly spec: InterfaceAddresses;
  readonly polymarket: InterfaceAddresses | undefined;
  readonly kuest: InterfaceAddresses | undefined;
};

export type InterfaceAddresses = Readonly<Record<InterfaceName, string>>;

/** Dialect whose rows the web page reads. */
const DIALECT_OF_PAGE: Dialect = "polymarket";

/** Dialects of the one port: those with addresses of their own, and that of the page. */
export const onePortDialects = (ports: Ports): Dialect[] =>
  DIALECTS.filter((dialect) => dialect === DIALECT_OF_PAGE || ports[dialect] !== undefined);

/** An interface at its place on the one-port address: /<dialect>/<interface>. */
export const onePortPrefix = (dialect: Dialect, name: InterfaceName): string => `/${dialect}/${name}`;
