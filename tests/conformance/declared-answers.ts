/**
 * What a client library declares that its methods give, read from the type declarations of its own package, and what
 * of it an answer leaves out.
 */
import { readFileSync } from "node:fs";

type Field = { readonly name: string; readonly type: string };

export type Declarations = {
  /** Of a method: "Trade[]". */
  readonly answers: ReadonlyMap<string, string>;
  /** The fields that an interface always has. */
  readonly interfaces: ReadonlyMap<string, readonly Field[]>;
  /** Another name of a type. */
  readonly aliases: ReadonlyMap<string, string>;
};

/** `types` is the file that declares what the methods of `client` give. */
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

/** Fields at the first level; what they hold is read when it has a name. */
function fieldsOf(body: string): Field[] {
  const indent = /^ +/.exec(body)?.[0] ?? "";
  const field = new RegExp(`^${indent}(?:readonly )?(\\w+): ([\\w[\\]]*)`, "gm");
  return [...body.matchAll(field)].map(([, name, type]) => ({ name: name!, type: type! }));
}

/** Paths of what `value` lacks of `type`, as "data[0].price"; of a list the first item counts. */
export function missingFrom(declarations: Declarations, type: string, value: unknown): string[] {
  const alias = declarations.aliases.get(type);
  if (alias !== undefined) return missingFrom(declarations, alias, value);
  if (type.endsWith("[]")) {
    if (!Array.isArray(value)) return [" is no list"];
    const item = type.slice(0, -2);
    return value
      .slice(0, 1)
      .flatMap((first) => missingFrom(declarations, item, first).map((path) => `[0]${path}`));
  }
  const fields = declarations.interfaces.get(type) ?? [];
  return fields.flatMap(({ name, type: inner }) => {
    const held = valueOf(value, name);
    if (held === undefined) return [`.${name}`];
    return held === null ? [] : missingFrom(declarations, inner, held).map((path) => `.${name}${path}`);
  });
}

const valueOf = (value: unknown, name: string): unknown =>
  typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
