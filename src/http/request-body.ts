/** Request bodies: kept as received for the signature check, and parsed as JSON whatever the declared type. */
import type { FastifyRequest } from "fastify";
import { parseJson } from "./json-text.ts";
import { describeMistake } from "./validation-fault.ts";

/** Codes of what is wrong with a whole body; the message is the hint. */
export const MALFORMED_JSON = "PRESAGE_MALFORMED_JSON";
export const ENCODED_BODY = "PRESAGE_ENCODED_BODY";

type Done = (error: Error | null, body?: unknown) => void;

/** What routes tell the parser of their bodies. */
declare module "fastify" {
  interface FastifyContextConfig {
    /** Of all objects of a body together; any number without it. */
    readonly maxFields?: number;
  }
}

/** Fields that a body may have where nothing is uploaded: 500 books take 1,000, 15 orders 300. */
export const MAX_FIELDS = 2_000;

/** Fastify body parser. An empty body is `undefined`; names that would reach an object's prototype are refused. */
export function parseBody(request: FastifyRequest, bytes: Buffer, done: Done): void {
  request.rawBody = bytes;
  if (bytes.length === 0) return done(null, undefined);
  const encoding = request.headers["content-encoding"];
  if (encoding !== undefined && encoding.toLowerCase() !== "identity") return done(encoded(encoding));
  try {
    const { maxFields } = request.routeOptions.config;
    return done(null, parseJson(bytes.toString("utf8"), maxFields));
  } catch (error) {
    return done(malformed(error instanceof Error ? error.message : String(error)));
  }
}

/** Signatures cover the bytes as they come, and clients sign the plain ones. */
function encoded(encoding: string): Error {
  const mistake = { expected: "none, and the body sent plain", got: encoding };
  return Object.assign(new Error(describeMistake("Content-Encoding", mistake)), {
    code: ENCODED_BODY,
    statusCode: 400,
  });
}

function malformed(why: string): Error {
  return Object.assign(new Error(`expected JSON: ${why}`), {
    code: MALFORMED_JSON,
    statusCode: 400,
  });
}
