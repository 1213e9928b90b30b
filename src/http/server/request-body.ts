/** Request bodies: stored as received for the signature check, and parsed as JSON whatever the declared type. */
import { randomUUID } from "node:crypto";
import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import type { FastifyRequest } from "fastify";
import { Type } from "typebox";
import type { TObject, TSchema } from "typebox";
import type { HttpRequest } from "../operation/http-exchange.ts";
import { spelledAs } from "../../base/nearest-name.ts";
import { AMOUNT_PATTERN } from "../operation/id-patterns.ts";
import { JsonFault, parseJson } from "../operation/json-text.ts";
import { plainDecimal } from "../values/intended-amount.ts";
import { pageMaximum } from "../operation/page-limit.ts";
import type { QueryForm } from "../operation/error-format.ts";
import { RepeatedList, describeMistake } from "../operation/validation-fault.ts";

// Request ids: the caller's own if it is safe in a header and a log, else a new one.

export const REQUEST_ID = "x-request-id";
/** Header with the trace id, if requests are traced. */
export const TRACE_ID = "x-trace-id";

/** Form of an accepted id. It is shorter than any secret, so that a secret in the wrong header is neither echoed nor logged. */
const ACCEPTED_ID_PATTERN = /^[A-Za-z0-9._-]{1,40}$/;

/** Returns the request id. Node joins a repeated header with a comma, which no id may contain. */
export function readRequestId(headers: IncomingHttpHeaders): string {
  const given = headers[REQUEST_ID];
  return typeof given === "string" && ACCEPTED_ID_PATTERN.test(given) ? given : randomUUID();
}

/** Error codes of a complete but faulty body; the message is the hint. */
export const MALFORMED_JSON = "PRESAGE_MALFORMED_JSON";
export const INVALID_BODY = "PRESAGE_INVALID_BODY";

type ParserCallback = (error: Error | null) => void;

/** Result of the body parser, and the route settings for it. */
declare module "fastify" {
  interface FastifyRequest {
    /** The body as received, which a request's signature covers. */
    rawBody: Buffer;
  }
  interface FastifyContextConfig {
    /** Maximum number of fields in all objects of a body together; unlimited if absent. */
    readonly maxFields?: number;
  }
}

/** Field limit of a body without uploads: 500 books take 1,000 fields, 15 orders 300. */
export const MAX_FIELDS = 2_000;

/** Stores the raw bytes as Fastify's body parser; they are parsed once the caller is authenticated. */
export function storeBody(request: HttpRequest, bytes: Buffer, done: ParserCallback): void {
  request.rawBody = bytes;
  done(null);
}

/**
 * Parses the stored bytes into the request's body; empty bytes leave it unset. Field names that would reach an object's
 * prototype are refused. Throws an error with status 400 and a code of this file.
 */
export function parseBody(request: HttpRequest): void {
  const { rawBody, headers, routeOptions } = request;
  if (rawBody.length === 0) return;
  const encoding = headers["content-encoding"];
  if (encoding !== undefined && encoding.toLowerCase() !== "identity") throw createEncodingFault(encoding);
  try {
    request.body = parseJson(rawBody.toString("utf8"), routeOptions.config.maxFields);
  } catch (error) {
    if (error instanceof JsonFault)
      throw createBodyFault(error.isJson ? INVALID_BODY : MALFORMED_JSON, error.message);
    throw error;
  }
}

/** Creates the error for an encoded body. Signatures cover the bytes as sent, but clients sign the plain bytes. */
const createEncodingFault = (got: string): Error =>
  createBodyFault(
    INVALID_BODY,
    describeMistake("Content-Encoding", { expected: "none, and the body sent plain", got }),
  );

const createBodyFault = (code: string, hint: string): Error =>
  Object.assign(new Error(hint), { code, statusCode: 400 });

// Bodies of GET requests, which the framework does not read. Some clients send long queries in such a body. A body is read
// if the operation describes one, with the usual limits and checks.

/** Reads at most `limit` bytes into `rawBody`. Throws errors with an HTTP status. */
export async function readGetBody(request: FastifyRequest, limit: number): Promise<void> {
  request.rawBody = await readBytes(request.raw, limit);
}

/** Checks the parsed body, null if none came. Throws an error with status 400 and the validation errors. */
export function checkGetBody(request: FastifyRequest, schema: TSchema): void {
  request.body ??= null;
  const validate = request.compileValidationSchema(schema, "body");
  if (validate(request.body) === true) return;
  const found = { validation: validate.errors, validationContext: "body", statusCode: 400 };
  throw Object.assign(new Error("the body is not valid"), found);
}

/** Reads the body. The rest of a body that is too large stays unread, and the connection closes. */
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

