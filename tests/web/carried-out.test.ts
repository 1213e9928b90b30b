/** The console sends a key with exactly those operations that the exchange carries out once. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import {
  throwDoneAgain,
  UnsafeRetryError,
  RejectedError,
  UnreachableError,
} from "../../web/src/api/client.ts";
import { isExecutedEachTime, isExecutedOnce } from "../../web/src/admin/session/carried-out.ts";

type Documented = { readonly parameters?: readonly { readonly name: string }[] };

const document: { paths: Record<string, Record<string, Documented>> } = JSON.parse(
  readFileSync(new URL("../../docs/openapi/operator.json", import.meta.url), "utf8"),
);

const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, { parameters = [] }]) => ({
    name: `${method.toUpperCase()} ${path}`,
    takesKey: parameters.some(({ name }) => name === "Idempotency-Key"),
  })),
);

test("operations with a key are those that are carried out once", () => {
  for (const { name, takesKey } of operations) assert.equal(isExecutedOnce(name), takesKey, name);
});

test("going back to a snapshot is done each time it is sent", () => {
  assert.equal(isExecutedEachTime("POST /sandbox/revert"), true);
  assert.equal(isExecutedEachTime("POST /credits"), false);
});

test("silence of the exchange, or the page of a proxy, leaves open whether it was done; a refusal does not", () => {
  assert.throws(() => throwDoneAgain(new UnreachableError("cut")), UnsafeRetryError);
  assert.throws(() => throwDoneAgain(new RejectedError(502, "a proxy's page", null)), UnsafeRetryError);
  const refusal = new RejectedError(400, { code: "invalid_payload" }, null);
  assert.throws(() => throwDoneAgain(refusal), refusal);
});
