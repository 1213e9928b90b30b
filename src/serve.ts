/** Opens the addresses: one per dialect and interface, a single port for all interfaces, and the operator's address. */
import { once } from "node:events";
import type { IncomingHttpHeaders } from "node:http";
import { createServer as createNetServer } from "node:net";
import { setImmediate as nextTick } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import type { Config, InterfacePorts, Ports } from "./settings/config.ts";
import type { Context } from "./context.ts";
import { adminEndpoints } from "./http/admin/endpoints.ts";
import { houseMakerEndpoints } from "./http/admin/exchange/house-maker-endpoints.ts";
import { operatorErrorFormat } from "./http/admin/error-format.ts";
import { readCounted } from "./http/admin/exchange/metrics.ts";
import type { CountedMetrics, MetricSources } from "./http/admin/exchange/metrics.ts";
import type { Dialect } from "./http/dialects/dialect.ts";
import type { Endpoint } from "./http/operation/endpoint.ts";
import { listFaultTargets } from "./http/sandbox/faults/fault.ts";
import { createFaultsInForce } from "./http/sandbox/faults/faults-in-force.ts";
import type { FaultsInForce } from "./http/sandbox/faults/faults-in-force.ts";
import { matchDelays, settlementFaults } from "./http/sandbox/faults/request-faults.ts";
import { createSignerTiers } from "./http/guard/signer-limits.ts";
import { createGuard } from "./http/guard/guard.ts";
import type { GuardAllowances } from "./http/guard/guard.ts";
import { INTERFACES, onePortDialects, onePortPrefix } from "./http/mounts/interfaces.ts";
import type { Addresses, InterfaceAddresses, InterfaceName } from "./http/mounts/interfaces.ts";
import { createSlowQueries } from "./http/guard/slow-queries/slow-queries.ts";
import type { Mount } from "./http/mounts/mount.ts";
import { consoleMounts, createInterfaces, createMount, onePortMounts } from "./http/mounts/mounts.ts";
import type { Interfaces } from "./http/mounts/mounts.ts";
import { documentTitle } from "./http/openapi/document.ts";
import { INTERFACE_PAGES } from "./http/openapi/interface-pages.ts";
import { operatorPage } from "./http/openapi/operator-page.ts";
import { OPENAPI_PATH, withOpenApi } from "./http/openapi/with-openapi.ts";
import { addDocsPage, agentGuide } from "./http/page/docs-page.ts";
import type { DocsEntry } from "./http/page/docs-page.ts";
import { addDocsSite } from "./http/page/docs-site.ts";
import { createEventPreviews } from "./http/page/previews/event-previews.ts";
import type { EventPreviews } from "./http/page/previews/event-previews.ts";
import { createPageBrand } from "./http/page/page-brand.ts";
import type { PageBrand } from "./http/page/page-brand.ts";
import { PAGE_PATHS } from "./http/page/page-paths.ts";
import { pageSettings } from "./http/page/page-settings.ts";
import { cameDirectly, getPublishedAddress } from "./http/page/public-addresses.ts";
import { addImageRoutes } from "./http/page/page-files.ts";
import { addWebPage, FONTS } from "./http/page/web-page.ts";
import type { WebPage } from "./http/page/web-page.ts";
import { sandboxEndpoints } from "./http/sandbox/endpoints.ts";
import { createRequestLog } from "./http/sandbox/request-log.ts";
import type { SimulationControl } from "./http/sandbox/simulation-control.ts";
import { NO_SOCKETS, listenOptions, openPort } from "./http/server/connection/inherited-sockets.ts";
import type { InheritedSockets } from "./http/server/connection/inherited-sockets.ts";
import type { PassOn } from "./http/server/pass-on.ts";
import { createServer } from "./http/server/server.ts";
import { createValidators } from "./http/server/caching.ts";
import { countHouseMakerQuotes } from "./sandbox/simulated-traders/house-maker-plan.ts";
import { createMetrics } from "./metrics/instruments.ts";
import { ADMIN_HOST } from "./settings/address-settings.ts";
import type { ListenAddress } from "./settings/address-settings.ts";
import { FIRST_ROLES } from "./signing/operators.ts";
import type { ImageCache } from "./store/catalog/images.ts";
import { withAsyncApi } from "./stream/asyncapi/with-asyncapi.ts";
import { createStreamChannels } from "./stream/channels.ts";
import { createStreams } from "./stream/streams.ts";
import type { Channels, StreamMount } from "./stream/streams.ts";
import type { ServedCertificate } from "./tls/certificate.ts";

