/** Answers against the schema that their endpoint documents. */
import assert from "node:assert/strict";
import { Errors } from "typebox/value";
import { answerSchema } from "../../../src/http/operation/endpoint.ts";
import type { Endpoint } from "../../../src/http/operation/endpoint.ts";
import { tradingEndpoints } from "../../../src/http/trading/endpoints.ts";
import { closed } from "../../support/closed-schema.ts";
import type { Reply } from "../../support/exchange.ts";

/** The operation at a path as it is described, parameters and all. */
function getEndpoint(method: Endpoint["method"], path: string): Endpoint {
  const found = tradingEndpoints("sandbox").find(
    (endpoint) => endpoint.method === method && endpoint.path === path,
  );
  if (found === undefined) throw new Error(`no operation ${method} ${path}`);
  return found;
}

/** Asserts a success whose body is as documented, with no key that the documentation does not name. */
export function assertAnswer(reply: Reply, method: Endpoint["method"], path: string): void {
  assert.equal(reply.status, 200, reply.text);
  assert.match(reply.headers.get("content-type") ?? "", /^application\/json/);
  assert.deepEqual(Errors(closed(answerSchema(getEndpoint(method, path), "spec")), reply.body), []);
}

/** A refusal: its status, code and the dialect's text; returns its hint. */
export function assertRefused(
  reply: Reply,
  expected: { status: number; code: string; error?: string },
): string {
  const { error, code, hint, request_id } = reply.body;
  assert.deepEqual(
    { status: reply.status, code, ...(expected.error !== undefined && { error }) },
    expected,
    reply.text,
  );
  assert.equal(request_id, reply.headers.get("x-request-id"));
  return hint;
}
