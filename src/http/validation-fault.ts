/** What a schema found wrong with a request, in words. */
import type { FastifySchemaValidationError } from "fastify/types/schema.js";

type Fault = FastifySchemaValidationError & { readonly data?: unknown };

/** Where the first fault is, all that would have been right there, and what came. */
export function explainValidation(faults: readonly Fault[], part: string): string {
  const [first] = faults;
  const there = faults.filter(
    ({ instancePath, keyword }) => instancePath === first?.instancePath && keyword !== "anyOf",
  );
  const expected = new Set(
    there.map(({ message, params }) => {
      const allowed = params["allowedValues"];
      return Array.isArray(allowed) ? `must be ${allowed.join(" or ")}` : (message ?? "is invalid");
    }),
  );
  const place = `${part}${first?.instancePath ?? ""}`.replaceAll("/", ".");
  const missing = first?.keyword === "required" || first?.data === undefined;
  const got = missing ? "" : `, got ${clip(JSON.stringify(first.data), MAX_GOT)}`;
  return `${place} ${[...expected].join(" or ")}${got}`;
}

/** Characters of a value that a hint repeats. */
const MAX_GOT = 80;

export const clip = (text: string, most: number): string =>
  text.length > most ? `${text.slice(0, most)}...` : text;
