/**
 * Writes src/api/generated: the types of the interfaces that the page calls, from the documents in docs/openapi. Each
 * named schema becomes one type; `Operations` has the request and the answer of every operation.
 */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";

type Schema = {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly items?: Schema | boolean | readonly Schema[];
  readonly prefixItems?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
  readonly patternProperties?: Readonly<Record<string, Schema>>;
  readonly description?: string;
};

type Parameter = {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly schema: Schema;
};
type Content = { readonly "application/json"?: { readonly schema: Schema } };
type Operation = {
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly required?: boolean; readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly content?: Content }>>;
};
type Document = {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas?: Readonly<Record<string, Schema>> };
};

const DOCUMENTS = {
  trading: "trading",
  data: "data-polymarket",
  catalog: "catalog-polymarket",
  operator: "operator",
} as const;
const FROM = new URL("../docs/openapi/", import.meta.url);
const TO = new URL("src/api/generated/", import.meta.url);
const METHODS = ["get", "post", "delete"];

const quote = (name: string): string => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name));

function typeOf(schema: Schema | boolean): string {
  if (typeof schema === "boolean") return schema ? "unknown" : "never";
  if (schema.$ref !== undefined) return schema.$ref.split("/").at(-1) ?? "unknown";
  if ("const" in schema) return JSON.stringify(schema.const);
  if (schema.enum !== undefined) return schema.enum.map((value) => JSON.stringify(value)).join(" | ");
  const either = schema.anyOf ?? schema.oneOf;
  if (either !== undefined) return `(${either.map(typeOf).join(" | ")})`;
  if (schema.allOf !== undefined) return `(${schema.allOf.map(typeOf).join(" & ")})`;
  if (Array.isArray(schema.type))
    return `(${schema.type.map((type) => typeOf({ ...schema, type })).join(" | ")})`;
  switch (schema.type) {
    case "string":
    case "boolean":
    case "null":
      return schema.type;
    case "integer":
    case "number":
      return "number";
    case "array":
      return arrayType(schema);
    case "object":
      return objectType(schema);
    default:
      return "unknown";
  }
}

function arrayType({ items = true, prefixItems }: Schema): string {
  const places = prefixItems ?? (isList(items) ? items : []);
  if (places.length > 0 || isList(items)) return `readonly [${places.map(typeOf).join(", ")}]`;
  return `readonly ${bracket(typeOf(items))}[]`;
}

/** Tells whether `items` describes a tuple, as older drafts of JSON Schema allow. */
const isList = (items: Schema["items"]): items is readonly Schema[] => Array.isArray(items);

const bracket = (type: string): string => (/[ |&]/.test(type) ? `(${type})` : type);

function objectType({ properties, required = [], additionalProperties, patternProperties }: Schema): string {
  const fields = Object.entries(properties ?? {}).map(
    ([name, schema]) => `readonly ${quote(name)}${required.includes(name) ? "" : "?"}: ${typeOf(schema)};`,
  );
  const [rest] = Object.values(patternProperties ?? {});
  const others = rest ?? (typeof additionalProperties === "object" ? additionalProperties : undefined);
  if (fields.length === 0) return `Readonly<Record<string, ${others ? typeOf(others) : "unknown"}>>`;
  return `{ ${fields.join(" ")} }`;
}

const valuesOf = (parameters: readonly Parameter[], place: string): string => {
  const fields = parameters
    .filter((parameter) => parameter.in === place)
    .map(
      ({ name, required = false, schema }) =>
        `readonly ${quote(name)}${required ? "" : "?"}: ${typeOf(schema)};`,
    );
  return fields.length === 0 ? "NoValues" : `{ ${fields.join(" ")} }`;
};

function operationType({ parameters = [], requestBody, responses }: Operation): string {
  const body = requestBody?.content["application/json"]?.schema;
  const answer = responses["200"]?.content?.["application/json"]?.schema;
  return `{
    readonly params: ${valuesOf(parameters, "path")};
    readonly query: ${valuesOf(parameters, "query")};
    readonly body: ${body === undefined ? "undefined" : typeOf(body)};
    readonly answer: ${answer === undefined ? "unknown" : typeOf(answer)};
  }`;
}

function moduleOf(name: string): string {
  const { paths, components }: Document = JSON.parse(readFileSync(new URL(`${name}.json`, FROM), "utf8"));
  const schemas = Object.entries(components.schemas ?? {}).map(
    ([schemaName, schema]) => `export type ${schemaName} = ${typeOf(schema)};\n`,
  );
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    METHODS.flatMap((method) => {
      const operation = methods[method];
      return operation === undefined
        ? []
        : `  readonly "${method.toUpperCase()} ${path}": ${operationType(operation)};`;
    }),
  );
  return [
    `/** Made by web/generate-api.ts from docs/openapi/${name}.json. */\n`,
    ...schemas,
    "type NoValues = Readonly<Record<string, never>>;\n",
    `export type Operations = {\n${operations.join("\n")}\n};\n`,
  ].join("\n");
}

mkdirSync(TO, { recursive: true });
for (const [name, document] of Object.entries(DOCUMENTS))
  writeFileSync(new URL(`${name}.ts`, TO), moduleOf(document));
