/**
 * Servers of one database: `DATABASE_URL` may name several, of which the primary takes the connections. Each new
 * connection asks which server that is. Once another server is the primary, connections to earlier ones are closed: their
 * reads would be older than acknowledgements. An address of one server is used as it is.
 */
import { Socket } from "node:net";
import { Duplex } from "node:stream";
import { setTimeout as delay } from "node:timers/promises";
import { Client } from "pg";
import { getErrorMessage } from "./unavailable.ts";

/** Scheme, user and password; servers; database and parameters. The last @ ends the password. */
const ADDRESS = /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^/?#@]+)([/?#].*)?$/s;

/** Lists the addresses of the servers that the address names, one server each. */
export function listServers(url: string): readonly string[] {
  const [, before = "", servers = "", after = ""] = ADDRESS.exec(url) ?? [];
  if (!servers.includes(",")) return [url];
  return servers.split(",").map((server) => `${before}${server}${after}`);
}

/** Returns true for an address of a database, of one server or several. */
export const isDatabaseUrl = (text: string): boolean =>
  /^postgres(ql)?:\/\/./.test(text) &&
  listServers(text).every((url, _, { length }) => URL.canParse(url) && (length === 1 || hostOf(url) !== ""));

/** Host and port of a server, for people: without user and password. */
const hostOf = (url: string): string => URL.parse(url)?.host ?? "";

type Search = {
  /** The primary as of the last answer. */
  primary: string | undefined;
  /** The search that runs; all who ask meanwhile share its answer. */
  running: Promise<string> | undefined;
  readonly sockets: Map<Socket, string>;
};

/** Searches by the address that names several servers. */
const searches = new Map<string, Search>();

function searchOf(url: string): Search {
  const known = searches.get(url);
  if (known !== undefined) return known;
  const search: Search = { primary: undefined, running: undefined, sockets: new Map() };
  searches.set(url, search);
  return search;
}

/**
 * Returns the address of the primary; an address of one server is returned as it is. Rejects if no server is one, with an
 * error that says what each of them is.
 */
export async function findPrimary(url: string): Promise<string> {
  const servers = listServers(url);
  if (servers.length === 1) return url;
  const search = searchOf(url);
  search.running ??= askServers(servers).finally(() => {
    search.running = undefined;
  });
  const primary = await search.running;
  if (primary !== search.primary) closeOthers(search, primary);
  return primary;
}

function closeOthers(search: Search, primary: string): void {
  search.primary = primary;
  for (const [socket, server] of search.sockets) if (server !== primary) socket.destroy();
}

/** Closes the socket to `server` once another one is the primary. */
export function keepWithPrimary(url: string, server: string, socket: Socket): void {
  if (url === server) return;
  const { sockets } = searchOf(url);
  sockets.set(socket, server);
  socket.once("close", () => sockets.delete(socket));
}

type Answer =
  | { readonly server: string; readonly timeline: string }
  | { readonly server: string; readonly why: string };

type Primary = Extract<Answer, { readonly timeline: string }>;

const ANSWER_TIMEOUT_MS = 3_000;
/**
 * Wait for other servers once a primary has answered. An old primary that was cut off may answer too: the later timeline
 * tells them apart.
 */
const PATIENCE_MS = 200;

async function askServers(servers: readonly string[]): Promise<string> {
  const primaries: Primary[] = [];
  const failures: string[] = [];
  const answers = servers.map(async (server) => {
    const answer = await askServer(server);
    if ("timeline" in answer) primaries.push(answer);
    else failures.push(`${hostOf(server)} ${answer.why}`);
    return answer;
  });
  const first = Promise.any(
    answers.map(async (asked) => {
      if (!("timeline" in (await asked))) throw new Error("no primary");
    }),
  ).then(
    () => delay(PATIENCE_MS, undefined, { ref: false }),
    () => undefined,
  );
  await Promise.race([Promise.all(answers), first]);
  const [latest] = primaries.sort((a, b) => (a.timeline < b.timeline ? 1 : -1));
  if (latest === undefined) throw new NoPrimary(failures.sort());
  return latest.server;
}

/** No server takes writes. Transient: one is promoted, or answers later. */
class NoPrimary extends Error {
  readonly code = "57P03";
  constructor(failures: readonly string[]) {
    super(`no server of DATABASE_URL is the primary: ${failures.join("; ")}`);
  }
}

/** The timeline begins the name of the file of the log, in digits of one length. */
const ASK = `select case when not pg_is_in_recovery()
  then substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8) end as timeline`;

async function askServer(server: string): Promise<Answer> {
  const client = new Client({
    connectionString: server,
    application_name: "presage primary",
    connectionTimeoutMillis: ANSWER_TIMEOUT_MS,
    query_timeout: ANSWER_TIMEOUT_MS,
  });
  // A connection that breaks fails the running query, which reports it.
  client.on("error", () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ timeline: string | null }>(ASK);
    const timeline = rows[0]?.timeline ?? undefined;
    return timeline === undefined ? { server, why: "is a standby" } : { server, timeline };
  } catch (error) {
    return { server, why: `does not answer (${getErrorMessage(error)})` };
  } finally {
    await client.end();
  }
}

// Sockets of the library for reads, which asks for one whenever it connects.

const CONNECT_TIMEOUT_MS = 10_000;

/** Options of the library that make each connection of a pool lead to the primary; none for an address of one server. */
export function primaryOptions(url: string) {
  const [first = url, ...others] = listServers(url);
  if (others.length === 0) return { url, options: {} };
  const options = { socket: () => connectToPrimary(url), target_session_attrs: "primary" } as const;
  return { url: first, options };
}

async function connectToPrimary(url: string): Promise<Duplex> {
  try {
    const server = await findPrimary(url);
    const socket = await connectSocket(server);
    keepWithPrimary(url, server, socket);
    return socket;
  } catch (error) {
    // The library frees the place of a connection only if a socket tells it of the failure.
    return new FailedSocket(error);
  }
}

function connectSocket(server: string): Promise<Socket> {
  const { hostname, port } = new URL(server);
  // Brackets belong to the address in a URL, and to no address of a socket. TLS checks the certificate by `host`.
  const host = hostname.replace(/^\[(.+)\]$/, "$1");
  const socket = Object.assign(new Socket(), { host });
  const { promise, resolve, reject } = Promise.withResolvers<Socket>();
  const timer = setTimeout(
    () => socket.destroy(Object.assign(new Error(`${host} does not answer`), { code: "ETIMEDOUT" })),
    CONNECT_TIMEOUT_MS,
  );
  socket.once("error", reject);
  socket.connect({ host, port: Number(port || 5432) }, () => {
    socket.off("error", reject);
    resolve(socket);
  });
  return promise.finally(() => clearTimeout(timer));
}

/** A socket that fails at the first write. */
class FailedSocket extends Duplex {
  readonly #error: Error;
  constructor(error: unknown) {
    super();
    this.#error = error instanceof Error ? error : new Error(String(error));
  }
  override _read(): void {}
  override _write(_chunk: Buffer, _encoding: string, done: (error: Error) => void): void {
    done(this.#error);
  }
}
