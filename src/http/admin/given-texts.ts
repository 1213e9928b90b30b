/** Texts of events and markets as operators give them, and addresses as all listings have them. */
import { Type } from "typebox";
import { PICTURE_PATTERN, SOURCE_PATTERN } from "../../catalog/addresses.ts";
import { LIMITS } from "../../catalog/gamma-fields.ts";
import { MADE_SLUG_PATTERN } from "../../catalog/slug.ts";
import { textLine, TEXT_LINE } from "../shown-text.ts";

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
