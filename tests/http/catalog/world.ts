/** The catalog interface for tests, and its answers against the shapes that it documents. */
import assert from "node:assert/strict";
import { catalogEndpoints } from "../../../src/http/catalog/endpoints.ts";
import { catalogErrorFormat } from "../../../src/http/catalog/refusal.ts";
import type { Dialect } from "../../../src/http/dialects/dialect.ts";
import { answeredBy } from "../../support/documented-answers.ts";
import type { AnswerCheck } from "../../support/documented-answers.ts";
import { startTestExchange } from "../../support/exchange.ts";
import type { Reply, TestExchange } from "../../support/exchange.ts";

export { DIALECTS } from "../../../src/http/dialects/dialect.ts";

export const startCatalog = (): Promise<TestExchange> =>
  startTestExchange({ endpoints: catalogEndpoints, form: catalogErrorFormat });

export const answered: AnswerCheck = answeredBy(catalogEndpoints);

/** Asserts a refusal: exactly these keys, and nothing that a cache may keep. */
export function assertRefused(
  reply: Reply,
  status: number,
  body: { type: string; error: string; didYouMean?: string },
): void {
  assert.deepEqual({ status: reply.status, body: reply.body }, { status, body });
  assert.equal(reply.headers.get("cache-control"), "no-store");
  assert.match(reply.headers.get("content-type") ?? "", /^application\/json/);
}

/** Asserts that a value of a parameter was refused with this text. */
/** Asserts that a value is refused with this text, and with the names that there are to choose from behind it. */
export function assertBadValue(reply: Reply, text: string, dialect: Dialect): void {
  const [, named] = /^(.*?)(: expected .+)?$/.exec(reply.body.error) ?? [];
  const error = named === text ? reply.body.error : text;
  if (dialect === "polymarket") assertRefused(reply, 422, { type: "validation error", error });
  else assertRefused(reply, 400, { type: "bad request", error });
}

export const assertNotFound = (reply: Reply, name: "id" | "slug", nearest?: string): void =>
  assertRefused(reply, 404, {
    type: "not found error",
    error: `${name} not found`,
    ...(nearest !== undefined && { didYouMean: nearest }),
  });
