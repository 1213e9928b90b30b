/** Texts of events and markets as operators give them. */
import { Type } from "typebox";
import { LIMITS } from "../../catalog/gamma-fields.ts";
import { MADE_SLUG_PATTERN } from "../../catalog/slug.ts";

export const GivenSlug = Type.String({ maxLength: LIMITS.slug, pattern: MADE_SLUG_PATTERN });
