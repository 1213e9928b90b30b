/** Faults that a schema finds in a request: the location, the expected and the received value, and the nearest valid one. */
import type { FastifySchemaValidationError } from "fastify/types/schema.js";
import { nearestName } from "../nearest-name.ts";
import { isSchema, nearestValue, wordsFor } from "./expected-value.ts";
import type { Schema } from "./expected-value.ts";
import { escapeHidden } from "../core/hidden-characters.ts";
import { otherId } from "./id-patterns.ts";
import { findHiddenFault } from "./shown-text.ts";

type SchemaError = FastifySchemaValidationError & {
  readonly data?: unknown;
  readonly parentSchema?: unknown;
};

/** Expected and received value at a location. */
export type ValueFault = {
  /** Description as in "BUY or SELL". */
  readonly expected: string;
  /** The faulty part of the received value, in words; absent if the whole value is at fault. */
  readonly part?: string | undefined;
  /** `undefined` if no value was sent. */
  readonly got: unknown;
  /** The valid value nearest to it. */
  readonly nearest?: string | undefined;
  /** Suggestion for another value, if no valid one is near. */
  readonly instead?: string | undefined;
  /** True if `expected` lists all allowed names. */
  readonly choice?: boolean;
};

export type ValidationFault = ValueFault & {
  /** The path of names to the value, each after a slash: "/order/side"; "" is the whole. */
  readonly path: string;
  /** True if the value is missing. */
  readonly missing: boolean;
};

/** A list whose name was repeated although it must be one value; every schema rejects it. */
export class RepeatedList {
  readonly values: readonly string[];
  constructor(values: readonly string[]) {
    this.values = values;
  }
}

/** Returns the first fault, with all values that would have been valid there. */
export function firstFault(found: readonly SchemaError[]): ValidationFault {
  const [first] = found;
  const path = first?.instancePath ?? "";
  const choice = found.find(({ keyword, instancePath }) => keyword === "anyOf" && instancePath === path);
  const { keyword, params = {}, data, parentSchema } = choice ?? first ?? {};
  const schema = isSchema(parentSchema) ? parentSchema : {};
  if (keyword === "required") {
    const fault = missingFault(path, schema, String(params["missingProperty"]));
    return { ...fault, instead: misspeltAs(fault, schema, data) };
  }
  if (keyword === "additionalProperties")
    return unknownFault(path, schema, String(params["additionalProperty"]));
  if (data instanceof RepeatedList) {
    const { values } = data;
    const expected = "one value with commas between the items";
    return { path, missing: false, expected, got: values, nearest: JSON.stringify(values.join()) };
  }
  const hidden = hiddenFault(path, schema, data);
  if (hidden !== undefined) return hidden;
  const nearest = nearestValue(schema, data);
  const instead = typeof data === "string" ? otherId(schema["pattern"], data) : undefined;
  const isChoice = Array.isArray(schema["enum"]);
  return { path, missing: false, choice: isChoice, expected: wordsFor(schema), got: data, nearest, instead };
}

/** Describes a hidden character in a text, at any position in the schema's alternatives. */
function hiddenFault(path: string, schema: Schema, data: unknown): ValidationFault | undefined {
  const { anyOf } = schema;
  const options = Array.isArray(anyOf) ? anyOf.filter(isSchema) : [schema];
  for (const option of options) {
    const found = findHiddenFault(option, data);
    if (found === undefined) continue;
    const { code, position, clean } = found;
    const nearest = clean === "" || clean.length > MAX_GOT ? undefined : JSON.stringify(clean);
    const part = `${code} at character ${position}`;
    return { path, missing: false, expected: "text without hidden characters", got: data, part, nearest };
  }
  return undefined;
}

const propertiesOf = ({ properties }: Schema): Schema => (isSchema(properties) ? properties : {});

function missingFault(path: string, schema: Schema, name: string): ValidationFault {
  const property = propertiesOf(schema)[name];
  const expected = isSchema(property) ? wordsFor(property) : "a value";
  return { path: `${path}/${name}`, missing: true, expected, got: undefined };
}

/** Names of ids on other operations, by the description of the id. */
const ID_NAMES: readonly (readonly [kind: string, names: RegExp])[] = [
  ["a token id", /^(?:token|asset)(?:_?id)?$/i],
  ["a condition id", /^(?:market|condition)(?:_?id)?$/i],
  ["an order id", /^(?:id|order(?:_?id)?)$/i],
];

/** Finds the name under which the missing value was most likely sent. */
function misspeltAs({ path, expected }: ValidationFault, schema: Schema, data: unknown): string | undefined {
  const known = propertiesOf(schema);
  const others = Object.keys(isSchema(data) ? data : {}).filter((name) => !Object.hasOwn(known, name));
  const names = ID_NAMES.find(([kind]) => expected.startsWith(kind))?.[1];
  const near =
    nearestName(path.slice(path.lastIndexOf("/") + 1), others) ?? others.find((name) => names?.test(name));
  return near === undefined ? undefined : `it came as ${near}`;
}

function unknownFault(path: string, schema: Schema, name: string): ValidationFault {
  const names = Object.keys(propertiesOf(schema));
  const nearest = nearestName(name, names);
  return {
    path,
    missing: false,
    expected: names.length === 0 ? "no field" : `no field but ${names.join(", ")}`,
    got: name,
    nearest,
  };
}

/** Describes a mistake: `order.side: expected BUY or SELL, got "buy"; nearest: BUY`. */
export const describeMistake = (place: string, fault: ValueFault): string =>
  `${place}: ${describeFault(fault)}`;

/** Describes the mistake without its location. */
export function describeFault({ expected, got, part, nearest, instead }: ValueFault): string {
  const near = nearest === undefined ? ((instead && `; ${instead}`) ?? "") : `; nearest: ${nearest}`;
  const given = part ?? (got === undefined ? "nothing" : shown(got));
  return `expected ${expected}, got ${given}${near}`;
}

/** Returns the dotted name of the value at a fault's path; `whole` names the part of the request. */
export const placeOf = (path: string, whole: string): string =>
  path === "" ? whole : path.slice(1).replaceAll("/", ".");

/** Maximum characters of a value that a hint quotes. */
const MAX_GOT = 80;

function shown(got: unknown): string {
  const text = escapeHidden(clip(JSON.stringify(got), MAX_GOT));
  if (Array.isArray(got) && got.length > 1) return `${got.length} items, ${text}`;
  return typeof got === "string" && got.length > MAX_GOT ? `${got.length} characters, ${text}` : text;
}

export const clip = (text: string, most: number): string =>
  text.length > most ? `${text.slice(0, most)}...` : text;
