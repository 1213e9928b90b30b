/** The server of an address that speaks TLS. It has the bounds of a plain one, and handshakes have theirs. */
import type { RequestListener, Server } from "node:http";
import { createServer } from "node:https";
import type { ServerOptions } from "node:https";
import type { Socket } from "node:net";
import type { TLSSocket } from "node:tls";
import type { ServedCertificate } from "../../tls/served-certificate.ts";

export type SecureServer = {
  readonly server: Server;
  /** Lets a listener answer the requests, and gives the server. */
  answerWith(listener: RequestListener): Server;
  /** Hands over the secure side of a connection once its handshake has ended well. */
  afterHandshake(socket: Socket, then: (secure: TLSSocket) => void): void;
  /** Drops the connections whose handshakes have not ended, which the server would wait for when it closes. */
  dropHandshakes(): void;
};

export type SecureServerOptions = {
  readonly certificate: ServedCertificate;
  /** Milliseconds for a handshake. */
  readonly handshakeMs: number;
  readonly http: ServerOptions;
  /** Answers a plain request, of which nothing is known. */
  readonly refusePlain: (socket: Socket) => void;
};

/** Handshakes of connections that are refused after them; at more, these are dropped without a word. */
const MAX_REFUSED = 100;

export function createSecureServer(options: SecureServerOptions): SecureServer {
  const { certificate, handshakeMs, http, refusePlain } = options;
  const { certificate: cert, key } = certificate.current();
  const server = createServer({ ...http, cert, key, handshakeTimeout: handshakeMs });
  const unfollow = certificate.follow((next) => {
    server.setSecureContext({ cert: next.certificate, key: next.key });
  });
  /** Connections whose handshake is underway, by their clients' sides, which both sockets of a connection know. */
  const handshakes = new Map<string, Socket>();
  const refusals = new Map<string, (secure: TLSSocket) => void>();
  const end = (client: string): void => {
    handshakes.delete(client);
    refusals.delete(client);
  };
  server.once("close", unfollow);
  server.prependListener("connection", (socket: Socket) => {
    const client = clientOf(socket);
    handshakes.set(client, socket);
    socket.once("close", () => end(client));
  });
  server.prependListener("secureConnection", (secure) => {
    const client = clientOf(secure);
    const refuse = refusals.get(client);
    end(client);
    refuse?.(secure);
  });
  server.prependListener("tlsClientError", (error, secure) => {
    const socket = handshakes.get(clientOf(secure));
    if (socket !== undefined && "code" in error && error.code === "ERR_SSL_HTTP_REQUEST") refusePlain(socket);
    else secure.destroy();
  });
  return {
    server,
    answerWith: (listener) => server.on("request", listener),
    afterHandshake(socket, then) {
      if (refusals.size >= MAX_REFUSED) socket.destroy();
      else refusals.set(clientOf(socket), then);
    },
    dropHandshakes() {
      for (const socket of handshakes.values()) socket.destroy();
    },
  };
}

const clientOf = ({ remoteAddress, remotePort }: Socket): string => `${remoteAddress} ${remotePort}`;
