/** Opens the addresses: one per dialect and interface, one for all of them together, and the operator's. */
import type { FastifyInstance } from "fastify";
import type { Config, InterfacePorts, Ports } from "../config.ts";
import type { Context } from "../context.ts";
import { adminEndpoints } from "./admin/endpoints.ts";
import { operatorRefusals } from "./admin/refusal-form.ts";
import { DIALECTS } from "./dialect.ts";
import type { Dialect } from "./dialect.ts";
import { addDocsPage } from "./docs-page.ts";
import type { DocsEntry } from "./docs-page.ts";
import { INTERFACES, interfacesOf, onePortPrefix, otherPlaces } from "./interfaces.ts";
import type { InterfaceName, Interfaces } from "./interfaces.ts";
import type { Mount } from "./mount.ts";
import { OPENAPI_PATH, withOpenApi } from "./openapi/with-openapi.ts";
import { operatorPage } from "./openapi/operator-page.ts";
import { INTERFACE_PAGES } from "./openapi/interface-pages.ts";
import { titleOf } from "./openapi/document.ts";
import { withAsyncApi } from "../stream/asyncapi/with-asyncapi.ts";
import { channelsOf } from "../stream/channels.ts";
import { createStreams } from "../stream/streams.ts";
import { createGuard } from "./guard/guard.ts";
import type { StreamMount } from "../stream/streams.ts";
import { PAGE_PATHS } from "./page-paths.ts";
import { pageSettings } from "./page-settings.ts";
import { createServer } from "./server.ts";
import { tradingRefusals } from "./trading/refusal-form.ts";
import { createValidators } from "./validators.ts";
import { indexOf } from "./web-index.ts";
import { addWebPage } from "./web-page.ts";
import type { WebPage } from "./web-page.ts";

/** Base addresses, without a trailing slash; a dialect that is off has none. */
export type Addresses = {
  readonly web: string;
  readonly admin: string;
  readonly spec: InterfaceAddresses;
  readonly polymarket: InterfaceAddresses | undefined;
  readonly kuest: InterfaceAddresses | undefined;
};

export type InterfaceAddresses = Readonly<Record<InterfaceName, string>>;

export type Listening = { readonly addresses: Addresses; close(): Promise<void> };

/** Throws one clear line that names the setting when a port is taken; nothing stays open then. */
export async function listen(context: Context): Promise<Listening> {
  const opened: FastifyInstance[] = [];
  const streams = createStreams(context, channelsOf(context));
  const guard = createGuard(context);
  const validators = createValidators();
  /** A key can beat while its address is open, and must. */
  let unwatch = (): void => {};
  const close = async (): Promise<void> => {
    unwatch();
    await streams.close();
    await Promise.all(opened.splice(0).map(closeServer));
    guard.close();
  };
  const open = (address: Address): Promise<string> => {
    const server = createServer(context, address.mounts, { guard, validators });
    opened.push(server);
    streams.attach(server, address.streams ?? []);
    if (address.docs !== undefined) addDocsPage(server, address.docs);
    if (address.page !== undefined) addWebPage(server, address.page);
    return openPort(server, address);
  };
  try {
    const addresses = await openAll(context.config, open);
    unwatch = context.heartbeats.watch();
    return { addresses, close };
  } catch (error) {
    await close();
    throw error;
  }
}

type Open = (address: Address) => Promise<string>;

type Address = {
  /** The setting that chose the port. */
  readonly setting: string;
  /** The setting that chose the host, where it is not PRESAGE_HOST. */
  readonly hostSetting?: string;
  readonly host: string;
  readonly port: number;
  readonly mounts: readonly Mount[];
  /** Where it has live channels. */
  readonly streams?: readonly StreamMount[];
  /** The documents that its page shows; without them it has no page. */
  readonly docs?: readonly DocsEntry[];
  readonly page?: WebPage;
};

const allPorts = (setting: string) => ({ trading: setting, data: setting, catalog: setting });

/** The settings that choose the ports of a dialect's interfaces. */
const SETTINGS: Readonly<Record<Dialect, Readonly<Record<InterfaceName, string>>>> = {
  spec: { trading: "PRESAGE_TRADING_PORT", data: "PRESAGE_DATA_PORT", catalog: "PRESAGE_CATALOG_PORT" },
  polymarket: allPorts("PRESAGE_POLYMARKET_PORTS"),
  kuest: allPorts("PRESAGE_KUEST_PORTS"),
};

const OPERATOR = { dialect: "spec", prefix: "", form: operatorRefusals, limited: "operator" } as const;

const { home, ...PATHS } = PAGE_PATHS;
const CONSOLE_PATHS = ["/", "/admin"];

