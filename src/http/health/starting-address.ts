/**
 * The one port during the start, which takes minutes after a long recovery, and the operators' address of an engine that
 * follows. Until the exchange opens the port itself, health checks say that the process lives and is not ready; other
 * requests get 503.
 */
import { randomUUID } from "node:crypto";
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
  { method, url = "" }: IncomingMessage,
  response: ServerResponse,
  why: string | undefined,
): void {
  const requestId = randomUUID();
  const { status, body } = answerTo(url.split("?", 1)[0], requestId, why);
  const text = JSON.stringify(body);
  response.writeHead(status, {
    ...errorHeaders(status === 503 ? { retryAfter: RETRY_AFTER } : {}),
    "x-request-id": requestId,
    "content-length": Buffer.byteLength(text),
    connection: "close",
  });
  response.end(method === "HEAD" ? undefined : text);
}

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
