/** A client of the operator API, for subcommands that call a running exchange. */
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { request as sendRequest } from "node:http";
import type { IncomingMessage } from "node:http";
import { addAbortSignal } from "node:stream";
import { buffer } from "node:stream/consumers";
import { connect } from "node:tls";
import type { TLSSocket } from "node:tls";
import { join } from "node:path";
import type { Config } from "../../settings/config.ts";
import { ADMIN_TOKEN, mayReadInstance, readInstance } from "../../store/server/data-directory.ts";

export type OperatorApi = {
  readonly adminAddress: string;
  readonly token: string;
  /** SHA-256 of the server's certificate, if the data directory names one: only that certificate is trusted. */
  readonly fingerprint?: string | undefined;
};

export type ApiRequest = {
  readonly method: "GET" | "POST" | "DELETE";
  readonly path: string;
  /** Body of the request, sent as JSON; without it the request has no body. */
  readonly body?: unknown;
  /** Value of the header `Idempotency-Key`. */
  readonly key?: string | undefined;
};

/**
 * Finds the operator API by the configured address, or by the data directory; `undefined` if no process has the
 * directory open. Throws if that process serves no operator API, if this user may not read the directory, or if the
 * token is missing.
 */
export function findOperator({ adminUrl, dataDirectory, adminToken }: Config): OperatorApi | undefined {
  if (adminUrl !== undefined) return { adminAddress: adminUrl, token: adminToken ?? missingToken(adminUrl) };
  if (!mayReadInstance(dataDirectory))
    throw new Error(
      `This account may not read ${dataDirectory}: name the operator API of its exchange with --url or PRESAGE_ADMIN_URL, as in http://127.0.0.1:7004, and set PRESAGE_ADMIN_TOKEN to your token`,
    );
  const instance = readInstance(dataDirectory);
  if (instance === undefined) return undefined;
  const { pid, adminAddress, fingerprint } = instance;
  if (adminAddress === undefined)
    throw new Error(
      `The data directory ${dataDirectory} is in use by process ${pid}, which is starting or is no exchange. Try again.`,
    );
  return { adminAddress, fingerprint, token: adminToken ?? readToken(dataDirectory) };
}

function missingToken(adminUrl: string): never {
  throw new Error(`A token is needed to ask ${adminUrl}: set PRESAGE_ADMIN_TOKEN to yours`);
}

function readToken(directory: string): string {
  const path = join(directory, ADMIN_TOKEN);
  try {
    return readFileSync(path, "utf8").trim();
  } catch (error) {
    throw new Error(
      `The operator's token cannot be read from ${path}: set PRESAGE_ADMIN_TOKEN to the one that the running exchange uses`,
      { cause: error },
    );
  }
}

/** Warning about a replayed answer, which may be out of date. */
const REPLAY_WARNING =
  "Note: this was carried out before with the same --idempotency-key; nothing was done, and the answer is that of then.\n";

/**
 * Sends a request and returns the JSON of the answer. Throws an Error of one line if the exchange rejects it or does
 * not answer.
 */
export async function callOperator(operator: OperatorApi, request: ApiRequest): Promise<string> {
  const { adminAddress } = operator;
  const { path } = request;
  const response = await send(operator, request);
  const text = await response.text();
  if (response.headers.get("idempotency-replayed") === "true") process.stderr.write(REPLAY_WARNING);
  warnOfLimit(path, response.headers.get("x-page-limit"));
  if (response.ok) return text;
  if (response.status === 401)
    throw new Error(
      `The exchange at ${adminAddress} does not know the operator's token: set PRESAGE_ADMIN_TOKEN to one of its operators'`,
    );
  if (response.status === 404 && path.startsWith(SANDBOX_PREFIX) && (await isProduction(operator)))
    throw new Error(`The exchange at ${adminAddress} is in production, and this command is for a sandbox`);
  throw new Error(
    readHint(text) ?? `The exchange at ${adminAddress} answered ${response.status}: ${text.slice(0, 500)}`,
  );
}