/** The open addresses. */
export type OpenServers = {
  readonly addresses: Addresses;
  /** Reads what was counted here, for the metrics of the exchange. */
  counted(): Promise<CountedMetrics>;
  close(): Promise<void>;
};

/**
 * Part of the addresses that this thread serves. The thread of the engine opens the operators' address and makes the
 * servers of the others, which serve what gateways pass on. A gateway opens the others, on ports that all gateways share.
 */
export type ListenRole =
  | { readonly kind: "whole" }
  | {
      readonly kind: "engine";
      /** True if the gateways open their ports on this machine: a port that is taken is found before. */
      readonly sharesPorts: boolean;
      /** Counts the processes of the cluster by kind. */
      readonly processes?: () => Readonly<Record<string, number>>;
      /** Starts the gateways; returns the addresses that they opened. */
      readonly openGateways: (
        admin: string,
        servers: ReadonlyMap<string, FastifyInstance>,
      ) => Promise<Gateways>;
    }
  | {
      readonly kind: "gateway";
      /** The operators' address, which another thread has open; `undefined` passes its requests on as well. */
      readonly admin: string | undefined;
      readonly passOn: PassOn["send"];
    };

/** Gateways that serve the clients. */
export type Gateways = Pick<OpenServers, "close"> & {
  /** Addresses that they opened; `undefined` on other machines. */
  readonly addresses: Addresses | undefined;
  /** Reads what each gateway counted. */
  counted(): Promise<readonly CountedMetrics[]>;
};

/** Ports that are already open before the exchange serves. */
export type OpenBefore = {
  /** Sockets to listen on instead of new ones. */
  readonly sockets?: InheritedSockets;
  /** Called right before the shared port is opened. */
  readonly freeOnePort?: (() => Promise<void>) | undefined;
  readonly role?: ListenRole;
  /** Allowances that gateways share. */
  readonly allowances?: GuardAllowances;
};

/**
 * Opens all addresses, or none; with a certificate they use TLS. Throws an Error of one line that names the setting if
 * a port is taken.
 */
