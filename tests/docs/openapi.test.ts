/**
 * Checks that the OpenAPI documents are valid, have everything in the tables of operations, and are the ones in
 * docs/openapi.
 */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { describe, it, test } from "node:test";
import { operationsIn } from "../../src/http/dialects/dialect-parameters.ts";
import { Validator } from "@seriousme/openapi-schema-validator";
import { REJECTIONS } from "../../src/core/rejection.ts";
import { listRejectionCodes, describeSecurity } from "../../src/http/openapi/parts.ts";
import { buildExpandedDocument } from "../../src/http/openapi/document.ts";
import type { OpenApiDocument, OpenApiOperation } from "../../src/http/openapi/document.ts";
import { openApiDocument } from "../../src/http/openapi/with-openapi.ts";
import type { JsonObject } from "../../src/http/openapi/parts.ts";
import { OPENAPI_FILES, SERVED } from "./openapi-documents.ts";

/** The document as a reader parses it from the file. */
const parsed = (document: OpenApiDocument): OpenApiDocument => JSON.parse(JSON.stringify(document));

const operationsOf = ({ paths }: OpenApiDocument): (readonly [name: string, OpenApiOperation])[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(
      ([method, operation]) => [`${method.toUpperCase()} ${path}`, operation] as const,
    ),
  );

for (const { url, text } of OPENAPI_FILES) {
  test(`docs/openapi/${basename(url.pathname)} is up to date; else run npm run openapi`, () => {
    assert.ok(readFileSync(url, "utf8") === text);
  });
}

for (const { name, served } of SERVED) {
  describe(name, () => {
    const document = parsed(openApiDocument(served));
    const operations = operationsOf(document);

    it("is valid OpenAPI 3.1", async () => {
      const { valid, errors } = await new Validator().validate(structuredClone(document));
      assert.ok(valid, JSON.stringify(errors));
      assert.match(document.openapi, /^3\.1\./);
    });

    it("has every operation of the table, in one group each, and no other", () => {
      const table = operationsIn(served.endpoints, served.dialect).map(
        ({ method, path }) => `${method} ${path.replaceAll(/:(\w+)/g, "{$1}")}`,
      );
      assert.deepEqual(operations.map(([operation]) => operation).sort(), table.sort());
      for (const [operation, { tags }] of operations) assert.equal(tags.length, 1, operation);
    });

    it("names every operation once, and says what it does", () => {
      const ids = operations.map(([, { operationId }]) => operationId);
      assert.deepEqual([...new Set(ids)], ids);
      for (const id of ids) assert.match(id, /^[a-z][a-zA-Z0-9]*$/);
      for (const [operation, { summary }] of operations) assert.match(summary, /^[A-Z].{4,}$/, operation);
    });

    it("describes every parameter", () => {
      for (const [operation, { parameters = [] }] of operations) {
        for (const { name: parameter, description } of parameters)
          assert.ok(description, `${operation}: ${String(parameter)} has no description`);
      }
    });

    it("says of every operation what it says with each response in its place", () => {
      const expanded = parsed(buildExpandedDocument(served));
      const { responses: shared = {}, ...others } = document.components;
      const uses = new Set<string>();
      const expand = (response: JsonObject): unknown => {
        const used = String(response["$ref"] ?? "").replace("#/components/responses/", "");
        if (used === "") return response;
        uses.add(used);
        return shared[used];
      };
      const paths = structuredClone(document.paths) as unknown as Record<
        string,
        Record<string, OpenApiOperation>
      >;
      for (const operation of Object.values(paths).flatMap((methods) => Object.values(methods)))
        Object.assign(operation, {
          responses: Object.fromEntries(
            Object.entries(operation.responses).map(([status, response]) => [status, expand(response)]),
          ),
        });
      assert.deepEqual({ ...document, paths, components: others }, expanded);
      assert.deepEqual([...uses].sort(), Object.keys(shared));
    });

    it("refers to existing schemas", () => {
      const text = JSON.stringify(document);
      const names = [...text.matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(([, schema]) => schema);
      assert.deepEqual([...new Set(names)].sort(), Object.keys(document.components.schemas).sort());
      const schemes = operations.flatMap(([, { security }]) => security.flatMap(Object.keys));
      assert.deepEqual(
        [...new Set(schemes)].sort(),
        Object.keys(document.components.securitySchemes ?? {}).sort(),
      );
    });
  });
}

test("every code is documented at the operations of the trading interface and the operator API that return it", () => {
  const endpoints = SERVED.filter(({ name }) => ["trading, spec", "operator"].includes(name)).flatMap(
    ({ served }) => served.endpoints,
  );
  /** A reason in an answer of 200, which is no refusal. */
  const elsewhere = ["order_not_open"];
  assert.deepEqual(
    [...new Set([...endpoints.flatMap(listRejectionCodes), ...elsewhere])].sort(),
    Object.keys(REJECTIONS).sort(),
  );
});

test("a server at a prefix, and one on its own address", () => {
  const { served } = SERVED[0]!;
  assert.deepEqual(openApiDocument(served).servers, [{ url: "/" }]);
  assert.deepEqual(openApiDocument({ ...served, prefix: "/spec/trading" }).servers, [
    { url: "/spec/trading" },
  ]);
});

test("credentials are required as the operator configured them", () => {
  const closed = { headerPrefixes: ["ACME_"], publicRecords: false };
  const key = {
    ACME_ADDRESS: [],
    ACME_API_KEY: [],
    ACME_PASSPHRASE: [],
    ACME_TIMESTAMP: [],
    ACME_SIGNATURE: [],
  };
  const reader = { ACME_ADDRESS: [], ACME_READONLY_API_KEY: [] };
  assert.deepEqual(describeSecurity("key-or-public", closed), [key, reader]);
  assert.deepEqual(describeSecurity("key-or-public", { ...closed, publicRecords: true }), [key, reader, {}]);
  assert.deepEqual(describeSecurity("public", closed), []);
});
