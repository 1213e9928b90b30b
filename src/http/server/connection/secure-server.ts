/** Server of a TLS address, with the limits of a plain server and limits for handshakes. */
import type { RequestListener, Server } from "node:http";
import { createServer } from "node:https";
import type { ServerOptions } from "node:https";
import type { Socket } from "node:net";
import type { TLSSocket } from "node:tls";
import type { ServedCertificate } from "../../../tls/certificate.ts";
import { describeClient } from "../../guard/connections.ts";

export type SecureServer = {
  readonly server: Server;
  /** Attaches the request listener, and returns the server. */
  answerWith(listener: RequestListener): Server;
  /** Calls `then` with the TLS socket of a connection after a successful handshake. */
  afterHandshake(socket: Socket, then: (secure: TLSSocket) => void): void;
  /** Drops connections with unfinished handshakes, which would delay the server's close. */
  dropHandshakes(): void;
};

export type SecureServerOptions = {
  readonly certificate: ServedCertificate;
  /** Handshake timeout, ms. */
  readonly handshakeMs: number;
  readonly http: ServerOptions;
  /** Answers a plain HTTP request, which is not parsed. */
  readonly refusePlain: (socket: Socket) => void;
};

/** Maximum number of handshakes completed only to send a refusal; further connections are dropped silently. */
const MAX_REJECTED_HANDSHAKES = 100;

export function createSecureServer(options: SecureServerOptions): SecureServer {
  const { certificate, handshakeMs, http, refusePlain } = options;
  const { certificate: cert, key } = certificate.current();
  const server = createServer({ ...http, cert, key, handshakeTimeout: handshakeMs });
  const unfollow = certificate.follow((next) => {
    server.setSecureContext({ cert: next.certificate, key: next.key });
  });
  /** Connections whose handshake is underway, by remote address and port, which both sockets of a connection share. */
  const handshakes = new Map<string, Socket>();
  const refusals = new Map<string, (secure: TLSSocket) => void>();
  const end = (client: string): void => {
    handshakes.delete(client);
    refusals.delete(client);
  };
  server.once("close", unfollow);
  server.prependListener("connection", (socket: Socket) => {
    const client = describeClient(socket);
    handshakes.set(client, socket);
    socket.once("close", () => end(client));
  });
  server.prependListener("secureConnection", (secure) => {
    // As on a plain connection. Not before the handshake: a client that leaves during it leaves at once.
    secure.allowHalfOpen = true;
    const client = describeClient(secure);
    const refuse = refusals.get(client);
    end(client);
    refuse?.(secure);
  });
  server.prependListener("tlsClientError", (error, secure) => {
    const socket = handshakes.get(describeClient(secure));
    if (socket !== undefined && "code" in error && error.code === "ERR_SSL_HTTP_REQUEST") refusePlain(socket);
    else secure.destroy();
  });
  return {
    server,
    answerWith: (listener) => server.on("request", listener),
    afterHandshake(socket, then) {
      if (refusals.size >= MAX_REJECTED_HANDSHAKES) socket.destroy();
      else refusals.set(describeClient(socket), then);
    },
    dropHandshakes() {
      for (const socket of handshakes.values()) socket.destroy();
    },
  };
}
