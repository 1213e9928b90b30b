/** The interfaces that every dialect has, by the names that they have in addresses. */
import type { Config, Ports } from "../config.ts";
import { catalogEndpoints } from "./catalog/endpoints.ts";
import { catalogRefusals } from "./catalog/refusal.ts";
import { admissionOf } from "./data/allowlist.ts";
import { dataEndpoints } from "./data/endpoints.ts";
import { dataRefusals } from "./data/refusal.ts";
import { DIALECTS } from "./dialect.ts";
import type { Dialect } from "./dialect.ts";
import type { Mount, Place } from "./mount.ts";
import { tradingEndpoints } from "./trading/endpoints.ts";
import { tradingRefusals } from "./trading/refusal-form.ts";

export const INTERFACES = ["trading", "data", "catalog"] as const;
export type InterfaceName = (typeof INTERFACES)[number];

export type Interfaces = Readonly<
  Record<InterfaceName, Pick<Mount, "endpoints" | "form" | "admission" | "limited">>
>;

type Served = Pick<Config, "mode" | "dataAllowlist" | "trustedProxies">;

export const interfacesOf = (config: Served): Interfaces => ({
  trading: { endpoints: tradingEndpoints(config.mode), form: tradingRefusals, limited: "trading" },
  data: { endpoints: dataEndpoints, form: dataRefusals, admission: admissionOf(config), limited: "data" },
  catalog: { endpoints: catalogEndpoints, form: catalogRefusals, limited: "catalog" },
});

/** All interfaces but the one that was asked, each where it is. */
export const otherPlaces = (
  interfaces: Interfaces,
  asked: InterfaceName | undefined,
  at: (name: InterfaceName) => string,
): Place[] =>
  INTERFACES.filter((name) => name !== asked).map((name) => ({
    name,
    at: at(name),
    endpoints: interfaces[name].endpoints,
  }));

/** Dialects of the one port: those with addresses of their own, and Polymarket's, whose rows the web page reads. */
export const onePortDialects = (ports: Ports): Dialect[] =>
  DIALECTS.filter((dialect) => dialect === "polymarket" || ports[dialect] !== undefined);

/** An interface at its place on the one-port address: /<dialect>/<interface>. */
export const onePortPrefix = (dialect: Dialect, name: InterfaceName): string => `/${dialect}/${name}`;
