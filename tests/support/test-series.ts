/** A series of events as a listing has it. */
import type { CatalogSeries } from "../../src/core/markets/catalog.ts";

type GivenSeries = Pick<CatalogSeries, "id" | "slug" | "title"> & Partial<CatalogSeries>;

/** Makes a daily series; fields of `given` replace the default ones. */
export const testSeries = (given: GivenSeries): CatalogSeries => ({
  ticker: given.slug,
  seriesType: "single",
  recurrence: "daily",
  image: "",
  icon: "",
  active: true,
  closed: false,
  archived: false,
  ...given,
});
