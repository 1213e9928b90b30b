/**
 * Listening sockets that systemd opened and passed on (presage.socket). They stay open across a restart, so that
 * connections wait instead of being refused. Each socket is matched to the exchange's address with the same host and port.
 */
import { readFileSync, readlinkSync } from "node:fs";
import { isIPv6 } from "node:net";
import { endianness } from "node:os";
import type { Config } from "../../../settings/config.ts";
import type { ListenAddress } from "../../../settings/address-settings.ts";

export type InheritedSockets = {
  /** File descriptor of the socket that listens at an address; `undefined` if none was passed on. */
  find(host: string, port: number): number | undefined;
};

export const NO_SOCKETS: InheritedSockets = { find: () => undefined };

type SocketAddress = { readonly host: string; readonly port: number };

/** Options of a server that listens at an address, on the inherited socket or on a new one. */
export function listenOptions(
  sockets: InheritedSockets,
  { host, port }: SocketAddress,
): SocketAddress & { readonly fd?: number } {
  const fd = sockets.find(host, port);
  return fd === undefined ? { host, port } : { host, port, fd };
}

type Addresses = Pick<Config, "host" | "adminHost" | "ports">;

/** The first descriptor, by the protocol of sd_listen_fds(3). */
const FIRST_DESCRIPTOR = 3;

/**
 * Finds the sockets that the environment says were passed to this process. Removes these environment variables, so that no
 * child process sees them. Throws an Error of one line if a socket is at none of the exchange's addresses.
 */
export function inheritSockets(
  config: Addresses,
  environment: NodeJS.ProcessEnv = process.env,
): InheritedSockets {
  const { LISTEN_PID: pid, LISTEN_FDS: count } = environment;
  for (const name of ["LISTEN_PID", "LISTEN_FDS", "LISTEN_FDNAMES"]) delete environment[name];
  if (pid !== String(process.pid)) return NO_SOCKETS;
  const sockets = new Map<string, number>();
  const known = listAddresses(config);
  for (let fd = FIRST_DESCRIPTOR; fd < FIRST_DESCRIPTOR + Number(count); fd += 1) {
    const address = listeningAddress(fd);
    if (address === undefined || !known.includes(address))
      throw new Error(
        `LISTEN_FDS: expected listening sockets at addresses of the exchange, ${known.join(", ")}, ` +
          `got ${address ?? "another kind of descriptor"}: change presage.socket, or the ports in the settings`,
      );
    sockets.set(address, fd);
  }
  return { find: (host, port) => sockets.get(addressText(host, port)) };
}

function listAddresses({ host, adminHost, ports }: Addresses): string[] {
  const { web, admin, spec, polymarket, kuest } = ports;
  const dialects = [spec, polymarket, kuest].flatMap((named) =>
    named === undefined ? [] : Object.values(named),
  );
  return [addressText(adminHost, admin), ...[web, ...dialects].map((port) => addressText(host, port))];
}

/** Normalizes an address as a URL spells it. */
const addressText = (host: string, port: number): string =>
  `${isIPv6(host) ? new URL(`http://[${host}]`).hostname : host}:${port}`;

const TABLES = ["/proc/self/net/tcp", "/proc/self/net/tcp6"];
const LISTENING = "0A";

/** Returns the address at which a descriptor listens, as the kernel lists it. */
function listeningAddress(fd: number): string | undefined {
  const [, inode] = /^socket:\[(\d+)\]$/.exec(readSocketLink(fd)) ?? [];
  const rows = TABLES.flatMap((table) => readFileSync(table, "utf8").split("\n").slice(1));
  const found = rows.map((row) => row.trim().split(/\s+/)).find((columns) => columns[9] === inode);
  if (inode === undefined || found?.[3] !== LISTENING) return undefined;
  const [host = "", port = ""] = found[1]?.split(":") ?? [];
  return addressText(parseKernelHost(host), Number.parseInt(port, 16));
}

function readSocketLink(fd: number): string {
  try {
    return readlinkSync(`/proc/self/fd/${fd}`);
  } catch {
    return "";
  }
}

/** Reads an address of the kernel's tables: 32-bit words in the byte order of the machine. */
function parseKernelHost(hex: string): string {
  const bytes = Buffer.from(hex, "hex");
  if (endianness() === "LE") bytes.swap32();
  if (bytes.length === 4) return bytes.join(".");
  return Array.from({ length: 8 }, (_, index) => bytes.readUInt16BE(index * 2).toString(16)).join(":");
}

// Opens the port of an address, or reports in one line the setting that is the problem.

/** Opens the port by `listen`; throws an Error that names the setting if the port is not available. */
export async function openPort<Opened>(place: ListenAddress, listen: () => Promise<Opened>): Promise<Opened> {
  try {
    return await listen();
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    throw new Error(explainUnopenedPort(code, place) ?? String(error), { cause: error });
  }
}

/** Error codes of an address of another machine, of an address family that this machine lacks, and of an unknown host name. */
const ADDRESS_ERRORS = new Set(["EADDRNOTAVAIL", "EAFNOSUPPORT", "EAI_AGAIN", "EINVAL", "ENOTFOUND"]);

function explainUnopenedPort(code: string, place: ListenAddress): string | undefined {
  const { setting, hostSetting = "PRESAGE_HOST", host, port } = place;
  if (code === "EADDRINUSE") return `port ${port} of ${host} is taken: stop what uses it, or set ${setting}`;
  if (code === "EACCES") return `port ${port} of ${host} may not be opened by this user: set ${setting}`;
  if (ADDRESS_ERRORS.has(code)) return `${hostSetting} ${host} is no address of this machine`;
  return undefined;
}
