/** Requests to a server that must present one known certificate. */
import { once } from "node:events";
import { request } from "node:http";
import type { IncomingMessage } from "node:http";
import { addAbortSignal } from "node:stream";
import { buffer } from "node:stream/consumers";
import { connect } from "node:tls";
import type { TLSSocket } from "node:tls";

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
  const sent = request(url.replace(/^https:/, "http:"), {
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
