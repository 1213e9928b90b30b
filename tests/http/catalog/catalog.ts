/** The catalog interface for tests, and its answers against the shapes that it documents. */
import assert from "node:assert/strict";
import { Errors } from "typebox/value";
import { catalogEndpoints } from "../../../src/http/catalog/endpoints.ts";
import { catalogRefusals } from "../../../src/http/catalog/refusal.ts";
import type { Dialect } from "../../../src/http/dialect.ts";
import { answerSchema } from "../../../src/http/endpoint.ts";
import type { Endpoint } from "../../../src/http/endpoint.ts";
import { closed } from "../../support/closed-schema.ts";
import { startTestExchange } from "../../support/exchange.ts";
import type { Reply, TestExchange } from "../../support/exchange.ts";

export const DIALECTS: readonly Dialect[] = ["spec", "polymarket", "kuest"];

export const startCatalog = (): Promise<TestExchange> =>
  startTestExchange({ endpoints: catalogEndpoints, form: catalogRefusals });

/** Asserts a success with a body as the operation at `path` documents it, no other key in it; returns the body. */
export function answered(reply: Reply, path: string, dialect: Dialect = "spec"): Reply["body"] {
  assert.equal(reply.status, 200, reply.text);
  assert.match(reply.headers.get("content-type") ?? "", /^application\/json/);
  assert.deepEqual(Errors(closed(answerSchema(operationAt(path), dialect)), reply.body), []);
  return reply.body;
}

function operationAt(path: string): Endpoint {
  const found = catalogEndpoints.find((endpoint) => endpoint.path === path);
  if (found === undefined) throw new Error(`no operation ${path}`);
  return found;
}

/** Asserts a refusal: exactly these keys, and nothing that a cache may keep. */
export function assertRefused(reply: Reply, status: number, body: { type: string; error: string }): void {
  assert.deepEqual({ status: reply.status, body: reply.body }, { status, body });
  assert.equal(reply.headers.get("cache-control"), "no-store");
  assert.match(reply.headers.get("content-type") ?? "", /^application\/json/);
}

/** Asserts that a value of a parameter was refused with this text. */
export function assertBadValue(reply: Reply, error: string, dialect: Dialect): void {
  if (dialect === "polymarket") assertRefused(reply, 422, { type: "validation error", error });
  else assertRefused(reply, 400, { type: "bad request", error });
}

export const assertNotFound = (reply: Reply, name: "id" | "slug"): void =>
  assertRefused(reply, 404, { type: "not found error", error: `${name} not found` });
