/** Fields that bodies of the operator API have in common: bytes in Base64, instants, texts. */
import { Type } from "typebox";
import { LIMITS, PICTURE_PATTERN, SOURCE_PATTERN } from "../../catalog/gamma-fields.ts";
import { instantOf } from "../../catalog/dates.ts";
import { MADE_SLUG_PATTERN } from "../../catalog/slug.ts";
import type { Instant } from "../../core/catalog.ts";
import { reject } from "../../core/rejection.ts";
import type { Rejection } from "../../core/rejection.ts";
import { TEXT_LINE, textLine } from "../shown-text.ts";

// Bytes in the requests of operators, as Base64.

/** Reads the bytes; `name` is the field that they came in. */
export function readBase64(name: string, text: string): Buffer | Rejection {
  const bytes = Buffer.from(text, "base64");
  return bytes.toString("base64") === text
    ? bytes
    : reject("invalid_payload", `${name}: expected Base64 with its padding, and without line breaks`);
}

// Dates in the requests of operators.

export const GivenInstant = Type.Optional(
  Type.String({ maxLength: 40, description: "As in 2026-01-31T12:00:00Z" }),
);

type InstantTexts<Name extends string> = { readonly [N in Name]?: string };
type ParsedInstants<Name extends string> = { readonly [N in Name]: Instant | undefined };

/** The dates with these names as the catalog keeps them, or the first that names no instant. */
export function readInstants<Name extends string>(
  given: InstantTexts<Name>,
  names: readonly Name[],
): ParsedInstants<Name> | Rejection {
  const wrong = names.find((name) => given[name] !== undefined && instantOf(given[name]) === undefined);
  if (wrong !== undefined)
    return reject(
      "invalid_payload",
      `${wrong}: expected an instant like 2026-01-31T12:00:00Z, got "${given[wrong]}"`,
    );
  const read = names.map((name) => [name, given[name] === undefined ? undefined : instantOf(given[name])]);
  return Object.fromEntries(read);
}

// Texts of events and markets as operators give them, and addresses as all listings have them.

export const GivenSlug = Type.String({
  maxLength: LIMITS.slug,
  pattern: MADE_SLUG_PATTERN,
  format: TEXT_LINE,
});

/** An address of a picture; "" for none. */
export const PictureAddress = Type.String({
  maxLength: LIMITS.url,
  pattern: PICTURE_PATTERN,
  format: TEXT_LINE,
});

/** An address or words that name the source of a decision; "" for none. */
export const SourceText = Type.String({ maxLength: LIMITS.url, pattern: SOURCE_PATTERN, format: TEXT_LINE });

const MAX_TAGS = 20;

export const GivenTags = Type.Array(textLine(LIMITS.label), {
  maxItems: MAX_TAGS,
  description: "Labels",
});
