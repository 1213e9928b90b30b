/** GET /series/slug/{slug}: one series. */
import { Type } from "typebox";
import { listSeries } from "../../store/catalog/catalog-tags.ts";
import { uncodedOperation } from "../uncoded-operation.ts";
import { TRADED_SECONDS } from "./cache-lifetimes.ts";
import { SERIES } from "./groups.ts";
import { Creator, Slug } from "./parameters.ts";
import { notFoundBy } from "./refusal.ts";
import { readCatalog } from "./scope.ts";
import { figuresOfSeries, seriesRecord } from "./tag-record.ts";
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
  maxAgeSeconds: TRADED_SECONDS,
  handle: (call) =>
    readCatalog(call, async (reading) => {
      const { sql, scope, since } = reading;
      const [series] = await listSeries(sql, {
        scope,
        since,
        slugs: [call.params.slug],
        order: ["id"],
        ascending: true,
        offset: 0,
        limit: 1,
      });
      if (series === undefined) return notFoundBy("slug");
      return {
        body: seriesRecord(series, call.dialect, await figuresOfSeries([series], call.dialect, reading)),
      };
    }),
});
