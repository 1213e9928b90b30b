/**
 * The schemas of an OpenAPI document: JSON Schema 2020-12, where TypeBox still writes a keyword of an older draft too.
 * A schema that has a name is written once, under that name, and referred to everywhere else.
 */
import type { TSchema } from "typebox";
import { PAGE_LIMIT_KEYWORD } from "../page-limit.ts";

export type JsonObject = { readonly [key: string]: unknown };

export type NamedSchemas = { readonly [name: string]: TSchema };

export type SchemaWriter = {
  /** A schema in place: a reference when it has a name. */
  write(schema: unknown): JsonObject;
  /** Schemas that the written references lead to, by name. */
  components(): { readonly [name: string]: JsonObject };
};

/** Schemas are told apart by their content, so that a copy of a named one is recognised as well. */
export function createSchemaWriter(named: NamedSchemas): SchemaWriter {
  const names = new Map(Object.entries(named).map(([name, schema]) => [JSON.stringify(schema), name]));
  const written = new Map<string, JsonObject>();
  const write = (schema: unknown): JsonObject => {
    const name = names.get(JSON.stringify(schema));
    if (name === undefined) return rewrite(schema, write);
    if (!written.has(name)) written.set(name, rewrite(schema, write));
    return { $ref: `#/components/schemas/${name}` };
  };
  const components = () => Object.fromEntries([...written].toSorted(([a], [b]) => (a < b ? -1 : 1)));
  return { write, components };
}

type Write = (schema: unknown) => JsonObject;

/** Writes a schema as JSON Schema 2020-12, which has tuples in other words than TypeBox. */
export const writeStandardSchema: Write = (schema) => rewrite(schema, writeStandardSchema);

/** The schema itself, with the schemas inside it written by `write`. */
function rewrite(schema: unknown, write: Write): JsonObject {
  return simplify(Object.fromEntries(fieldsOf(schema).flatMap((field) => rewriteKeyword(field, write))));
}

type Field = readonly [keyword: string, value: unknown];

const fieldsOf = (value: unknown): readonly Field[] =>
  typeof value === "object" && value !== null ? Object.entries(value) : [];

function rewriteKeyword([keyword, value]: Field, write: Write): readonly Field[] {
  switch (keyword) {
    case "properties":
      return [[keyword, writeEach(value, write)]];
    case "patternProperties":
      return [rewritePatterns(value, write)];
    case "anyOf":
    case "allOf":
    case "oneOf":
      return [[keyword, listOf(value).map(write)]];
    case "items":
      return Array.isArray(value)
        ? [
            ["prefixItems", value.map(write)],
            ["items", false],
          ]
        : [[keyword, write(value)]];
    case "additionalProperties":
      return [[keyword, typeof value === "boolean" ? value : write(value)]];
    case "additionalItems":
    case PAGE_LIMIT_KEYWORD:
      return [];
    default:
      return [[keyword, value]];
  }
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

const writeEach = (schemas: unknown, write: Write): JsonObject =>
  Object.fromEntries(fieldsOf(schemas).map(([name, schema]) => [name, write(schema)]));

/** TypeBox writes a record of any keys as a pattern that every key matches. */
function rewritePatterns(patterns: unknown, write: Write): Field {
  const entries = fieldsOf(patterns);
  const [first] = entries;
  return entries.length === 1 && first?.[0] === "^.*$"
    ? ["additionalProperties", write(first[1])]
    : ["patternProperties", writeEach(patterns, write)];
}

/** A choice of texts has one form, whichever way it was declared: as an enum, or as a union of literals. */
function simplify(schema: JsonObject): JsonObject {
  const { anyOf, enum: values = literalsOf(anyOf), ...rest } = schema;
  const allTexts = Array.isArray(values) && values.every((value) => typeof value === "string");
  return allTexts ? { type: "string", enum: values, ...rest } : schema;
}

/** The values of a union of literals; `undefined` for another union. */
function literalsOf(anyOf: unknown): readonly unknown[] | undefined {
  const values = listOf(anyOf).map((option) => new Map(fieldsOf(option)).get("const"));
  return values.length === 0 || values.includes(undefined) ? undefined : values;
}
