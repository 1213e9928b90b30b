/** The data interface for tests, and its answers against the shapes that it documents. */
import assert from "node:assert/strict";
import { dataEndpoints } from "../../../src/http/data/endpoints.ts";
import { dataErrorFormat } from "../../../src/http/data/refusal.ts";
import { answeredBy } from "../../support/documented-answers.ts";
import type { AnswerCheck } from "../../support/documented-answers.ts";
import { startTestExchange } from "../../support/exchange.ts";
import type { Reply, TestExchange, TestExchangeOptions } from "../../support/exchange.ts";

export { DIALECTS } from "../../../src/http/dialects/dialect.ts";

export const startData = (options: Partial<TestExchangeOptions> = {}): Promise<TestExchange> =>
  startTestExchange({ endpoints: dataEndpoints, form: dataErrorFormat, ...options });

export const answered: AnswerCheck = answeredBy(dataEndpoints);

/** Asserts a refusal with exactly this error, and nothing that a cache may keep. */
export function assertRefused(reply: Reply, error: string, status = 400): void {
  // Refusals of a choice name the choices in the dialects of the services.
  const told = String(reply.body?.error).replace(/^(invalid_field: \w+): expected .*$/, (all, bare) =>
    bare === error ? bare : all,
  );
  assert.deepEqual(
    { status: reply.status, body: { ...reply.body, error: told } },
    { status, body: { error } },
  );
  assert.equal(reply.headers.get("cache-control"), "no-store");
  assert.match(reply.headers.get("content-type") ?? "", /^application\/json/);
}
