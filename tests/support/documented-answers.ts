/** Answers of an interface against the shapes that it documents. */
import assert from "node:assert/strict";
import { Errors } from "typebox/value";
import type { Dialect } from "../../src/http/dialects/dialect.ts";
import { answerSchema } from "../../src/http/endpoint.ts";
import type { Endpoint } from "../../src/http/endpoint.ts";
import { closed } from "./closed-schema.ts";
import type { Reply } from "./exchange.ts";

export type Answered = (reply: Reply, path: string, dialect?: Dialect) => Reply["body"];

/** Asserts a success with a body as the operation at `path` documents it, no other key in it; returns the body. */
export const answeredBy =
  (endpoints: readonly Endpoint[]): Answered =>
  (reply, path, dialect = "spec") => {
    const operation = endpoints.find((endpoint) => endpoint.path === path);
    if (operation === undefined) throw new Error(`no operation ${path}`);
    assert.equal(reply.status, 200, reply.text);
    assert.match(reply.headers.get("content-type") ?? "", /^application\/json/);
    assert.deepEqual(Errors(closed(answerSchema(operation, dialect)), reply.body), []);
    return reply.body;
  };
