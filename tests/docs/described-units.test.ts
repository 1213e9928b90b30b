/** Every operation, parameter and field of the API documents is described, and quantities name their unit. */
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { openApiDocument } from "../../src/http/openapi/with-openapi.ts";
import { asyncApiDocument } from "../../src/stream/asyncapi/with-asyncapi.ts";
import { fieldOf, fieldsWithin } from "./described-fields.ts";
import type { DescribedField } from "./described-fields.ts";
import { SERVED } from "./openapi-documents.ts";

/** Names of fields with amounts, prices, sizes, rates and times. */
const QUANTITY =
  /(?:price|size|amount|fees?|volume|liquidity|balance|spread|tick|shares|pnl|profit|ms|seconds|time|cost|paid|held|available|earnings|rate|timestamp|(?:[a-z]|_)at)$/i;
/** Names that end like one, and are none: they mean counts, states or places. */
const NO_QUANTITY = /^(?:page_size|format|rank_\w+|stat|what)$/;
const UNITS =
  /\b(?:shares?|USDC|collateral|base units?|bytes|seconds|milliseconds|minutes|hours?|days?|fraction|percent|cents?|basis points|ISO 8601|YYYY|0 to 1|UTC|units? of|price steps|rows|0\.0001)\b/i;

type JsonValue = Readonly<Record<string, unknown>>;
const asSent = <T>(document: T): T => JSON.parse(JSON.stringify(document));

function schemasOf(value: unknown, path: string): readonly (readonly [path: string, schema: unknown])[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value as JsonValue).flatMap(([key, inner]) =>
    key === "schema" || key === "payload" ? [[path, inner] as const] : schemasOf(inner, `${path} ${key}`),
  );
}

/** The fields of a document, and its parameters. */
function fieldsOf(document: {
  readonly paths?: unknown;
  readonly components: { readonly schemas: object };
}): readonly DescribedField[] {
  const named = Object.entries(document.components.schemas);
  return [...named, ...schemasOf(document, "")].flatMap(([path, schema]) => fieldsWithin(schema, path));
}

const DOCUMENTS = [
  ...SERVED.map(({ name, served }) => ({ name, document: asSent(openApiDocument(served)) })),
  { name: "live channels", document: asSent(asyncApiDocument()) },
];

for (const { name, document } of DOCUMENTS) {
  describe(`descriptions of ${name}`, () => {
    const operations = "paths" in document ? Object.entries(document.paths) : [];
    const parameters = operations.flatMap(([path, methods]) =>
      Object.values(methods).flatMap((operation) =>
        (operation.parameters ?? []).map((parameter) => {
          const {
            name: own,
            schema,
            description,
          } = parameter as unknown as {
            readonly name: string;
            readonly schema: object;
            readonly description: string;
          };
          return fieldOf(own, { ...schema, description }, `${path}?${own}`);
        }),
      ),
    );
    const fields = [...fieldsOf(document), ...parameters];

    it("are there for every operation, parameter and field", () => {
      for (const [path, methods] of operations)
        for (const { summary } of Object.values(methods)) assert.match(summary, /^[A-Z].{4,}$/, path);
      assert.deepEqual(
        fields.filter(({ description }) => description === "").map(({ path }) => path),
        [],
        "give the schema a description, or its name a meaning in src/http/openapi/*-meanings.ts",
      );
    });

    it("name the unit of amounts, prices, sizes, rates and times", () => {
      const faults = fields.filter(
        (field) =>
          field.isQuantity &&
          QUANTITY.test(field.name) &&
          !NO_QUANTITY.test(field.name) &&
          !UNITS.test(field.description),
      );
      assert.deepEqual(
        faults.map(({ path, description }) => `${path}: ${description}`),
        [],
      );
    });
  });
}
