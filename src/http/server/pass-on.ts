/**
 * Requests that a gateway passes on to the process of the engine. The gateway has checked limits, caller and schema. The
 * process of the engine checks them again: it serves the request like one of its own connections.
 */
import type { FastifyInstance } from "fastify";
import type { PassedAnswer, PassedRequest } from "../../engine/follower/bus.ts";
import type { HttpExchange, HttpReply } from "../operation/http-exchange.ts";
import { REQUEST_ID } from "./request-body.ts";

/** Passes a request on, for one address of a gateway. */
export type PassOn = {
  /** Name of the address, which the process of the engine knows as well. */
  readonly at: string;
  readonly send: (request: PassedRequest) => Promise<PassedAnswer>;
};

/** Headers about a single connection, or about the bytes of a body on it. A gateway compresses answers itself. */
const OF_CONNECTION = new Set([
  "accept-encoding",
  "connection",
  "content-length",
  "date",
  "expect",
  "keep-alive",
  "transfer-encoding",
  "upgrade",
]);

/** Answers a request with what the process of the engine answers. */
export async function passOn({ at, send }: PassOn, { request, reply }: HttpExchange): Promise<HttpReply> {
  const { method, url, headers, rawBody, raw, id } = request;
  const { status, body, ...answer } = await send({
    at,
    method,
    url,
    headers: { ...withoutConnection(headers), [REQUEST_ID]: id },
    body: rawBody.toString("base64"),
    from: raw.socket.remoteAddress ?? "",
  });
  return reply.code(status).headers(answer.headers).send(Buffer.from(body, "base64"));
}

/** Serves passed requests by the servers of these addresses, which need not listen. */
export const servePassed =
  (servers: ReadonlyMap<string, FastifyInstance>) =>
  async ({ at, method, url, headers, body, from }: PassedRequest): Promise<PassedAnswer> => {
    const server = servers.get(at);
    if (server === undefined) throw new Error(`no address is called ${at}`);
    const answer = await server.inject({
      method: method as "GET",
      url,
      headers: { ...headers },
      payload: Buffer.from(body, "base64"),
      remoteAddress: from,
    });
    return {
      status: answer.statusCode,
      headers: withoutConnection(answer.headers),
      body: answer.rawPayload.toString("base64"),
    };
  };

type Headers = Readonly<Record<string, number | string | string[] | undefined>>;

const withoutConnection = (headers: Headers): Record<string, string | string[]> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined || OF_CONNECTION.has(name)
        ? []
        : [[name, typeof value === "number" ? String(value) : value]],
    ),
  );
