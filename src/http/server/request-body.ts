/** Request bodies: kept as received for the signature check, and parsed as JSON whatever the declared type. */
import type { FastifyRequest } from "fastify";
import { JsonFault, parseJson } from "../json-text.ts";
import { describeMistake } from "../validation-fault.ts";

/** Codes of what is wrong with a whole body; the message is the hint. */
export const MALFORMED_JSON = "PRESAGE_MALFORMED_JSON";
export const INVALID_BODY = "PRESAGE_INVALID_BODY";

type ParserCallback = (error: Error | null) => void;

/** Facts about its body that a route tells the parser. */
declare module "fastify" {
  interface FastifyContextConfig {
    /** Most fields of all objects of a body together; any number without it. */
    readonly maxFields?: number;
  }
}

/** Fields that a body may have where nothing is uploaded: 500 books take 1,000, 15 orders 300. */
export const MAX_FIELDS = 2_000;

/** Fastify body parser that keeps the bytes: they are parsed once it is known who sent them. */
export function keepBody(request: FastifyRequest, bytes: Buffer, done: ParserCallback): void {
  request.rawBody = bytes;
  done(null);
}

/**
 * Parses the bytes that came into the request's body. One without bytes has none; names that would reach an object's
 * prototype are refused. Throws an error with a status of 400, and a code of this file.
 */
export function parseBody(request: FastifyRequest): void {
  const { rawBody, headers, routeOptions } = request;
  if (rawBody.length === 0) return;
  const encoding = headers["content-encoding"];
  if (encoding !== undefined && encoding.toLowerCase() !== "identity") throw encoded(encoding);
  try {
    request.body = parseJson(rawBody.toString("utf8"), routeOptions.config.maxFields);
  } catch (error) {
    if (error instanceof JsonFault) throw fault(error.isJson ? INVALID_BODY : MALFORMED_JSON, error.message);
    throw error;
  }
}

/** Signatures cover the bytes as they come, and clients sign the plain ones. */
const encoded = (got: string): Error =>
  fault(
    INVALID_BODY,
    describeMistake("Content-Encoding", { expected: "none, and the body sent plain", got }),
  );

const fault = (code: string, hint: string): Error =>
  Object.assign(new Error(hint), { code, statusCode: 400 });
