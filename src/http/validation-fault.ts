/** What a schema found wrong with a request: where, what would have been right there, and what came. */
import type { FastifySchemaValidationError } from "fastify/types/schema.js";
import { PATTERN_WORDS } from "./storable-text.ts";

type Found = FastifySchemaValidationError & { readonly data?: unknown };

export type ValidationFault = {
  /** The names on the way to the value, each after a slash: "/order/side"; "" is the whole. */
  readonly path: string;
  /** As in "must be BUY or SELL". */
  readonly expected: string;
  readonly got: unknown;
  /** The property that is missing there. */
  readonly missing: string | undefined;
};

/** The first fault, with all that would have been right there. */
export function firstFault(found: readonly Found[]): ValidationFault {
  const [first] = found;
  const path = first?.instancePath ?? "";
  const there = found.filter(({ instancePath, keyword }) => instancePath === path && keyword !== "anyOf");
  const expected = new Set(
    there.map(({ message, params }) => {
      const allowed = params["allowedValues"];
      if (Array.isArray(allowed)) return `must be ${allowed.join(" or ")}`;
      return PATTERN_WORDS.get(params["pattern"]) ?? message ?? "is invalid";
    }),
  );
  const missing = first?.keyword === "required" ? String(first.params["missingProperty"]) : undefined;
  return {
    path,
    expected: [...expected].join(" or "),
    got: missing === undefined ? first?.data : undefined,
    missing,
  };
}

type Described = { readonly place: string; readonly expected: string; readonly got: unknown };

/** A fault in words: `body.order.side must be BUY or SELL, got "buy"`. */
export function describeFault({ place, expected, got }: Described): string {
  const came = got === undefined ? "" : `, got ${clip(JSON.stringify(got), MAX_GOT)}`;
  return `${place.replaceAll("/", ".")} ${expected}${came}`;
}

/** Characters of a value that a hint repeats. */
const MAX_GOT = 80;

export const clip = (text: string, most: number): string =>
  text.length > most ? `${text.slice(0, most)}...` : text;
