/** Mounts of the interfaces: on their own addresses, below the one port, and the console's reads at the operator's address. */
import type { IncomingHttpHeaders } from "node:http";
import type { Config } from "../../settings/config.ts";
import { catalogEndpoints } from "../catalog/endpoints.ts";
import { catalogErrorFormat } from "../catalog/refusal.ts";
import { dataEndpoints } from "../data/endpoints.ts";
import { createAllowlistAdmission, dataErrorFormat } from "../data/refusal.ts";
import { operationsIn } from "../dialects/dialect-parameters.ts";
import type { Dialect } from "../dialects/dialect.ts";
import { healthEndpoints } from "../health/health-endpoints.ts";
import { INTERFACES, onePortDialects, onePortPrefix } from "./interfaces.ts";
import type { InterfaceName } from "./interfaces.ts";
import type { Mount, MountedInterface } from "./mount.ts";
import { INTERFACE_PAGES, onePortPage } from "../openapi/interface-pages.ts";
import { withOpenApi } from "../openapi/with-openapi.ts";
import { INDEX, indexEndpoint } from "../page/page-files.ts";
import { tradingEndpoints } from "../trading/endpoints.ts";
import { getBook } from "../trading/books/books.ts";
import { getSolvency } from "../trading/ledger/get-solvency.ts";
import { tradingErrorFormat } from "../trading/error-format.ts";

export type Interfaces = Readonly<Record<InterfaceName, Interface>>;

type Interface = Pick<Mount, "endpoints" | "form" | "admission" | "limited"> & {
  /** Adds operations with documents of the live channels, if the interface has live channels. */
  readonly describe?: (mount: Mount) => Mount;
};

type InterfaceSettings = Pick<Config, "mode" | "dataAllowlist" | "trustedProxies">;

export const createInterfaces = (config: InterfaceSettings): Interfaces => ({
  trading: { endpoints: tradingEndpoints(config.mode), form: tradingErrorFormat, limited: "trading" },
  data: {
    endpoints: dataEndpoints,
    form: dataErrorFormat,
    admission: createAllowlistAdmission(config),
    limited: "data",
  },
  catalog: { endpoints: catalogEndpoints, form: catalogErrorFormat, limited: "catalog" },
});

type RequestedInterface = { readonly dialect: Dialect; readonly asked: InterfaceName | undefined };

/** Lists all interfaces of the dialect except the requested one, each with its address. */
export const listOtherInterfaces = (
  interfaces: Interfaces,
  { dialect, asked }: RequestedInterface,
  at: (name: InterfaceName) => string,
): MountedInterface[] =>
  INTERFACES.filter((name) => name !== asked).map((name) => ({
    name,
    at: at(name),
    endpoints: operationsIn(interfaces[name].endpoints, dialect),
  }));

/** Creates the console's reads at the operator's address: markets, their books, and the proof of solvency. */
export function consoleMounts(config: Config, interfaces: Interfaces): Mount[] {
  const { trading } = interfaces;
  const read = { ...interfaces, trading: { ...trading, endpoints: [getBook, getSolvency] } };
  return [
    ...prefixedMounts(config, interfaces, { dialect: "polymarket", names: ["catalog"] }),
    ...prefixedMounts(config, read, { dialect: "spec", names: ["trading"] }),
  ].map((mount) => ({ ...mount, forOperators: true }));
}

/** Creates complete dialects at /<dialect>/<interface> of one port, with an index of the dialects. */
export function onePortMounts(config: Config, interfaces: Interfaces): Mount[] {
  const dialects = onePortDialects(config.ports);
  const index: Mount = {
    dialect: "spec",
    prefix: "",
    endpoints: [indexEndpoint(dialects), ...healthEndpoints(INDEX)],
    form: tradingErrorFormat,
    publicUrl: config.publicUrls.web,
    elsewhere: () =>
      dialects.flatMap((dialect) =>
        listOtherInterfaces(interfaces, { dialect, asked: undefined }, (other) =>
          onePortPrefix(dialect, other),
        ),
      ),
    crossOrigin: config,
    limited: "trading",
  };
  const { web } = config.publicUrls;
  return [
    withOpenApi(index, onePortPage, config),
    ...dialects.flatMap((dialect) =>
      prefixedMounts(config, interfaces, { dialect, names: INTERFACES, publicUrl: web }),
    ),
  ];
}

type PrefixedMount = {
  readonly dialect: Dialect;
  readonly names: readonly InterfaceName[];
  /** Published address on which the interfaces are mounted. */
  readonly publicUrl?: string | undefined;
};

/** Creates the interfaces of a dialect at /<dialect>/<interface>. */
function prefixedMounts(
  config: Config,
  interfaces: Interfaces,
  { dialect, names, publicUrl }: PrefixedMount,
): Mount[] {
  const at = (name: InterfaceName) => onePortPrefix(dialect, name);
  return names.map((name) =>
    createMount(config, interfaces, {
      name,
      dialect,
      prefix: at(name),
      publicUrl: publicUrl && publicUrl + at(name),
      at,
    }),
  );
}

type InterfaceMount = Pick<Mount, "dialect" | "prefix" | "publicUrl"> & {
  readonly name: InterfaceName;
  /** Returns the address of an interface of the dialect, for a caller with these headers. */
  readonly at: (name: InterfaceName, headers: IncomingHttpHeaders) => string;
};

/** Mounts an interface with its documents, including the document of its live channels, if any. */
export function createMount(
  config: Config,
  interfaces: Interfaces,
  { name, at, ...place }: InterfaceMount,
): Mount {
  const elsewhere = (headers: IncomingHttpHeaders) =>
    listOtherInterfaces(interfaces, { dialect: place.dialect, asked: name }, (other) => at(other, headers));
  const mount = { ...interfaces[name], ...place, elsewhere, crossOrigin: config };
  const documented = withOpenApi(mount, INTERFACE_PAGES[name], config);
  return interfaces[name].describe?.(documented) ?? documented;
}