/** Warns on standard error if the exchange lowered the requested limit of rows. */
function warnOfLimit(path: string, applied: string | null): void {
  const wanted = new URL(path, "http://operators").searchParams.get("limit");
  if (wanted === null || applied === null || Number(wanted) <= Number(applied)) return;
  process.stderr.write(
    `Note: expected a limit of at most ${applied}, got ${wanted}: the answer has ${applied} at most.\n`,
  );
}

/** Path prefix of operations that only a sandbox has. */
const SANDBOX_PREFIX = "/sandbox/";

async function isProduction(operator: OperatorApi): Promise<boolean> {
  const response = await send(operator, { method: "GET", path: "/status" });
  const status: unknown = response.ok ? await response.json() : undefined;
  return typeof status === "object" && status !== null && "mode" in status && status.mode === "production";
}

async function send(operator: OperatorApi, request: ApiRequest): Promise<Response> {
  const { adminAddress, token, fingerprint } = operator;
  const { method, path, body, key } = request;
  const url = `${adminAddress}${path}`;
  const sent = {
    method,
    headers: {
      "content-type": "application/json",
      authorization: `Bearer ${token}`,
      ...(key !== undefined && { "idempotency-key": key }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  };
  try {
    return await (fingerprint === undefined ? fetch(url, sent) : fetchPinned(url, fingerprint, sent));
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    throw new Error(`The exchange at ${url} does not answer: ${String(cause)}`, { cause: error });
  }
}

/** Returns the hint of a rejection: the expected value, and the given one. */
function readHint(text: string): string | undefined {
  if (!text.startsWith("{")) return undefined;
  const body: unknown = JSON.parse(text);
  const isHinted = typeof body === "object" && body !== null && "code" in body && "hint" in body;
  if (!isHinted || typeof body.hint !== "string") return undefined;
  return nameSubcommand(body.hint);
}

/** Names the subcommand in the place of the operation that a hint names. */
const nameSubcommand = (hint: string): string =>
  hint
    .replace(/GET \/(quarantine|webhooks) lists those that (?:there are|are there)/, "see presage $1 list")
    .replace(/GET \/webhooks(?= tells)/, "presage webhooks list")
    .replace(/GET \/backups(?= tells)/, "presage status");

// Requests to a server that must present one known certificate.

export type PinnedRequest = {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Aborts the request at any stage. */
  readonly signal?: AbortSignal;
};

/**
 * Sends a request to the server whose certificate has this SHA-256 fingerprint; names, issuer and dates are not
 * checked. Throws before anything is sent if the certificate differs.
 */
export async function fetchPinned(
  url: string,
  fingerprint: string,
  { method, headers, body = "", signal }: PinnedRequest,
): Promise<Response> {
  const socket = await connectPinned(new URL(url), fingerprint, signal);
  const length = String(Buffer.byteLength(body));
  const sent = sendRequest(url.replace(/^https:/, "http:"), {
    method,
    headers: { ...headers, connection: "close", ...(body !== "" && { "content-length": length }) },
    createConnection: () => socket,
  });
  sent.end(body);
  const [answer] = await once(sent, "response");
  return toResponse(answer);
}

async function toResponse(answer: IncomingMessage): Promise<Response> {
  const content = await buffer(answer);
  const headers = Object.entries(answer.headers).map(([name, value]): [string, string] => [
    name,
    String(value),
  ]);
  return new Response(content.length === 0 ? null : content, { status: answer.statusCode ?? 0, headers });
}

/** Connects and compares the certificate; the handshake has proved that the server holds its key. */
async function connectPinned(
  { hostname, port }: URL,
  fingerprint: string,
  signal: AbortSignal | undefined,
): Promise<TLSSocket> {
  const host = hostname.replace(/^\[(.*)\]$/, "$1");
  const socket = connect({ host, port: Number(port || 443), rejectUnauthorized: false });
  if (signal !== undefined) addAbortSignal(signal, socket);
  await once(socket, "secureConnect");
  if (socket.getPeerX509Certificate()?.fingerprint256 === fingerprint) return socket;
  socket.destroy();
  throw new Error("its certificate is not the one that the exchange of the data directory serves");
}
