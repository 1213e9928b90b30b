/**
 * The log of requests: a line for each, once it is answered or its client has gone. It has the route's pattern and never the
 * URL, no header and no body, and of the caller only what is no secret.
 */
import type { IncomingMessage } from "node:http";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Context } from "../../context.ts";
import { WITH_READER } from "../auth/authenticate.ts";
import type { Caller } from "../auth/caller.ts";
import type { Dialect } from "../dialects/dialect.ts";
import type { Access, Endpoint } from "../endpoint.ts";
import { findMount } from "../mount.ts";
import type { Mount } from "../mount.ts";
import { clientAddress } from "./client-address.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** Credentials that the operation of the route takes. */
    access?: Access;
    /** The operation of the route, where it is one. */
    operation?: { readonly mount: Mount; readonly endpoint: Endpoint };
  }
}

/** Notes that a request has come, so that it is logged at its end. */
export type NoteRequest = (request: FastifyRequest, reply: FastifyReply) => void;

/** Makes the function that notes requests of a server; `undefined` where none are logged. */
export function requestLog(
  { log: { access }, config }: Pick<Context, "log" | "config">,
  mounts: readonly Mount[],
): NoteRequest | undefined {
  if (access === undefined) return undefined;
  return (request, reply) => {
    const began = performance.now();
    const { raw } = reply;
    const sentBefore = request.raw.socket.bytesWritten;
    const client = clientAddress(request, config.trustedProxies);
    raw.once("close", () => {
      const mount = findMount(mounts, request.url);
      const { url, config: route } = request.routeOptions;
      access({
        method: request.method,
        route: request.is404 ? undefined : url,
        status: raw.statusCode,
        ms: millisecondsSince(began),
        bytes: bytesOf(request, reply, sentBefore),
        ...(!raw.writableFinished && { aborted: true }),
        dialect: mount?.dialect,
        interface: mount?.limited,
        ...callerFields(request.identity, route.access),
        client,
        requestId: request.id,
        traceId: request.trace?.id,
      });
    });
  };
}

/** The bytes of the body; of one whose length was not known before, all that the connection sent meanwhile. */
function bytesOf({ method, raw }: FastifyRequest, reply: FastifyReply, sentBefore: number): number {
  const { statusCode } = reply.raw;
  if (method === "HEAD" || statusCode === 204 || statusCode === 304) return 0;
  const length = reply.getHeader("content-length");
  return length === undefined ? raw.socket.bytesWritten - sentBefore : Number(length);
}

/** A read-only key is its own secret: where one may come, the wallet alone is told. */
function callerFields({ caller, builder, wallet, operator }: Caller, access: Access | undefined) {
  const named = access !== undefined && !WITH_READER.has(access);
  return {
    wallet: caller?.address ?? wallet?.address ?? builder?.address,
    key: named ? (caller?.apiKey ?? builder?.apiKey) : undefined,
    operator: operator?.name,
  };
}

type UpgradeEnd = {
  readonly status: number;
  readonly route?: string;
  readonly dialect?: Dialect;
};

export type TellUpgrade = (end: UpgradeEnd) => void;

/** Makes the function that tells of a request for a live connection: when it is refused, or when the connection ends. */
export function upgradeLog(
  { log: { access }, config }: Pick<Context, "log" | "config">,
  request: IncomingMessage,
  requestId: string,
): TellUpgrade {
  const began = performance.now();
  const { socket } = request;
  const sentBefore = socket.bytesWritten;
  const client = clientAddress({ raw: request }, config.trustedProxies);
  return ({ status, ...place }) =>
    access?.({
      method: request.method,
      status,
      ms: millisecondsSince(began),
      bytes: socket.bytesWritten - sentBefore,
      ...place,
      interface: "trading",
      client,
      requestId,
    });
}

const millisecondsSince = (began: number): number => Math.round((performance.now() - began) * 1_000) / 1_000;