async function openAll(config: Config, open: Open): Promise<Addresses> {
  const { host, ports } = config;
  const interfaces = interfacesOf(config);
  /** Known once all are open. */
  const opened: { addresses?: Addresses } = {};
  const openDialect = async (dialect: Dialect, named: InterfacePorts): Promise<InterfaceAddresses> => {
    const at = (name: InterfaceName) => opened.addresses?.[dialect]?.[name] ?? "at an address of its own";
    const openInterface = (name: InterfaceName) =>
      open({
        setting: SETTINGS[dialect][name],
        host,
        port: named[name],
        mounts: [mountOf(config, interfaces, { name, dialect, prefix: "", at })],
        streams: name === "trading" ? [{ dialect, prefix: "" }] : [],
      });
    return {
      trading: await openInterface("trading"),
      data: await openInterface("data"),
      catalog: await openInterface("catalog"),
    };
  };
  const { polymarket, kuest } = ports;
  const operator: Mount = { ...OPERATOR, endpoints: adminEndpoints(() => opened.addresses) };
  const settings = () => pageSettings(config, opened.addresses);
  opened.addresses = {
    spec: await openDialect("spec", ports.spec),
    polymarket: polymarket && (await openDialect("polymarket", polymarket)),
    kuest: kuest && (await openDialect("kuest", kuest)),
    admin: await open({
      setting: "PRESAGE_ADMIN_PORT",
      hostSetting: "PRESAGE_ADMIN_HOST",
      host: config.adminHost,
      port: ports.admin,
      mounts: [withOpenApi(operator, operatorPage, config), ...consoleMounts(config, interfaces)],
      page: { entry: "admin.html", paths: CONSOLE_PATHS, shared: [], settings },
    }),
    web: await open({
      setting: "PRESAGE_PORT",
      host,
      port: ports.web,
      mounts: onePortMounts(config, interfaces),
      streams: openDialects(ports).map((dialect) => ({ dialect, prefix: onePortPrefix(dialect, "trading") })),
      docs: docsOf(ports),
      page: { entry: "index.html", paths: Object.values(PATHS), shared: [home], settings },
    }),
  };
  return opened.addresses;
}

/** What the web page reads, whichever dialects have addresses. */
const OF_PAGE = { dialect: "polymarket", names: ["data", "catalog"] } as const;

/** What the console reads at the operator's address: markets, and the proof of solvency. */
function consoleMounts(config: Config, interfaces: Interfaces): Mount[] {
  const { trading } = interfaces;
  const proof = trading.endpoints.filter(({ path }) => path === "/proof/solvency");
  const proving = { ...interfaces, trading: { ...trading, endpoints: proof } };
  return [
    ...prefixedMounts(config, interfaces, { dialect: "polymarket", names: ["catalog"] }),
    ...prefixedMounts(config, proving, { dialect: "spec", names: ["trading"] }),
  ].map((mount) => ({ ...mount, forOperators: true }));
}

/** Every dialect that has addresses of its own, also at /<dialect>/<interface> of one port. */
function onePortMounts(config: Config, interfaces: Interfaces): Mount[] {
  const dialects = openDialects(config.ports);
  const index: Mount = {
    dialect: "spec",
    prefix: "",
    endpoints: [indexOf(dialects)],
    form: tradingRefusals,
    elsewhere: () => otherPlaces(interfaces, undefined, (other) => onePortPrefix("spec", other)),
    crossOrigin: config,
    limited: "trading",
  };
  const mount = (dialect: Dialect, names: readonly InterfaceName[]): Mount[] =>
    prefixedMounts(config, interfaces, { dialect, names });
  const ofPage = dialects.includes(OF_PAGE.dialect) ? [] : mount(OF_PAGE.dialect, OF_PAGE.names);
  return [index, ...dialects.flatMap((dialect) => mount(dialect, INTERFACES)), ...ofPage];
}

type Prefixed = { readonly dialect: Dialect; readonly names: readonly InterfaceName[] };

/** Interfaces of a dialect at /<dialect>/<interface>. */
function prefixedMounts(config: Config, interfaces: Interfaces, { dialect, names }: Prefixed): Mount[] {
  const at = (name: InterfaceName) => onePortPrefix(dialect, name);
  return names.map((name) => mountOf(config, interfaces, { name, dialect, prefix: at(name), at }));
}

type Placed = Pick<Mount, "dialect" | "prefix"> & {
  readonly name: InterfaceName;
  /** Where the dialect's other interfaces are. */
  readonly at: (name: InterfaceName) => string;
};

/** An interface with the documents that describe it, its live channels too where it has some. */
function mountOf(config: Config, interfaces: Interfaces, { name, dialect, prefix, at }: Placed): Mount {
  const elsewhere = () => otherPlaces(interfaces, name, at);
  const mount = { ...interfaces[name], dialect, prefix, elsewhere, crossOrigin: config };
  const documented = withOpenApi(mount, INTERFACE_PAGES[name], config);
  return name === "trading" ? withAsyncApi(documented) : documented;
}

const openDialects = (ports: Ports): Dialect[] => DIALECTS.filter((dialect) => ports[dialect] !== undefined);

/** The documents of what is mounted on the one port. */
const docsOf = (ports: Ports): DocsEntry[] =>
  openDialects(ports).flatMap((dialect) =>
    INTERFACES.map((name) => ({
      name: titleOf(INTERFACE_PAGES[name], dialect),
      url: `${onePortPrefix(dialect, name)}${OPENAPI_PATH}`,
    })),
  );

/** How long requests that are underway may take once the server closes; a half-sent one would hold it for longer. */
const CLOSE_GRACE_MS = 2_000;

async function closeServer(server: FastifyInstance): Promise<void> {
  const late = setTimeout(() => server.server.closeAllConnections(), CLOSE_GRACE_MS);
  try {
    await server.close();
  } finally {
    clearTimeout(late);
  }
}

async function openPort(server: FastifyInstance, address: Address): Promise<string> {
  try {
    return await server.listen({ host: address.host, port: address.port });
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    throw new Error(whyNotOpened(code, address) ?? String(error), { cause: error });
  }
}

function whyNotOpened(code: string, address: Address): string | undefined {
  const { setting, hostSetting = "PRESAGE_HOST", host, port } = address;
  if (code === "EADDRINUSE") return `port ${port} of ${host} is taken: stop what uses it, or set ${setting}`;
  if (code === "EACCES") return `port ${port} of ${host} may not be opened by this user: set ${setting}`;
  if (code === "EADDRNOTAVAIL" || code === "ENOTFOUND")
    return `${hostSetting} ${host} is no address of this machine`;
  return undefined;
}
