/** Request bodies: kept as received for the signature check, and parsed as JSON whatever the declared type. */
import { randomUUID } from "node:crypto";
import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import type { FastifyRequest } from "fastify";
import type { TSchema } from "typebox";
import { JsonFault, parseJson } from "../json-text.ts";
import { describeMistake } from "../validation-fault.ts";

// The id of a request: the caller's own, where it names one that can stand in a header and a log, or a new one.

export const REQUEST_ID = "x-request-id";
/** Names the trace of a request beside it, where requests are traced. */
export const TRACE_ID = "x-trace-id";

/** Shorter than any secret of the exchange, so that none is answered and logged where somebody mistakes a header. */
const SANE = /^[A-Za-z0-9._-]{1,40}$/;

/** A header that came twice is joined by Node with a comma, which no id has. */
export function requestIdOf(headers: IncomingHttpHeaders): string {
  const given = headers[REQUEST_ID];
  return typeof given === "string" && SANE.test(given) ? given : randomUUID();
}

const HEADERS = /\r\nx-request-id:[ \t]*([^\r]*)/gi;

/** The same of the text of a request's line and headers. */
export function requestIdIn(head: string): string {
  const [first, ...others] = head.matchAll(HEADERS);
  const given = first?.[1]?.trimEnd() ?? "";
  return others.length === 0 && SANE.test(given) ? given : randomUUID();
}

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

// Bodies of GET requests, which the framework leaves unread. Some clients ask long questions that way; it is read where
// the operation describes one, in the bounds and with the checks that bodies of other requests have.

/** Reads the bytes, at most `limit`. Throws as the framework does: the error has a status. */
export async function readGetBody(request: FastifyRequest, limit: number): Promise<void> {
  request.rawBody = await readBytes(request.raw, limit);
}

/** Checks the parsed body, null where none came. Throws as the framework does: the error has what validation found. */
export function checkGetBody(request: FastifyRequest, schema: TSchema): void {
  request.body ??= null;
  const validate = request.compileValidationSchema(schema, "body");
  if (validate(request.body) === true) return;
  const found = { validation: validate.errors, validationContext: "body", statusCode: 400 };
  throw Object.assign(new Error("the body is not valid"), found);
}

/** Leaves the rest of a body that is too large unread; the connection closes with it. */
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
