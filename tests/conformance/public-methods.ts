/**
 * Public methods of a client library: all on the prototype of its class but the constructor, and but those that its
 * type declarations mark as private or protected.
 */
import { readFileSync } from "node:fs";

const HIDDEN = /^\s*(?:private|protected)\s+(?:readonly\s+)?(\w+)/gm;

/** Lists the public methods; `declarations` is a file beside the entry of `library`. */
export function listPublicMethods(prototype: object, library: string, declarations: string): string[] {
  const text = readFileSync(new URL(declarations, import.meta.resolve(library)), "utf8");
  const hidden = new Set([...text.matchAll(HIDDEN)].map(([, name]) => name));
  return Object.getOwnPropertyNames(prototype).filter((name) => name !== "constructor" && !hidden.has(name));
}