// Converts query values to the types of their schema. A text in the form of its type becomes a value; any other text stays
// unchanged, for validation to refuse. An empty value counts as absent, and an absent value gets the default. An empty text
// is kept if the schema sets a minimum length.

/** Marks a text parameter whose repeated values are joined by commas. */
export const JOINED_KEYWORD = "x-joined";

type RawQuery = Readonly<Record<string, string | readonly string[]>>;
type QueryValues = Record<string, unknown>;

/** Reads the values from `query`, the query parser's result: text by name, a list if a name is repeated. */
export function readQueryValues({ properties }: TObject, query: unknown, form: QueryForm): QueryValues {
  const raw = query as RawQuery;
  // Any name may come, including names of the prototype.
  const values: QueryValues = Object.create(null);
  for (const name in raw) if (raw[name] !== "" || rejectsEmpty(properties, name)) values[name] = raw[name];
  for (const name in properties) {
    const property = properties[name];
    const given = values[name] === undefined ? undefined : raw[name];
    if (property === undefined) continue;
    if (given !== undefined) values[name] = readValue(property, given, form);
    else if ("default" in property) values[name] = property.default;
  }
  return values;
}

function rejectsEmpty(properties: TObject["properties"], name: string): boolean {
  const property = Object.hasOwn(properties, name) ? properties[name] : undefined;
  return property !== undefined && "minLength" in property;
}

/** Reads one value; a list without items stays text. */
function readValue(property: TSchema, given: string | readonly string[], form: QueryForm): unknown {
  if (Type.IsArray(property)) {
    if (typeof given !== "string" && form.lists === "with-commas") return new RepeatedList(given);
    const { items } = property;
    const texts = [given]
      .flat()
      .flatMap((text) => text.split(","))
      .filter((text) => text !== "");
    return texts.length === 0 ? [given].flat().join() : texts.map((text) => readText(items, text, form));
  }
  if (typeof given === "string") return readText(property, given, form);
  return JOINED_KEYWORD in property && form.lists === "repeated" ? given.join() : given;
}

/** Keeps only the values that the schema has, so that no handler reads a parameter that the dialect ignores. */
export function pickKnownValues(schema: TObject | undefined, values: unknown): QueryValues {
  const given = values as QueryValues;
  const names = Object.keys(schema?.properties ?? {}).filter((name) => given[name] !== undefined);
  return Object.fromEntries(names.map((name) => [name, given[name]]));
}

/** Lists the parameters of a URL's query that the schema does not have, in the order sent. */
export function listUnknown(schema: TObject | undefined, url: string, query: unknown): readonly string[] {
  const isUnknown = (name: string): boolean =>
    schema === undefined || !Object.hasOwn(schema.properties, name);
  for (const name in query as RawQuery)
    if (isUnknown(name))
      return [...new URLSearchParams(url.slice(url.indexOf("?"))).keys()].filter(isUnknown);
  return [];
}

/** Booleans, in any letter case: Python clients write True. */
const BOOLEANS = new Map([
  ["true", true],
  ["false", false],
]);

function readText(schema: TSchema, text: string, { spellings }: QueryForm): unknown {
  if (Type.IsInteger(schema)) return readInteger(schema, text);
  if (Type.IsNumber(schema)) return readNumber(text);
  if (Type.IsBoolean(schema)) return BOOLEANS.get(text.toLowerCase()) ?? readCount(text);
  if (Type.IsEnum(schema) && spellings === "any") return spelledAs(text, schema.enum.map(String)) ?? text;
  if ("pattern" in schema && schema.pattern === AMOUNT_PATTERN) return plainDecimal(text) ?? text;
  return text;
}

function readNumber(text: string): number | string {
  const value = Number(plainDecimal(text) ?? Number.NaN);
  return Number.isFinite(value) ? value : text;
}

function readInteger(schema: TSchema, text: string): number | string {
  const whole = readNumber(text);
  if (typeof whole === "string" || !Number.isInteger(whole)) return text;
  const value = Math.min(whole, pageMaximum(schema) ?? Number.POSITIVE_INFINITY);
  return Number.isSafeInteger(value) ? value : text;
}

/** Reads a boolean written as a number: 0 is false, any other whole number true. */
function readCount(text: string): boolean | string {
  const decimal = plainDecimal(text) ?? "";
  return /^\d+$/.test(decimal) ? decimal !== "0" : text;
}

/** Finds a value that contains NUL: no stored text does, and PostgreSQL rejects NUL. */
export function findNul(values: unknown): { readonly name: string; readonly value: unknown } | undefined {
  const given = values as QueryValues;
  for (const name in given) {
    const value = given[name];
    if (Array.isArray(value) ? value.some(hasNul) : hasNul(value)) return { name, value };
  }
  return undefined;
}

const hasNul = (value: unknown): boolean => typeof value === "string" && value.includes("\0");
