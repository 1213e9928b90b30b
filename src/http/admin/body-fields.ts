/** Fields shared by request bodies of the operator API: Base64 bytes, times, texts. */
import { Type } from "typebox";
import { LIMITS, PICTURE_PATTERN, SOURCE_PATTERN } from "../../listings/gamma-fields.ts";
import { parseListedInstant } from "../../listings/dates.ts";
import { MADE_SLUG_PATTERN } from "../../listings/slug.ts";
import type { Instant } from "../../core/markets/catalog.ts";
import { reject } from "../../core/rejection.ts";
import type { Rejection } from "../../core/rejection.ts";
import { pageLimit } from "../operation/page-limit.ts";
import { TEXT_LINE, textLine } from "../values/shown-text.ts";

// Bytes in the requests of operators, as Base64.

/** Decodes Base64; `name` is the field's name, for a rejection. */
export function readBase64(name: string, text: string): Buffer | Rejection {
  const bytes = Buffer.from(text, "base64");
  return bytes.toString("base64") === text
    ? bytes
    : reject("invalid_payload", `${name}: expected Base64 with its padding, and without line breaks`);
}

// Dates in the requests of operators.

export const GivenInstant = Type.Optional(
  Type.String({ maxLength: 40, description: "In ISO 8601, as in 2026-01-31T12:00:00Z" }),
);

type GivenTimes<Name extends string> = { readonly [N in Name]?: string };
type ParsedTimes<Name extends string> = { readonly [N in Name]: Instant | undefined };

/** Converts the dates of the fields `names` to the catalog's form; rejects the first invalid date. */
export function readTimes<Name extends string>(
  given: GivenTimes<Name>,
  names: readonly Name[],
): ParsedTimes<Name> | Rejection {
  const invalidName = names.find(
    (name) => given[name] !== undefined && parseListedInstant(given[name]) === undefined,
  );
  if (invalidName !== undefined)
    return reject(
      "invalid_payload",
      `${invalidName}: expected an instant like 2026-01-31T12:00:00Z, got "${given[invalidName]}"`,
    );
  const entries = names.map((name) => [
    name,
    given[name] === undefined ? undefined : parseListedInstant(given[name]),
  ]);
  return Object.fromEntries(entries);
}

// Texts and addresses of events and markets in operators' requests, with the limits that all listings have.

export const GivenSlug = Type.String({
  maxLength: LIMITS.slug,
  pattern: MADE_SLUG_PATTERN,
  format: TEXT_LINE,
});

/** Address of a picture; "" means none. */
export const PictureAddress = Type.String({
  maxLength: LIMITS.url,
  pattern: PICTURE_PATTERN,
  format: TEXT_LINE,
});

/** Source of a decision: an address or words; "" means none. */
export const SourceText = Type.String({ maxLength: LIMITS.url, pattern: SOURCE_PATTERN, format: TEXT_LINE });

const MAX_TAGS = 20;

export const GivenTags = Type.Array(textLine(LIMITS.label), {
  maxItems: MAX_TAGS,
  description: "Labels",
});

/** Builds the query fields for a page; `rows` names the rows in the document. */
export const pageFields = (rows: string) => ({
  limit: pageLimit({ default: 100, maximum: 1000 }),
  offset: Type.Integer({ default: 0, minimum: 0, maximum: 1_000_000, description: `${rows} to leave out` }),
});
