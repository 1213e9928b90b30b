/** GET /tags/slug/{slug}: one tag. */
import { Type } from "typebox";
import { findTag } from "../../store/catalog/catalog-tags.ts";
import { uncodedOperation } from "../uncoded-operation.ts";
import { LABEL_SECONDS } from "./cache-lifetimes.ts";
import { TAGS } from "./groups.ts";
import { Creator, Slug } from "./parameters.ts";
import { notFoundBy } from "./refusal.ts";
import { readCatalog } from "./scope.ts";
import { tagRecord } from "./tag-record.ts";
import { tagSchema } from "./tag-schema.ts";
import { ONLY_INTERFACE_LIMIT } from "../guard/rate-limits.ts";

export const getTagBySlug = uncodedOperation({
  method: "GET",
  path: "/tags/slug/:slug",
  summary: "Get a tag by its slug",
  group: TAGS,
  limits: ONLY_INTERFACE_LIMIT,
  params: Slug,
  query: Type.Object({ creator: Creator }),
  answer: tagSchema,
  maxAgeSeconds: LABEL_SECONDS,
  handle: (call) =>
    readCatalog(call, async (reading) => {
      const tag = await findTag(reading.sql, call.params, reading.scope);
      return tag === undefined ? notFoundBy("slug") : { body: tagRecord(tag, call.dialect) };
    }),
});
