/** Checks answers of an interface against their documented schemas. */
import assert from "node:assert/strict";
import { Errors } from "typebox/value";
import type { Dialect } from "../../src/http/dialects/dialect.ts";
import { answerSchema } from "../../src/http/endpoint.ts";
import type { Endpoint } from "../../src/http/endpoint.ts";
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
    const operation = endpoints.find((endpoint) => endpoint.path === path);
    if (operation === undefined) throw new Error(`no operation ${path}`);
    assert.equal(reply.status, 200, reply.text);
    assert.match(reply.headers.get("content-type") ?? "", /^application\/json/);
    assert.deepEqual(Errors(closed(answerSchema(operation, dialect)), reply.body), []);
    return reply.body;
  };
