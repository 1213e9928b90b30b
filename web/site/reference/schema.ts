/** JSON schemas as tables of fields: a row for each field, those within others after them. */
import { codeSpan, prose } from "./markdown.ts";

export type Schema = {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema | false;
  readonly prefixItems?: readonly Schema[];
  readonly additionalProperties?: Schema | boolean;
  readonly patternProperties?: Readonly<Record<string, Schema>>;
  readonly anyOf?: readonly Schema[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly default?: unknown;
  readonly format?: string;
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
};
export type Schemas = Readonly<Record<string, Schema>>;

/** Most values of an enumeration that a row names. */
const NAMED_VALUES = 16;
/** Patterns that readers know by a name; of others the description tells. */
const PATTERNS: readonly (readonly [begin: RegExp, name: string])[] = [
  [/^\^\(0\|\[1-9\]/, "decimal number"],
  [/^\^0x\[[0-9A-Fa-f-]+\]\{64\}\$$/, "0x and 64 hex digits"],
  [/^\^0x\[[0-9A-Fa-f-]+\]\{40\}\$$/, "0x and 40 hex digits"],
  [/^\^#\[/, "a colour as #rrggbb"],
];

const FORMATS: Readonly<Record<string, string>> = {
  wallet: "wallet address",
  uuid: "UUID",
  date: "day",
  "date-time": "time in ISO 8601",
  "text-line": "one line",
  "text-lines": "lines of text",
};

const count = new Intl.NumberFormat("en").format;

/** Name of a schema that the document's components have. */
export const nameOf = ({ $ref = "" }: Schema): string => $ref.slice($ref.lastIndexOf("/") + 1);

/** Heading of a named schema, which no heading of an operation is like. */
export const headingOf = (name: string): string => `${name} object`;

/** Link to the table of a named schema on the same page. */
export const linkTo = (name: string): string => `[${name}](#${name.toLowerCase()}-object)`;

export const isNull = ({ type, const: value }: Schema): boolean => type === "null" || value === null;

/** Choices of a schema without null. */
export const choicesOf = ({ anyOf = [] }: Schema): readonly Schema[] =>
  anyOf.filter((choice) => !isNull(choice));

/** Type of a value with its limits, as Markdown. */
export function typeOf(schema: Schema): string {
  if (schema.$ref !== undefined) return linkTo(nameOf(schema));
  if (schema.anyOf !== undefined) {
    const types = [...new Set(choicesOf(schema).map(typeOf))];
    return [...types, ...(schema.anyOf.some(isNull) ? ["null"] : [])].join(" or ");
  }
  if (schema.const !== undefined) return codeSpan(JSON.stringify(schema.const));
  if (schema.enum !== undefined) return valuesOf(schema.enum);
  if (schema.prefixItems !== undefined) return `list of ${schema.prefixItems.map(typeOf).join(", ")}`;
  if (schema.type === "array") {
    const items = typeof schema.items === "object" ? typeOf(schema.items) : "value";
    return `list of ${items}${itemLimits(schema)}`;
  }
  if (schema.properties === undefined && typeof schema.additionalProperties === "object")
    return `object with any names, each ${typeOf(schema.additionalProperties)}`;
  const type = typeof schema.type === "object" ? schema.type.join(" or ") : (schema.type ?? "any value");
  return [type, ...limitsOf(schema)].join(", ");
}

function valuesOf(values: readonly unknown[]): string {
  const shown = values.slice(0, NAMED_VALUES).map((value) => codeSpan(String(value)));
  const more = values.length - shown.length;
  return more > 0 ? `${shown.join(", ")} or ${more} others` : shown.join(", ");
}

function itemLimits({ minItems, maxItems }: Schema): string {
  if (maxItems === undefined) return "";
  return minItems === undefined
    ? `, at most ${count(maxItems)}`
    : `, ${count(minItems)} to ${count(maxItems)}`;
}

function limitsOf(schema: Schema): readonly string[] {
  const { format, pattern, minimum, maximum, exclusiveMinimum, minLength, maxLength } = schema;
  const limits: string[] = [];
  if (format !== undefined) limits.push(FORMATS[format] ?? format);
  if (minimum !== undefined && maximum !== undefined) limits.push(`${count(minimum)} to ${count(maximum)}`);
  else if (minimum !== undefined) limits.push(`at least ${count(minimum)}`);
  else if (maximum !== undefined) limits.push(`at most ${count(maximum)}`);
  if (exclusiveMinimum !== undefined) limits.push(`above ${count(exclusiveMinimum)}`);
  if (minLength !== undefined && maxLength !== undefined)
    limits.push(`${count(minLength)} to ${count(maxLength)} characters`);
  else if (maxLength !== undefined) limits.push(`at most ${count(maxLength)} characters`);
  const [, known] = PATTERNS.find(([begin]) => pattern !== undefined && begin.test(pattern)) ?? [];
  if (known !== undefined) limits.push(known);
  return limits;
}

export type Row = {
  readonly name: string;
  /** Type of its value, and whether it may be absent. */
  readonly type: string;
  readonly meaning: string;
};

/** The rows of an object's fields, and of the objects within it, as `outer.inner` and `list[].field`. */
export function rowsOf(schema: Schema, before = ""): readonly Row[] {
  const { properties = {}, required = [] } = schema;
  return Object.entries(properties).flatMap(([field, value]) => {
    const name = `${before}${field}`;
    const type = `${typeOf(value)}${required.includes(field) ? "" : ", optional"}`;
    const row = { name, type, meaning: meaningOf(value) };
    return [row, ...rowsWithin(value, name)];
  });
}

function rowsWithin(schema: Schema, name: string): readonly Row[] {
  if (schema.$ref !== undefined) return [];
  if (schema.properties !== undefined) return rowsOf(schema, `${name}.`);
  if (typeof schema.items === "object") return rowsWithin(schema.items, `${name}[]`);
  const choices = choicesOf(schema);
  const rows = choices.flatMap((choice) => rowsWithin(choice, name));
  return [...new Map(rows.map((row) => [row.name, row])).values()];
}

/** Meaning of a value, or those of its choices and entries. */
export function meaningOf(schema: Schema): string {
  const own = schema.description ?? "";
  const inner = [
    ...choicesOf(schema).map(({ description }) => description),
    ...(typeof schema.items === "object" ? [schema.items.description] : []),
  ].filter((text): text is string => text !== undefined);
  const texts = [...new Set([own, ...inner].filter((text) => text !== ""))];
  const preset = schema.default === undefined ? "" : `Default ${codeSpan(JSON.stringify(schema.default))}`;
  return [...texts, preset]
    .filter((text) => text !== "")
    .map((text) => prose(text))
    .join(". ");
}

/** Names of the components that a schema refers to. */
export function namesWithin(value: unknown): readonly string[] {
  return [...JSON.stringify(value).matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(([, name = ""]) => name);
}
