/**
 * Compression of what is read, for callers that take it, in threads beside the exchange's own. A few answers at once are
 * compressed. While these are underway others go as they are, so that readers cannot take the processors from orders.
 */
import { pipeline, Readable } from "node:stream";
import type { FastifyReply, FastifyRequest } from "fastify";
import { createGzip, gzip } from "node:zlib";

/** A hook on what is sent: it calls `next` with the payload that goes out. */
export type CompressAnswer = (
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
  next: (error: null, payload: unknown) => void,
) => void;

/** Shorter answers fit into a packet as they are. */
const LEAST_BYTES = 1_024;
const MOST_AT_ONCE = 2;

/** Creates the hook, whose bound holds for all routes that it is given to. */
export function createCompression(): CompressAnswer {
  let underway = 0;
  const end = (): void => void (underway -= 1);
  return (request, reply, payload, next) => {
    if (lengthOf(reply, payload) < LEAST_BYTES) return next(null, payload);
    addVary(reply);
    if (underway === MOST_AT_ONCE || !takesGzip(request)) return next(null, payload);
    underway += 1;
    if (payload instanceof Readable) {
      markCompressed(reply);
      return next(null, pipeline(payload, createGzip(), end));
    }
    return gzip(payload as string | Buffer, (error, compressed) => {
      end();
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
