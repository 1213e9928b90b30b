/** GET /series: the series of the catalog. */
import { Type } from "typebox";
import { listSeries as listSeriesContents } from "../../store/catalog/catalog-tags.ts";
import { uncodedOperation } from "../uncoded-operation.ts";
import { LABEL_SECONDS } from "./cache-lifetimes.ts";
import { SERIES } from "./groups.ts";
import { Creator, PageParameters } from "./parameters.ts";
import { readCatalog } from "./scope.ts";
import { seriesRecord } from "./tag-record.ts";
import { Series } from "./tag-schema.ts";

export const listSeries = uncodedOperation({
  method: "GET",
  path: "/series",
  summary: "List series",
  group: SERIES,
  limits: [],
  query: Type.Object({
    ...PageParameters,
    slug: Type.Optional(Type.String({ description: "Slug of the series" })),
    creator: Creator,
  }),
  answer: Type.Array(Series),
  maxAgeSeconds: LABEL_SECONDS,
  handle: (call) =>
    readCatalog(call, async (reading) => {
      const { offset, limit, slug } = call.query;
      const series = await listSeriesContents(reading.sql, { scope: reading.scope, slug, offset, limit });
      return { body: series.map(seriesRecord) };
    }),
});
