/**
 * Operators' requests in a file: a JSON list of `{"request": "POST /events", "body": {...}}`. Each is a request of the
 * operator API, carried out once by its place in the file, whatever ends the start meanwhile.
 */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { Type } from "typebox";
import type { Static } from "typebox";
import { Check } from "typebox/schema";
import { nearestName } from "../../base/nearest-name.ts";
import { formatRoute } from "../../http/operation/endpoint.ts";
import type { Endpoint } from "../../http/operation/endpoint.ts";
import { JsonFault, parseJson } from "../../http/operation/json-text.ts";
import { strictObject } from "../../http/operation/strict-object.ts";
import { describeMessageFault } from "../../http/operation/validation-fault.ts";
import type { OwnOperatorApi } from "../../serve.ts";

const Request = strictObject({
  request: Type.String({ description: "A method and a path of the operator API, as in POST /events" }),
  body: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
});

export type InitRequest = Static<typeof Request>;

type RequestRules = {
  readonly endpoints: readonly Endpoint[];
  /** Reason of requests that state none. */
  readonly reason: string;
};

/** Reads and checks a file of requests. Throws an Error of one line with the file, the request and the field. */
export function readRequests(path: string, { endpoints, reason }: RequestRules): readonly InitRequest[] {
  const given = parseFile(path);
  if (!Array.isArray(given))
    throw new Error(`${path}: expected a list of requests, got ${JSON.stringify(given).slice(0, 80)}`);
  const routes = endpoints.filter(({ method, once }) => method !== "GET" && once);
  return given.map((item: unknown, index) => {
    const read = readRequest(item, routes, reason);
    if (typeof read === "string") throw new Error(`${path}: ${namePlace(index, item)}: ${read}`);
    return read;
  });
}

function parseFile(path: string): unknown {
  const text = readFileSync(path, "utf8");
  try {
    return parseJson(text);
  } catch (error) {
    if (!(error instanceof JsonFault)) throw error;
    throw new Error(`${path}: ${nameLine(error.message, text)}`, { cause: error });
  }
}

/** Replaces the number of a character by its line and column. */
const nameLine = (message: string, text: string): string =>
  message.replace(/ at character (\d+)$/, (_, position: string) => {
    const lines = text.slice(0, Number(position)).split("\n");
    return ` at line ${lines.length}, column ${lines.at(-1)?.length ?? 0}`;
  });

function namePlace(index: number, item: unknown): string {
  const { request } = Object(item) as { readonly request?: unknown };
  return `request ${index + 1}${typeof request === "string" ? ` (${request})` : ""}`;
}

/** Reads a request; returns text that describes its fault if there is one. */
function readRequest(item: unknown, routes: readonly Endpoint[], reason: string): InitRequest | string {
  if (!Check(Request, item)) return describeMessageFault(Request, item, "it");
  const { request, body: given } = item as InitRequest;
  const endpoint = routes.find((route) => isRouteOf(route, request));
  if (endpoint === undefined) {
    const near = nearestName(request, routes.map(formatRoute));
    const hint = near === undefined ? "" : `; nearest: ${near}`;
    return `request: expected one that changes something, as in POST /events, got "${request}"${hint}`;
  }
  const schema = endpoint.body;
  if (schema === undefined) return { request, ...(given !== undefined && { body: given }) };
  const takesReason = Object.hasOwn(Object(Object(schema).properties), "reason");
  const body = takesReason ? { ...given, reason: given?.["reason"] ?? reason } : { ...given };
  return Check(schema, body) ? { request, body } : describeMessageFault(schema, body, "body");
}

/** Tells whether a request is for this operation: each part of the path is the same, or a parameter. */
function isRouteOf(endpoint: Endpoint, request: string): boolean {
  const [own, asked] = [formatRoute(endpoint).split("/"), request.split("/")];
  return (
    own.length === asked.length &&
    own.every((part, index) => part === asked[index] || (part.startsWith(":") && asked[index] !== ""))
  );
}

type RequestsFile = {
  readonly name: string;
  readonly path: string;
  readonly requests: readonly InitRequest[];
};

/** Sends the requests one after the other. Throws an Error of one line at the first that is refused. */
export async function runRequests(
  { server }: OwnOperatorApi,
  { name, path, requests }: RequestsFile,
  report: (done: number) => void,
): Promise<void> {
  for (const [index, { request, body }] of requests.entries()) {
    const [method, url] = request.split(" ") as ["POST" | "DELETE", string];
    const key = createHash("sha256").update(`${name} ${index}`).digest("hex");
    const headers = { "content-type": "application/json", "idempotency-key": `init-${key}` };
    const authorization = "Bearer init";
    const payload = body === undefined ? {} : { payload: JSON.stringify(body) };
    const answer = await server.inject({ method, url, headers: { ...headers, authorization }, ...payload });
    if (answer.statusCode >= 300) throw new Error(describeRejection(path, index, requests, answer.body));
    report(index + 1);
  }
}

function describeRejection(
  path: string,
  index: number,
  requests: readonly InitRequest[],
  answer: string,
): string {
  const { code, hint = answer } = JSON.parse(answer) as { readonly code?: string; readonly hint?: string };
  const reused =
    code === "idempotency_key_reused" ? "; leave requests that were carried out as they were" : "";
  const done =
    index === 0
      ? ""
      : `; ${index === 1 ? "request 1 is" : `requests 1 to ${index} are`} done, and the next start goes on after`;
  return `${path}: ${namePlace(index, requests[index])}: ${hint}${reused}${done}`;
}
