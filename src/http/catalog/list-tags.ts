/** GET /tags: the tags of the catalog. */
import { Type } from "typebox";
import { listTags as listTagContents } from "../../store/catalog/catalog-tags.ts";
import { CATALOG_LIMITS } from "../guard/rate-limits.ts";
import { uncodedOperation } from "../uncoded-operation.ts";
import { LABEL_SECONDS } from "./cache-lifetimes.ts";
import { TAGS } from "./groups.ts";
import { Creator, PageParameters } from "./parameters.ts";
import { readCatalog } from "./scope.ts";
import { tagRecord } from "./tag-record.ts";
import { Tag } from "./tag-schema.ts";

export const listTags = uncodedOperation({
  method: "GET",
  path: "/tags",
  summary: "List tags",
  group: TAGS,
  limits: [CATALOG_LIMITS.tags],
  query: Type.Object({ ...PageParameters, creator: Creator }),
  answer: Type.Array(Tag),
  maxAgeSeconds: LABEL_SECONDS,
  handle: (call) =>
    readCatalog(call, async (reading) => {
      const { offset, limit } = call.query;
      const tags = await listTagContents(reading.sql, { scope: reading.scope, offset, limit });
      return { body: tags.map(tagRecord) };
    }),
});
