/**
 * An AsyncAPI document in the form in which a parser leaves it: references are the objects that they name, and objects know
 * their names. The viewer then needs no parser, whose checks are compiled in the browser, which the page's policy forbids.
 */

type Json = { [name: string]: unknown };

export type ServedDocument = Readonly<{
  channels: Json;
  operations: Json;
  components: Readonly<{ messages: Json; schemas: Json }>;
}>;

/** Fields that AsyncAPI's parser adds. */
const PARSED = "x-parser-spec-parsed";
const OBJECT_NAME = "x-parser-unique-object-id";
const SCHEMA_NAME = "x-parser-schema-id";

/** Makes the parsed form of a document, with an example of each message that has one. */
export function linkDocument(served: ServedDocument, examples: Readonly<Json>): Json {
  const document = structuredClone(served);
  const { channels, operations, components } = document;
  for (const [name, message] of entriesOf(components.messages))
    if (name in examples) message["examples"] = [{ payload: examples[name] }];
  for (const named of [channels, operations, components.messages]) nameAll(named, OBJECT_NAME);
  nameAll(components.schemas, SCHEMA_NAME);
  link(document, document, new Set());
  return { ...document, [PARSED]: true };
}

const entriesOf = (named: Json): [name: string, value: Json][] => Object.entries(named) as [string, Json][];

function nameAll(named: Json, field: string): void {
  for (const [name, value] of entriesOf(named)) value[field] = name;
}

const isObject = (value: unknown): value is Json => typeof value === "object" && value !== null;

/** Replaces the references within a value, each once. */
function link(value: Json, document: Json, seen: Set<Json>): void {
  seen.add(value);
  for (const [name, child] of Object.entries(value)) {
    if (!isObject(child)) continue;
    const target = follow(child, document);
    value[name] = target;
    if (!seen.has(target)) link(target, document, seen);
  }
}

/** Finds the object at the end of a chain of references. */
function follow(start: Json, document: Json): Json {
  let found = start;
  while (typeof found["$ref"] === "string") found = find(found["$ref"], document);
  return found;
}

function find(reference: string, document: Json): Json {
  let found: unknown = document;
  for (const part of reference.split("/").slice(1)) {
    const name = part.replaceAll("~1", "/").replaceAll("~0", "~");
    found = isObject(found) ? found[name] : undefined;
  }
  if (!isObject(found)) throw new Error(`expected an object of the document at ${reference}, got none`);
  return found;
}
