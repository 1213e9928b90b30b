/**
 * The one port during the start, which takes minutes after a long recovery, and the operators' address of an engine that
 * follows. Until the exchange opens the port itself, health checks say that the process lives and is not ready; other
 * requests get 503, and browsers a page that loads itself again.
 */
import { createHash, randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { createServer as createSecureServer } from "node:https";
import type { Socket } from "node:net";
import { STARTING, notServing } from "../../engine/availability.ts";
import type { ServedCertificate } from "../../tls/certificate.ts";
import type { InheritedSockets } from "../server/connection/inherited-sockets.ts";
import { orderAnswers } from "../server/connection/ordered-answers.ts";
import { MAX_HEAD, rejectConnect, unreadableHandler } from "../server/connection/unreadable-request.ts";
import { openPort } from "../server/connection/inherited-sockets.ts";
import { errorHeaders } from "../server/send-error.ts";
import { findErrorContext } from "../server/unrouted.ts";
import { escapeHtml } from "../page/previews/preview-tags.ts";
import { LIVE, LIVE_PATH, READY_PATH, readyAnswer } from "./health-endpoints.ts";

export type StartingAddress = {
  /** Frees the port; calling it again does nothing. */
  close(): Promise<void>;
};

type StartingOptions = {
  /** Name of the setting of the port. */
  readonly setting: string;
  readonly host: string;
  readonly port: number;
  /** Returns why the process does not serve; by default since it starts. */
  readonly why?: (() => string) | undefined;
  /** Certificate of an address with TLS. */
  readonly certificate: ServedCertificate | undefined;
  readonly sockets: InheritedSockets;
};

/** Value of Retry-After, seconds. */
const RETRY_AFTER = 5;
const TIMEOUT_MS = 10_000;

/**
 * Opens the port. Returns `undefined` if the port is chosen at random later, or systemd passed on its socket: connections
 * to that socket wait for the exchange itself.
 */
export async function openStartingAddress({
  setting,
  host,
  port,
  why,
  certificate,
  sockets,
}: StartingOptions): Promise<StartingAddress | undefined> {
  if (port === 0 || sockets.find(host, port) !== undefined) return undefined;
  const server = createStartingServer(certificate, why);
  const connections = new Set<Socket>();
  server.on("connection", (socket: Socket) => {
    connections.add(socket);
    socket.once("close", () => connections.delete(socket));
  });
  await openPort({ setting, host, port }, () => once(server.listen({ host, port }), "listening"));
  return { close: () => closeServer(server, connections) };
}

function createStartingServer(
  certificate: ServedCertificate | undefined,
  why: (() => string) | undefined,
): Server {
  const answer = (request: IncomingMessage, response: ServerResponse): void =>
    answerRequest(request, response, why?.());
  const limits = {
    headersTimeout: TIMEOUT_MS,
    requestTimeout: TIMEOUT_MS,
    maxHeaderSize: MAX_HEAD,
    requireHostHeader: false,
  };
  const { certificate: cert, key } = certificate?.current() ?? {};
  const server =
    certificate === undefined
      ? createServer(limits, answer)
      : createSecureServer({ ...limits, cert, key }, answer);
  const place = findErrorContext([], "/");
  orderAnswers(server);
  rejectConnect(server, place, ["GET", "HEAD"]);
  return server.on("clientError", unreadableHandler(place));
}

function answerRequest(
  { method, url = "", headers: { accept = "" } }: IncomingMessage,
  response: ServerResponse,
  why: string | undefined,
): void {
  const requestId = randomUUID();
  const { status, body } = answerTo(url.split("?", 1)[0], requestId, why);
  const isPage = status === 503 && "error" in body && accept.includes("text/html");
  const text = isPage ? makePage(body.error) : JSON.stringify(body);
  response.writeHead(status, {
    ...errorHeaders(status === 503 ? { retryAfter: RETRY_AFTER } : {}),
    ...(isPage && PAGE_HEADERS),
    vary: "accept",
    "x-request-id": requestId,
    "content-length": Buffer.byteLength(text),
    connection: "close",
  });
  response.end(method === "HEAD" ? undefined : text);
}

// The page that browsers get. It asks for the exchange again until that answers.

const PAGE_STYLE =
  ":root { color-scheme: light dark; font-family: system-ui, sans-serif; } body { max-width: 32rem; margin: 20vh auto; padding: 0 1rem; text-align: center; }";

const PAGE_HEADERS = {
  "content-type": "text/html; charset=utf-8",
  "cache-control": "no-store",
  "content-security-policy": `default-src 'none'; style-src 'sha256-${createHash("sha256").update(PAGE_STYLE).digest("base64")}'`,
};

/** Makes the page; `why` is a text of the exchange's own. */
const makePage = (why: string): string => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta http-equiv="refresh" content="2">
    <title>One moment</title>
    <style>${PAGE_STYLE}</style>
  </head>
  <body>
    <h1>One moment</h1>
    <p>This page opens by itself as soon as the exchange answers: ${escapeHtml(why)}.</p>
    <p lang="pt">Esta página abre sozinha assim que a bolsa responder.</p>
  </body>
</html>
`;

function answerTo(path: string | undefined, requestId: string, why: string | undefined) {
  if (path === LIVE_PATH) return { status: 200, body: LIVE };
  if (path === READY_PATH) return readyAnswer({ checks: why === undefined ? STARTING : notServing(why) });
  return {
    status: 503,
    body: {
      error: why ?? "the exchange is starting",
      code: "not_accepting",
      hint: `nothing was done; try again in ${RETRY_AFTER} s`,
      request_id: requestId,
    },
  };
}

/** Closes the server, and also connections in the TLS handshake, which the server does not count as its own. */
async function closeServer(server: Server, connections: ReadonlySet<Socket>): Promise<void> {
  if (!server.listening) return;
  const closed = once(server, "close");
  server.close();
  for (const socket of connections) socket.destroy();
  await closed;
}
