/**
 * Declared results of a client library's methods, read from the type declarations of its own package, and the fields
 * that an answer lacks.
 */
import { readFileSync } from "node:fs";

type Field = { readonly name: string; readonly type: string };

export type Declarations = {
  /** Type of each method's result, such as "Trade[]". */
  readonly answers: ReadonlyMap<string, string>;
  /** Required fields of each interface. */
  readonly interfaces: ReadonlyMap<string, readonly Field[]>;
  /** Types by their alias. */
  readonly aliases: ReadonlyMap<string, string>;
};

/** Reads the declarations of `client`; `types` is the file that declares its results. */
export function readDeclarations(library: string, client: string, types: string): Declarations {
  const [methods, declared] = [client, types].map((file) =>
    readFileSync(new URL(file, import.meta.resolve(library)), "utf8"),
  ) as [string, string];
  const named = (matches: Iterable<RegExpMatchArray>) =>
    new Map([...matches].map(([, name, type]) => [name!, type!]));
  const bodies = named(declared.matchAll(/^(?:export )?interface (\w+)[^{\n]*\{\n(.*?)\n\}/gms));
  return {
    answers: named(methods.matchAll(/^\s+(\w+)(?:<[^\n]*)?\([^\n]*\): Promise<([\w[\]]+)>;$/gm)),
    aliases: named(declared.matchAll(/^(?:export )?type (\w+) = ([\w[\]]+);$/gm)),
    interfaces: new Map([...bodies].map(([name, body]) => [name, fieldsOf(body)])),
  };
}

/** Fields of the first level; fields of theirs are read only if their type has a name. */
function fieldsOf(body: string): Field[] {
  const indent = /^ +/.exec(body)?.[0] ?? "";
  const field = new RegExp(`^${indent}(?:readonly )?(\\w+): ([\\w[\\]]*)`, "gm");
  return [...body.matchAll(field)].map(([, name, type]) => ({ name: name!, type: type! }));
}

/** Lists the fields of `type` that `value` lacks, as "data[0].price"; of a list only the first item is checked. */
export function listMissingFields(declarations: Declarations, type: string, value: unknown): string[] {
  const alias = declarations.aliases.get(type);
  if (alias !== undefined) return listMissingFields(declarations, alias, value);
  if (type.endsWith("[]")) {
    if (!Array.isArray(value)) return [" is no list"];
    const item = type.slice(0, -2);
    return value
      .slice(0, 1)
      .flatMap((first) => listMissingFields(declarations, item, first).map((path) => `[0]${path}`));
  }
  const fields = declarations.interfaces.get(type) ?? [];
  return fields.flatMap(({ name, type: inner }) => {
    const held = valueOf(value, name);
    if (held === undefined) return [`.${name}`];
    return held === null ? [] : listMissingFields(declarations, inner, held).map((path) => `.${name}${path}`);
  });
}

const valueOf = (value: unknown, name: string): unknown =>
  typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
