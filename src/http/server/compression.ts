/**
 * Compresses answers for callers that accept gzip, in threads beside the main one. One is compressed at a time, so
 * that readers cannot take the processors from orders. A few wait for it, since a page asks for several answers together;
 * others go out uncompressed.
 */
import { Readable, pipeline } from "node:stream";
import { createGzip, gzip } from "node:zlib";
import type { FastifyInstance } from "fastify";
import type { HttpReply, HttpRequest, SentAnswer } from "../operation/http-exchange.ts";
import { getNetwork } from "../../base/address-ranges.ts";
import type { Config } from "../../settings/config.ts";
import type { SlotPools } from "../../base/slot-pools.ts";
import { isShort } from "../../base/slot-pool.ts";
import { clientAddress } from "./connection/client-address.ts";

/** Hook on an outgoing payload; calls `next` with the payload to send. */
export type CompressAnswer = (
  request: HttpRequest,
  reply: HttpReply,
  payload: unknown,
  next: (error: null, payload: unknown) => void,
) => void;

/** Smallest answer to compress, in bytes: shorter answers fit into one packet uncompressed. */
const MIN_BYTES = 1_024;

/** Creates the hook. If no compression slot is free, the answer goes out uncompressed. */
export function createCompression(
  { trustedProxies }: Pick<Config, "trustedProxies">,
  { compressions, compressedStreams }: Pick<SlotPools, "compressions" | "compressedStreams">,
): CompressAnswer {
  let last = Promise.resolve();
  return (request, reply, payload, next) => {
    if (estimateLength(reply, payload) < MIN_BYTES) return next(null, payload);
    addVary(reply);
    if (!acceptsGzip(request)) return next(null, payload);
    const isStream = payload instanceof Readable;
    const address = getNetwork(clientAddress(request, trustedProxies));
    const place = (isStream ? compressedStreams : compressions).take({ address });
    if (isShort(place)) return next(null, payload);
    if (isStream) {
      markCompressed(reply);
      return next(null, pipeline(payload, createGzip(), place.end));
    }
    const compress = (done: () => void): void =>
      gzip(payload as string | Buffer, (error, compressed) => {
        done();
        place.end();
        if (error !== null) return next(null, payload);
        markCompressed(reply);
        next(null, compressed);
      });
    last = last.then(() => new Promise(compress));
  };
}

/** Returns the approximate size of a payload in bytes; 0 if unknown. */
function estimateLength(reply: HttpReply, payload: unknown): number {
  if (typeof payload === "string" || Buffer.isBuffer(payload)) return payload.length;
  return payload instanceof Readable ? Number(reply.getHeader("content-length") ?? 0) : 0;
}

function addVary(reply: HttpReply): void {
  const others = reply.getHeader("vary");
  reply.header("vary", others === undefined ? "accept-encoding" : `${String(others)}, accept-encoding`);
}

/**
 * True if the caller names gzip without refusing it. A bare `*` does not count: clients that send `*` decode nothing
 * themselves.
 */
export const acceptsGzip = ({ method, headers }: Pick<HttpRequest, "method" | "headers">): boolean =>
  method !== "HEAD" && GZIP.test(String(headers["accept-encoding"] ?? ""));

const GZIP = /(?:^|[\s,])gzip\s*(?:$|,|;\s*q=(?:1|0\.0*[1-9]))/i;

const markCompressed = (reply: HttpReply): HttpReply =>
  reply.removeHeader("content-length").header("content-encoding", "gzip");

// Streams that a server is sending. On close, the framework ends connections whose answers are written, even if the reader
// has not received the rest. So the close waits until all streams are read or aborted.

export type SentStreams = {
  /** Registers a streamed answer. */
  note(answer: SentAnswer): void;
};

/** Delays the close of a server until its readers have received their streams. */
export function watchStreams(server: FastifyInstance): SentStreams {
  const sendingAnswers = new Set<SentAnswer>();
  const taken = (answer: SentAnswer): Promise<void> =>
    new Promise((resolve) => void answer.once("close", resolve));
  server.addHook("preClose", async () => {
    await Promise.all([...sendingAnswers].map(taken));
  });
  return {
    note: (answer) => {
      // The reader may have left before the first piece: the answer is closed then, and never closes again.
      if (answer.closed) return;
      sendingAnswers.add(answer);
      answer.once("close", () => sendingAnswers.delete(answer));
    },
  };
}
