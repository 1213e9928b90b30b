/** Request bodies: stored as received for the signature check, and parsed as JSON whatever the declared type. */
import { randomUUID } from "node:crypto";
import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import type { FastifyRequest } from "fastify";
import type { TSchema } from "typebox";
import { JsonFault, parseJson } from "../json-text.ts";
import { describeMistake } from "../validation-fault.ts";

// Request ids: the caller's own if it is safe in a header and a log, else a new one.

export const REQUEST_ID = "x-request-id";
/** Header with the trace id, if requests are traced. */
export const TRACE_ID = "x-trace-id";

/** Form of an accepted id. It is shorter than any secret, so that a secret in the wrong header is neither echoed nor logged. */
const SANE = /^[A-Za-z0-9._-]{1,40}$/;

/** Returns the request id. Node joins a repeated header with a comma, which no id may contain. */
export function requestIdOf(headers: IncomingHttpHeaders): string {
  const given = headers[REQUEST_ID];
  return typeof given === "string" && SANE.test(given) ? given : randomUUID();
}

const HEADERS = /\r\nx-request-id:[ \t]*([^\r]*)/gi;

/** Returns the request id from the raw text of a request's line and headers. */
export function requestIdIn(head: string): string {
  const [first, ...others] = head.matchAll(HEADERS);
  const given = first?.[1]?.trimEnd() ?? "";
  return others.length === 0 && SANE.test(given) ? given : randomUUID();
}

/** Error codes of a complete but faulty body; the message is the hint. */
export const MALFORMED_JSON = "PRESAGE_MALFORMED_JSON";
export const INVALID_BODY = "PRESAGE_INVALID_BODY";

type ParserCallback = (error: Error | null) => void;

/** Route settings for the body parser. */
declare module "fastify" {
  interface FastifyContextConfig {
    /** Maximum number of fields in all objects of a body together; unlimited if absent. */
    readonly maxFields?: number;
  }
}

/** Field limit of a body without uploads: 500 books take 1,000 fields, 15 orders 300. */
export const MAX_FIELDS = 2_000;

/** Stores the raw bytes as Fastify's body parser; they are parsed once the caller is authenticated. */
export function keepBody(request: FastifyRequest, bytes: Buffer, done: ParserCallback): void {
  request.rawBody = bytes;
  done(null);
}

/**
 * Parses the stored bytes into the request's body; empty bytes leave it unset. Field names that would reach an object's
 * prototype are refused. Throws an error with status 400 and a code of this file.
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

/** Refuses an encoded body: signatures cover the bytes as sent, and clients sign the plain ones. */
const encoded = (got: string): Error =>
  fault(
    INVALID_BODY,
    describeMistake("Content-Encoding", { expected: "none, and the body sent plain", got }),
  );

const fault = (code: string, hint: string): Error =>
  Object.assign(new Error(hint), { code, statusCode: 400 });

// Bodies of GET requests, which the framework does not read. Some clients send long queries that way. A body is read if the
// operation describes one, with the usual limits and checks.

/** Reads at most `limit` bytes. Throws as the framework does: the error has a status. */
export async function readGetBody(request: FastifyRequest, limit: number): Promise<void> {
  request.rawBody = await readBytes(request.raw, limit);
}

/** Checks the parsed body, null if none came. Throws as the framework does: the error has the validation errors. */
export function checkGetBody(request: FastifyRequest, schema: TSchema): void {
  request.body ??= null;
  const validate = request.compileValidationSchema(schema, "body");
  if (validate(request.body) === true) return;
  const found = { validation: validate.errors, validationContext: "body", statusCode: 400 };
  throw Object.assign(new Error("the body is not valid"), found);
}

/** Reads the body. The rest of one that is too large stays unread, and the connection closes. */
function readBytes(message: IncomingMessage, limit: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    const refuse = (statusCode: number, why: string): void => {
      message.off("data", keep);
      reject(Object.assign(new Error(why), { statusCode }));
    };
    const keep = (chunk: Buffer): void => {
      length += chunk.length;
      if (length > limit) refuse(TOO_LARGE, "too large");
      else chunks.push(chunk);
    };
    message.on("end", () => resolve(Buffer.concat(chunks)));
    message.on("error", ({ message: why }) => refuse(UNREADABLE, why));
    if (Number(message.headers["content-length"]) > limit) refuse(TOO_LARGE, "too large");
    else message.on("data", keep);
  });
}

const TOO_LARGE = 413;
const UNREADABLE = 400;
