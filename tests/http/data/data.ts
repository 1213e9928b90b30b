/** The data interface for tests, and its answers against the shapes that it documents. */
import assert from "node:assert/strict";
import { Errors } from "typebox/value";
import { dataEndpoints } from "../../../src/http/data/endpoints.ts";
import { dataRefusals } from "../../../src/http/data/refusal.ts";
import type { Dialect } from "../../../src/http/dialect.ts";
import { answerSchema } from "../../../src/http/endpoint.ts";
import type { Endpoint } from "../../../src/http/endpoint.ts";
import { closed } from "../../support/closed-schema.ts";
import { startTestExchange } from "../../support/exchange.ts";
import type { Reply, TestExchange, TestExchangeOptions } from "../../support/exchange.ts";

export const DIALECTS: readonly Dialect[] = ["spec", "polymarket", "kuest"];

export const startData = (options: Partial<TestExchangeOptions> = {}): Promise<TestExchange> =>
  startTestExchange({ endpoints: dataEndpoints, form: dataRefusals, ...options });

/** Asserts a success with a body as the operation at `path` documents it, no other key in it; returns the body. */
export function answered(reply: Reply, path: string, dialect: Dialect = "spec"): Reply["body"] {
  assert.equal(reply.status, 200, reply.text);
  assert.match(reply.headers.get("content-type") ?? "", /^application\/json/);
  assert.deepEqual(Errors(closed(answerSchema(operationAt(path), dialect)), reply.body), []);
  return reply.body;
}

function operationAt(path: string): Endpoint {
  const found = dataEndpoints.find((endpoint) => endpoint.path === path);
  if (found === undefined) throw new Error(`no operation ${path}`);
  return found;
}

/** Asserts a refusal with exactly this error, and nothing that a cache may keep. */
export function assertRefused(reply: Reply, error: string, status = 400): void {
  assert.deepEqual({ status: reply.status, body: reply.body }, { status, body: { error } });
  assert.equal(reply.headers.get("cache-control"), "no-store");
  assert.match(reply.headers.get("content-type") ?? "", /^application\/json/);
}
