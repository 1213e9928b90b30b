/** GET /series/slug/{slug}: one series. */
import { Type } from "typebox";
import { listSeries } from "../../store/catalog/catalog-tags.ts";
import { uncodedOperation } from "../uncoded-operation.ts";
import { LABEL_SECONDS } from "./cache-lifetimes.ts";
import { SERIES } from "./groups.ts";
import { Creator, Slug } from "./parameters.ts";
import { notFoundBy } from "./refusal.ts";
import { readCatalog } from "./scope.ts";
import { seriesRecord } from "./tag-record.ts";
import { seriesSchema } from "./tag-schema.ts";
import { ONLY_INTERFACE_LIMIT } from "../guard/rate-limits.ts";

export const getSeriesBySlug = uncodedOperation({
  method: "GET",
  path: "/series/slug/:slug",
  summary: "Get a series by its slug",
  group: SERIES,
  limits: ONLY_INTERFACE_LIMIT,
  params: Slug,
  query: Type.Object({ creator: Creator }),
  answer: seriesSchema,
  maxAgeSeconds: LABEL_SECONDS,
  handle: (call) =>
    readCatalog(call, async ({ sql, scope }) => {
      const [series] = await listSeries(sql, {
        scope,
        slugs: [call.params.slug],
        order: ["id"],
        ascending: true,
        offset: 0,
        limit: 1,
      });
      return series === undefined ? notFoundBy("slug") : { body: seriesRecord(series, call.dialect) };
    }),
});
