/** GET /series/{id}: one series. */
import { Type } from "typebox";
import { findSeries } from "../../store/catalog/catalog-tags.ts";
import { uncodedOperation } from "../uncoded-operation.ts";
import { LABEL_SECONDS } from "./cache-lifetimes.ts";
import { SERIES } from "./groups.ts";
import { Creator, NumericId, rowId } from "./parameters.ts";
import { notFoundBy } from "./refusal.ts";
import { readCatalog } from "./scope.ts";
import { seriesRecord } from "./tag-record.ts";
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
  maxAgeSeconds: LABEL_SECONDS,
  handle: (call) =>
    readCatalog(call, async (reading) => {
      const id = rowId(call.params.id);
      const series = id === undefined ? undefined : await findSeries(reading.sql, { id }, reading.scope);
      return series === undefined ? notFoundBy("id") : { body: seriesRecord(series, call.dialect) };
    }),
});
