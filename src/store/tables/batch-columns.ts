/** Columns that say when a row was written: by the batch, its time, or the day or hour of it. */
import { DAY_MS, HOUR_MS } from "../catalog/catalog-records.ts";
import type { Columns } from "./table.ts";

export const BATCH = {
  seq: { type: "bigint", value: (_row, { seq }) => seq },
  at: { type: "bigint", value: (_row, { at }) => at },
  day: { type: "integer", value: (_row, { at }) => Math.floor(at / DAY_MS) },
  hour: { type: "integer", value: (_row, { at }) => Math.floor(at / HOUR_MS) },
} satisfies Columns<unknown>;
