/**
 * Compression of what is read, for callers that take it, in threads beside the exchange's own. A few answers at once are
 * compressed. While these are underway others go as they are, so that readers cannot take the processors from orders.
 */
import { pipeline, Readable } from "node:stream";
import type { FastifyReply, FastifyRequest } from "fastify";
import { createGzip, gzip } from "node:zlib";
import { networkOf } from "../../address-ranges.ts";
import type { Config } from "../../config.ts";
import type { Places } from "../../places.ts";
import { isShort } from "../../shares.ts";
import { clientAddress } from "./client-address.ts";

/** A hook on what is sent: it calls `next` with the payload that goes out. */
export type CompressAnswer = (
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
  next: (error: null, payload: unknown) => void,
) => void;

/** Shorter answers fit into a packet as they are. */
const LEAST_BYTES = 1_024;

/** Creates the hook. An answer for which there is no place goes out as it is. */
export function createCompression(
  { trustedProxies }: Pick<Config, "trustedProxies">,
  { compressions }: Pick<Places, "compressions">,
): CompressAnswer {
  return (request, reply, payload, next) => {
    if (lengthOf(reply, payload) < LEAST_BYTES) return next(null, payload);
    addVary(reply);
    if (!takesGzip(request)) return next(null, payload);
    const place = compressions.take({ address: networkOf(clientAddress(request, trustedProxies)) });
    if (isShort(place)) return next(null, payload);
    if (payload instanceof Readable) {
      markCompressed(reply);
      return next(null, pipeline(payload, createGzip(), place.end));
    }
    return gzip(payload as string | Buffer, (error, compressed) => {
      place.end();
      if (error !== null) return next(null, payload);
      markCompressed(reply);
      next(null, compressed);
    });
  };
}

/** Bytes of a payload, about; 0 of one whose length is not known. */
function lengthOf(reply: FastifyReply, payload: unknown): number {
  if (typeof payload === "string" || Buffer.isBuffer(payload)) return payload.length;
  return payload instanceof Readable ? Number(reply.getHeader("content-length") ?? 0) : 0;
}

function addVary(reply: FastifyReply): void {
  const others = reply.getHeader("vary");
  reply.header("vary", others === undefined ? "accept-encoding" : `${String(others)}, accept-encoding`);
}

/** True if the caller names gzip without refusing it; `*` alone is of clients that decode nothing themselves. */
const takesGzip = ({ method, headers }: FastifyRequest): boolean =>
  method !== "HEAD" && GZIP.test(String(headers["accept-encoding"] ?? ""));

const GZIP = /(?:^|[\s,])gzip\s*(?:$|,|;\s*q=(?:1|0\.0*[1-9]))/i;

const markCompressed = (reply: FastifyReply): FastifyReply =>
  reply.removeHeader("content-length").header("content-encoding", "gzip");
