/** Checks answers of an interface against their documented schemas. */
import assert from "node:assert/strict";
import { Check, Errors } from "typebox/value";
import { operationsIn } from "../../src/http/dialects/dialect-parameters.ts";
import type { Dialect } from "../../src/http/dialects/dialect.ts";
import { answerSchema } from "../../src/http/operation/endpoint.ts";
import type { Endpoint } from "../../src/http/operation/endpoint.ts";
import { closed } from "./closed-schema.ts";
import type { Reply } from "./exchange.ts";

export type AnswerCheck = (reply: Reply, path: string, dialect?: Dialect) => Reply["body"];

/**
 * Makes a check of answers: it asserts success and a body as documented for the operation at `path`, without further
 * keys, and returns the body.
 */
export const answeredBy =
  (endpoints: readonly Endpoint[]): AnswerCheck =>
  (reply, path, dialect = "spec") => {
    const operation = operationsIn(endpoints, dialect).find((endpoint) => endpoint.path === path);
    if (operation === undefined) throw new Error(`no operation ${path}`);
    assert.equal(reply.status, 200, reply.text);
    assert.match(reply.headers.get("content-type") ?? "", /^application\/json/);
    assertDocumented(operation, dialect, reply.body);
    return reply.body;
  };

/** Asserts that the body has the shape that the operation documents, and no other key. */
export function assertDocumented(operation: Endpoint, dialect: Dialect, body: unknown): void {
  const schema = closed(answerSchema(operation, dialect));
  if (!Check(schema, body)) assert.fail(JSON.stringify(Errors(schema, body)));
}
