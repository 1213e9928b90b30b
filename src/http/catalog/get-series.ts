/** GET /series/{id}: one series. */
import { Type } from "typebox";
import { findSeries } from "../../store/catalog/catalog-tags.ts";
import { uncodedOperation } from "../uncoded-operation.ts";
import { TRADED_SECONDS } from "./cache-lifetimes.ts";
import { SERIES } from "./groups.ts";
import { Creator, NumericId, rowId } from "./parameters.ts";
import { notFoundBy } from "./refusal.ts";
import { readCatalog } from "./scope.ts";
import { figuresOfSeries, seriesRecord } from "./tag-record.ts";
import { seriesSchema } from "./tag-schema.ts";
import { ONLY_INTERFACE_LIMIT } from "../guard/rate-limits.ts";

export const getSeries = uncodedOperation({
  method: "GET",
  path: "/series/:id",
  summary: "Get a series by its id",
  group: SERIES,
  limits: ONLY_INTERFACE_LIMIT,
  params: NumericId,
  query: Type.Object({ creator: Creator }),
  answer: seriesSchema,
  maxAgeSeconds: TRADED_SECONDS,
  handle: (call) =>
    readCatalog(call, async (reading) => {
      const id = rowId(call.params.id);
      const series = id === undefined ? undefined : await findSeries(reading.sql, { id }, reading.scope);
      if (series === undefined) return notFoundBy("id");
      return {
        body: seriesRecord(series, call.dialect, await figuresOfSeries([series], call.dialect, reading)),
      };
    }),
});
