/** GET /tags/{id}: one tag. */
import { Type } from "typebox";
import { findTag } from "../../store/catalog/catalog-tags.ts";
import { uncodedOperation } from "../uncoded-operation.ts";
import { LABEL_SECONDS } from "./cache-lifetimes.ts";
import { TAGS } from "./groups.ts";
import { Creator, NumericId, rowId } from "./parameters.ts";
import { notFoundBy } from "./refusal.ts";
import { readCatalog } from "./scope.ts";
import { tagRecord } from "./tag-record.ts";
import { tagSchema } from "./tag-schema.ts";
import { ONLY_INTERFACE_LIMIT } from "../guard/rate-limits.ts";

export const getTag = uncodedOperation({
  method: "GET",
  path: "/tags/:id",
  summary: "Get a tag by its id",
  group: TAGS,
  limits: ONLY_INTERFACE_LIMIT,
  params: NumericId,
  query: Type.Object({ creator: Creator }),
  answer: tagSchema,
  maxAgeSeconds: LABEL_SECONDS,
  handle: (call) =>
    readCatalog(call, async (reading) => {
      const id = rowId(call.params.id);
      const tag = id === undefined ? undefined : await findTag(reading.sql, { id }, reading.scope);
      return tag === undefined ? notFoundBy("id") : { body: tagRecord(tag, call.dialect) };
    }),
});
