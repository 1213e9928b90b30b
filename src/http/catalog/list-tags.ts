/** GET /tags: the tags of the catalog. */
import { isRefused } from "../refusal-form.ts";
import { Type } from "typebox";
import { listTags as listTagContents, TAG_ORDERS } from "../../store/catalog/catalog-tags.ts";
import { CATALOG_LIMITS } from "../guard/rate-limits.ts";
import { uncodedOperation } from "../uncoded-operation.ts";
import { LABEL_SECONDS } from "./cache-lifetimes.ts";
import { TAGS } from "./groups.ts";
import {
  Creator,
  nothingToAdd,
  orderParameters,
  ListPageParameters,
  readListPage,
  readOrder,
} from "./parameters.ts";
import { readCatalog } from "./scope.ts";
import { tagRecord } from "./tag-record.ts";
import { tagSchema } from "./tag-schema.ts";

export const listTags = uncodedOperation({
  method: "GET",
  path: "/tags",
  summary: "List tags",
  group: TAGS,
  limits: [CATALOG_LIMITS.tags],
  query: Type.Object({
    ...ListPageParameters,
    ...orderParameters(TAG_ORDERS),
    is_carousel: Type.Optional(
      Type.Boolean({ description: "No tag is in a carousel: true leaves none, false leaves all" }),
    ),
    include_template: nothingToAdd("templates"),
    include_templates: nothingToAdd("templates"),
    creator: Creator,
  }),
  answer: (dialect) => Type.Array(tagSchema(dialect)),
  maxAgeSeconds: LABEL_SECONDS,
  handle: async (call) => {
    const order = readOrder(call.query, TAG_ORDERS, call.dialect);
    if (isRefused(order)) return order;
    if (call.query.is_carousel === true) return { body: [] };
    return readCatalog(call, async (reading) => {
      const { offset, limit } = readListPage(call.query);
      const tags = await listTagContents(reading.sql, { ...reading, ...order, offset, limit });
      return { body: tags.map((tag) => tagRecord(tag, call.dialect)) };
    });
  },
});
