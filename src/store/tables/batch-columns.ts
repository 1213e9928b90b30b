/** Columns with the time of a row's write: the batch, its time, or its day or hour. */
import { DAY_MS, HOUR_MS } from "../catalog/catalog-records.ts";
import type { Columns } from "./table.ts";

export const BATCH = {
  seq: { type: "bigint", value: (_row, { seq }) => seq },
  at: { type: "bigint", value: (_row, { at }) => at },
  day: { type: "integer", value: (_row, { at }) => Math.floor(at / DAY_MS) },
  hour: { type: "integer", value: (_row, { at }) => Math.floor(at / HOUR_MS) },
} satisfies Columns<unknown>;