export async function listen(
  context: Context,
  certificate?: ServedCertificate,
  residents?: SimulationControl,
  { sockets = NO_SOCKETS, freeOnePort, role = WHOLE, allowances }: OpenBefore = {},
): Promise<OpenServers> {
  const servers = new Map<string, FastifyInstance>();
  let gateways: Gateways | undefined;
  const { config, clocks } = context;
  const channels = createStreamChannels(context);
  const faults = createFaults(context, channels, role);
  const streams = createStreams(context, channels, { faults });
  // Time limits for clients use the machine's clock, even if the exchange's clock is virtual.
  const asked = { config, clock: clocks.machine, places: context.places };
  const guard = createGuard({ ...asked, allowances, tiers: createSignerTiers(context) });
  const [reads, validators] = [createSlowQueries(asked), createValidators()];
  const requests = faults && createRequestLog();
  const shared = { guard, reads, validators, certificate, faults, requests };
  const { images } = context;
  const previews = createEventPreviews(context, FONTS);
  const shown = { previews, images, brand: createPageBrand(context) };
  let stopTimers = (): void => {};
  const close = async (): Promise<void> => {
    stopTimers();
    await gateways?.close();
    context.changes.endAll("the exchange stops");
    await streams.close();
    await Promise.all([...servers.values()].map(closeServer));
    servers.clear();
    await previews.close();
    guard.close();
  };
  const open = async (address: Address): Promise<string> => {
    // Making a server takes long enough to hold up others who are served meanwhile.
    await nextTick();
    const { at } = address;
    const isPassed = at !== "admin" && role.kind === "engine";
    if (at === "admin" && role.kind === "gateway" && role.admin !== undefined) return role.admin;
    const passOn = role.kind === "gateway" ? { at, send: role.passOn } : undefined;
    const server = createServer(isPassed ? withoutRecords(context) : context, address.mounts, {
      ...shared,
      passOn,
    });
    servers.set(at, server);
    streams.attach(server, address.streams ?? [], address.mounts);
    addPages(server, address, images);
    if (address.setting === ONE_PORT) await freeOnePort?.();
    const url = await openAddress(server, address, { role, sockets });
    return certificate === undefined ? url : toHttps(url);
  };
  try {
    const sandbox = sandboxEndpoints(faults, residents, requests);
    const sources = {
      streams: streams.standing,
      residents,
      processes: role.kind === "engine" ? role.processes : undefined,
      gateways: async () => gateways?.counted() ?? [],
    };
    const counted = (): Promise<CountedMetrics> => readCounted(context, streams.standing());
    const opened: OpenedAddresses = {};
    const addresses = await openAll(config, open, { sandbox, residents, sources, opened, ...shown });
    if (role.kind === "gateway") return { addresses, counted, close };
    stopTimers = watchTimers(context);
    if (role.kind === "whole") return { addresses, counted, close };
    gateways = await role.openGateways(addresses.admin, servers);
    opened.addresses = gateways.addresses;
    return { addresses: gateways.addresses ?? addresses, counted, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Opens the port of a server. Returns no address for one that only serves what gateways pass on. */
async function openAddress(
  server: FastifyInstance,
  address: Address,
  { role, sockets }: { readonly role: ListenRole; readonly sockets: InheritedSockets },
): Promise<string> {
  if (address.at !== "admin" && role.kind === "engine") {
    if (role.sharesPorts) await openPort(address, () => tryPort(address));
    await server.ready();
    return "";
  }
  const reusePort = role.kind === "gateway" && role.admin !== undefined;
  const options = { ...listenOptions(sockets, address), reusePort };
  return openPort(address, () => server.listen(options));
}

/** Starts the timers that run only while clients can reach the exchange; the returned function stops them. */
function watchTimers({ heartbeats, disconnects, dueWork }: Context): () => void {
  const stops = [heartbeats, disconnects, ...dueWork].map((work) => work.watch());
  return () => stops.forEach((stop) => stop());
}

/** Corrects the scheme of an address, since Fastify does not see that the underlying server uses TLS. */
const toHttps = (url: string): string => url.replace(/^http:/, "https:");

/** Leaves the access log and the metrics of requests to the gateways that pass the requests on. */
const withoutRecords = (context: Context): Context => ({
  ...context,
  config: { ...context.config, accessLog: false },
  metrics: createMetrics(),
});

/** Adds the page at the address, and the documents or pictures that it has. */
function addPages(server: FastifyInstance, { docs, page, mounts }: Address, images: ImageCache): void {
  if (docs !== undefined) {
    addDocsPage(server, docs);
    addDocsSite(server);
  }
  if (page === undefined) addImageRoutes(server, images, mounts[0]);
  else addWebPage(server, page);
}

const WHOLE: ListenRole = { kind: "whole" };

/** Opens the port and closes it again: gateways share ports, so that a port of another exchange would not be noticed. */
async function tryPort({ host, port }: ListenAddress): Promise<void> {
  const probe = createNetServer();
  try {
    probe.listen({ host, port });
    await once(probe, "listening");
  } finally {
    probe.close();
  }
}

/**
 * Creates the network faults that an operator of the sandbox can inject, and connects them to match delays and
 * settlements.
 */
function createFaults(context: Context, channels: Channels, { kind }: ListenRole): FaultsInForce | undefined {
  if (context.config.mode !== "sandbox" || kind === "gateway") return undefined;
  const places = listFaultTargets(createInterfaces(context.config), channels.keys());
  const faults = createFaultsInForce(places, () => performance.now());
  context.delayedOrders?.drawFrom(matchDelays(faults));
  context.settlements?.drawFrom(settlementFaults(faults));
  return faults;
}

/** Lists the operations of the operator API, without those of a sandbox alone. */
const listOperatorEndpoints = (
  addresses: () => OpenedAddresses["addresses"],
  residents?: SimulationControl,
  sources?: MetricSources,
): Endpoint[] => [
  ...adminEndpoints(addresses, sources),
  ...houseMakerEndpoints(countHouseMakerQuotes, residents),
];

/** Operator API of the exchange itself. */
export type OwnOperatorApi = { readonly endpoints: readonly Endpoint[]; readonly server: FastifyInstance };

/** Makes an operator API that listens nowhere: it serves what is injected, with the rights of the named operator. */
export function createOwnOperatorApi(context: Context, name: string): OwnOperatorApi {
  const endpoints = listOperatorEndpoints(() => undefined);
  const operators = { ...context.operators, find: () => ({ name, roles: FIRST_ROLES }) };
  const server = createServer(withoutRecords({ ...context, operators }), [{ ...OPERATOR, endpoints }]);
  return { endpoints, server };
}

type OpenAddress = (address: Address) => Promise<string>;

type Address = ListenAddress & {
  /** Name of the address, which gateways and the thread of the engine share. */
  readonly at: string;
  readonly mounts: readonly Mount[];
  /** Live channels at the address. */
  readonly streams?: readonly StreamMount[];
  /** OpenAPI documents to try on the address's page /docs/try, beside the documentation; `undefined` without these pages. */
  readonly docs?: readonly DocsEntry[];
  readonly page?: WebPage;
};

const ONE_PORT = "PRESAGE_PORT";

const allPorts = (setting: string) => ({ trading: setting, data: setting, catalog: setting });

/** Settings of the ports, by dialect and interface. */
const SETTINGS: Readonly<Record<Dialect, Readonly<Record<InterfaceName, string>>>> = {
  spec: { trading: "PRESAGE_TRADING_PORT", data: "PRESAGE_DATA_PORT", catalog: "PRESAGE_CATALOG_PORT" },
  polymarket: allPorts("PRESAGE_POLYMARKET_PORTS"),
  kuest: allPorts("PRESAGE_KUEST_PORTS"),
};

const OPERATOR = { dialect: "spec", prefix: "", form: operatorErrorFormat, limited: "operator" } as const;

const { home, event: _event, ...PATHS } = PAGE_PATHS;
const CONSOLE_PATHS = ["/", "/admin"];
const WEB_PAGE = { entry: "index.html", paths: Object.values(PATHS), shared: [home] } as const;

/** The open addresses, set before any answer needs them; none at an engine whose gateways are elsewhere. */
type OpenedAddresses = { addresses?: Addresses | undefined };

type OpenedParts = {
  readonly sandbox: readonly Endpoint[];
  readonly residents: SimulationControl | undefined;
  readonly sources: MetricSources;
  readonly previews: EventPreviews;
  readonly images: ImageCache;
  readonly brand: PageBrand;
  /** Set once all addresses are open. */
  readonly opened: OpenedAddresses;
};

async function openAll(
  config: Config,
  open: OpenAddress,
  { sandbox, residents, sources, previews, images, brand, opened }: OpenedParts,
): Promise<Addresses> {
  const { host, ports } = config;
  const interfaces = withLiveChannels(createInterfaces(config));
  const { polymarket, kuest } = ports;
  const openDialect = (dialect: Dialect, named: InterfacePorts): Promise<InterfaceAddresses> =>
    openInterfaces((name) =>
      open({ ...ownAddress(config, interfaces, { dialect, name, opened }), port: named[name] }),
    );
  const operations = [...listOperatorEndpoints(() => opened.addresses, residents, sources), ...sandbox];
  const operatorMount: Mount = { ...OPERATOR, endpoints: operations };
  const settings = (headers: IncomingHttpHeaders) =>
    pageSettings(config, { headers, addresses: opened.addresses });
  const events = { previews, publicUrl: config.publicUrls.web };
  const guide = (headers: IncomingHttpHeaders): string => agentGuide(settings(headers), brand.read().name);
  opened.addresses = {
    spec: await openDialect("spec", ports.spec),
    polymarket: polymarket && (await openDialect("polymarket", polymarket)),
    kuest: kuest && (await openDialect("kuest", kuest)),
    admin: await open({
      at: "admin",
      setting: "PRESAGE_ADMIN_PORT",
      hostSetting: ADMIN_HOST,
      host: config.adminHost,
      port: ports.admin,
      mounts: [withOpenApi(operatorMount, operatorPage, config), ...consoleMounts(config, interfaces)],
      page: { entry: "admin.html", paths: CONSOLE_PATHS, shared: [], settings, images, brand },
    }),
    web: await open({
      at: "web",
      setting: ONE_PORT,
      host,
      port: ports.web,
      mounts: onePortMounts(config, interfaces),
      streams: onePortDialects(ports).map(streamsOnOnePort),
      docs: listDocs(ports),
      page: { ...WEB_PAGE, settings, guide, images, brand, events },
    }),
  };
  return opened.addresses;
}

/** Adds the description of the live channels to the trading interface. */
const withLiveChannels = ({ trading, ...others }: Interfaces): Interfaces => ({
  ...others,
  trading: { ...trading, describe: withAsyncApi },
});

const streamsOnOnePort = (dialect: Dialect): StreamMount => ({
  dialect,
  prefix: onePortPrefix(dialect, "trading"),
});

const openInterfaces = async (
  openInterface: (name: InterfaceName) => Promise<string>,
): Promise<InterfaceAddresses> => ({
  trading: await openInterface("trading"),
  data: await openInterface("data"),
  catalog: await openInterface("catalog"),
});

type InterfaceChoice = {
  readonly dialect: Dialect;
  readonly name: InterfaceName;
  readonly opened: OpenedAddresses;
};

/** Describes the address of a single interface. */
function ownAddress(
  config: Config,
  interfaces: Interfaces,
  { dialect, name, opened }: InterfaceChoice,
): Omit<Address, "port"> {
  const at = (other: InterfaceName, headers: IncomingHttpHeaders): string => {
    const direct = cameDirectly(headers, opened.addresses) ? opened.addresses : undefined;
    return (
      getPublishedAddress(config, dialect, other) ?? direct?.[dialect]?.[other] ?? "at an address of its own"
    );
  };
  const publicUrl = config.publicUrls[dialect][name];
  return {
    at: `${dialect}.${name}`,
    setting: SETTINGS[dialect][name],
    host: config.host,
    mounts: [createMount(config, interfaces, { name, dialect, prefix: "", publicUrl, at })],
    streams: name === "trading" ? [{ dialect, prefix: "" }] : [],
  };
}

/** Lists the documents of the interfaces on the shared port. */
const listDocs = (ports: Ports): DocsEntry[] =>
  onePortDialects(ports).flatMap((dialect) =>
    INTERFACES.map((name) => ({
      name: documentTitle(INTERFACE_PAGES[name], dialect),
      url: `${onePortPrefix(dialect, name)}${OPENAPI_PATH}`,
    })),
  );

/**
 * Time for running requests to complete when the server closes, ms; a half-sent request would block closing for longer.
 */
const CLOSE_GRACE_MS = 2_000;

async function closeServer(server: FastifyInstance): Promise<void> {
  const late = setTimeout(() => server.server.closeAllConnections(), CLOSE_GRACE_MS);
  try {
    await server.close();
  } finally {
    clearTimeout(late);
  }
}
