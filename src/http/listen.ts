/** Opens the addresses: one per dialect for the trading interface, one for all of them together, and the operator's. */
import type { FastifyInstance } from "fastify";
import type { Config } from "../config.ts";
import type { Context } from "../context.ts";
import { adminEndpoints } from "./admin/endpoints.ts";
import type { Dialect } from "./dialect.ts";
import type { Endpoint } from "./endpoint.ts";
import { createServer } from "./server.ts";
import type { Mount } from "./server.ts";
import { tradingEndpoints } from "./trading/endpoints.ts";
import { indexOf } from "./web-index.ts";

/** Base addresses, without a trailing slash. */
export type Addresses = {
  readonly web: string;
  readonly trading: string;
  readonly polymarket: string | undefined;
  readonly kuest: string | undefined;
  readonly admin: string;
};

export type Listening = { readonly addresses: Addresses; close(): Promise<void> };

/** Throws one clear line that names the setting when a port is taken; nothing stays open then. */
export async function listen(context: Context): Promise<Listening> {
  const { host, ports, mode } = context.config;
  const opened: FastifyInstance[] = [];
  const close = async (): Promise<void> => {
    await Promise.all(opened.splice(0).map(closeServer));
  };
  const open = (address: Address): Promise<string> => {
    const server = createServer(context, address.mounts);
    opened.push(server);
    return openPort(server, address);
  };
  const endpoints = tradingEndpoints(mode);
  const openDialect = (setting: string, port: number | undefined, dialect: Dialect) =>
    port === undefined
      ? undefined
      : open({ setting, host, port, mounts: [{ dialect, prefix: "", endpoints }] });
  try {
    const trading = await open({
      setting: "PRESAGE_TRADING_PORT",
      host,
      port: ports.trading,
      mounts: [{ dialect: "spec", prefix: "", endpoints }],
    });
    const polymarket = await openDialect("PRESAGE_POLYMARKET_PORTS", ports.polymarketTrading, "polymarket");
    const kuest = await openDialect("PRESAGE_KUEST_PORTS", ports.kuestTrading, "kuest");
    const operator: Mount = { dialect: "spec", prefix: "", endpoints: adminEndpoints };
    const admin = await open({
      setting: "PRESAGE_ADMIN_PORT",
      host: LOOPBACK,
      port: ports.admin,
      mounts: [operator],
    });
    const web = await open({
      setting: "PRESAGE_PORT",
      host,
      port: ports.web,
      mounts: onePortMounts(context.config, endpoints),
    });
    return { addresses: { web, trading, polymarket, kuest, admin }, close };
  } catch (error) {
    await close();
    throw error;
  }
}

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

/** The operator API is never opened to the network. */
const LOOPBACK = "127.0.0.1";

type Address = {
  /** The setting that chose the port. */
  readonly setting: string;
  readonly host: string;
  readonly port: number;
  readonly mounts: readonly Mount[];
};

/** Every dialect that has an address of its own, also at /<dialect>/trading of one port. */
function onePortMounts({ ports }: Config, endpoints: readonly Endpoint[]): Mount[] {
  const dialects: Dialect[] = ["spec"];
  if (ports.polymarketTrading !== undefined) dialects.push("polymarket");
  if (ports.kuestTrading !== undefined) dialects.push("kuest");
  const mounts = dialects.map((dialect) => ({ dialect, prefix: `/${dialect}/trading`, endpoints }));
  return [{ dialect: "spec", prefix: "", endpoints: [indexOf(mounts)] }, ...mounts];
}

async function openPort(server: FastifyInstance, address: Address): Promise<string> {
  try {
    return await server.listen({ host: address.host, port: address.port });
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    throw new Error(whyNotOpened(code, address) ?? String(error), { cause: error });
  }
}

function whyNotOpened(code: string, { setting, host, port }: Address): string | undefined {
  if (code === "EADDRINUSE") return `port ${port} of ${host} is taken: stop what uses it, or set ${setting}`;
  if (code === "EACCES") return `port ${port} of ${host} may not be opened by this user: set ${setting}`;
  if (code === "EADDRNOTAVAIL" || code === "ENOTFOUND")
    return `PRESAGE_HOST ${host} is no address of this machine`;
  return undefined;
}
