/** GET /export/{what}: a table of the exchange as a file, streamed by a thread of its own. */
import { Type } from "typebox";
import { isRejection, reject } from "../../core/rejection.ts";
import type { Rejection } from "../../core/rejection.ts";
import { EXPORT_FORMATS } from "../../store/export/export-table.ts";
import { EXPORTED_NAMES } from "../../store/export/exported-tables.ts";
import {
  CANDLE_LENGTHS,
  CANDLE_MS,
  readExportTime,
  TIME_EXAMPLE,
} from "../../store/export/export-request.ts";
import { EXCHANGE } from "./groups.ts";
import { operation } from "./operation.ts";

const Bound = (description: string) =>
  Type.Optional(Type.String({ maxLength: 40, description: `${description}: ${TIME_EXAMPLE}` }));

export const exportTable = operation({
  method: "GET",
  path: "/export/:what",
  summary: "Export a table",
  group: EXCHANGE,
  refuses: [],
  params: Type.Object({ what: Type.Enum([...EXPORTED_NAMES], { description: "The table" }) }),
  query: Type.Object({
    format: Type.Enum([...EXPORT_FORMATS], { default: "csv", description: "Format of the file" }),
    from: Bound("The first time of rows"),
    to: Bound("The time before which rows end"),
    every: Type.Optional(
      Type.Enum([...CANDLE_LENGTHS], {
        description: "Length of candles, 1m unless given; of no other table",
      }),
    ),
  }),
  mediaType: "application/octet-stream",
  answer: Type.String({
    description:
      "The file, as `presage export` writes it. The header `X-Rows` says how many rows it has, and `X-Batch` as of which " +
      "batch of the journal they are",
  }),
  handle: async ({ context, params: { what }, query: { format, from, to, every } }) => {
    if (every !== undefined && what !== "candles")
      return { rejection: reject("invalid_payload", `every: expected none with ${what}, got ${every}`) };
    const [first, last] = [readBound("from", from), readBound("to", to)];
    if (isRejection(first)) return { rejection: first };
    if (isRejection(last)) return { rejection: last };
    if (first !== undefined && last !== undefined && last <= first)
      return { rejection: reject("invalid_payload", `to: expected a time after from, got "${to}"`) };
    await context.tables.reach();
    const span = { from: first, until: last, every: CANDLE_MS[every ?? "1m"] };
    const exported = await context.streamExport({ what, format, ...span });
    if (exported === undefined)
      return {
        rejection: reject("read_unavailable", "as many exports as may be are underway; wait for one to end"),
      };
    const { batch, total, stream } = exported;
    const headers = {
      "x-rows": String(total),
      "x-batch": String(batch),
      "content-disposition": `attachment; filename="${what}.${format}"`,
    };
    return { stream, headers };
  },
});

function readBound(name: string, text: string | undefined): number | Rejection | undefined {
  if (text === undefined) return undefined;
  return (
    readExportTime(text) ?? reject("invalid_payload", `${name}: expected ${TIME_EXAMPLE}, got "${text}"`)
  );
}
