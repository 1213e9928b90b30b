/** GET /export/{what}: a table of the exchange as a file, streamed by a thread of its own. */
import { Type } from "typebox";
import { isRejection, reject } from "../../core/rejection.ts";
import { isFault } from "../../core/input-fault.ts";
import {
  EXPORT_FORMATS,
  MOST_LEVELS,
  PERIODS,
  readExportRequest,
  TIME_EXAMPLE,
} from "../../store/export/export-request.ts";
import { EXPORTED_NAMES } from "../../store/export/exported-tables.ts";
import { EXCHANGE } from "./groups.ts";
import { readListedMarket } from "./market-term.ts";
import { operation } from "./operation.ts";

const Bound = (description: string) =>
  Type.Optional(Type.String({ maxLength: 40, description: `${description}: ${TIME_EXAMPLE}` }));

export const exportTable = operation({
  method: "GET",
  path: "/export/:what",
  summary: "Export a table",
  group: EXCHANGE,
  refuses: ["unknown_market"],
  params: Type.Object({ what: Type.Enum([...EXPORTED_NAMES], { description: "The table" }) }),
  query: Type.Object({
    format: Type.Enum([...EXPORT_FORMATS], { default: "csv", description: "Format of the file" }),
    from: Bound("The first time of rows"),
    to: Bound("The time before which rows end"),
    every: Type.Optional(
      Type.Enum([...PERIODS], {
        description:
          "Length of candles, or time between two looks at the books, 1m unless given; of no other table",
      }),
    ),
    market: Type.Optional(
      Type.String({
        maxLength: 400,
        description: "The only market of `books`: its slug, number, condition id or a token id",
      }),
    ),
    levels: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: MOST_LEVELS,
        description: "Levels of each side of `books`, the best first; all unless given",
      }),
    ),
  }),
  mediaType: "application/octet-stream",
  answer: Type.String({
    description:
      "The file, as `presage export` writes it. The header `X-Batch` says as of which batch of the journal its rows are, and " +
      "the trailer `X-Rows` how many were sent. It is a header too, but of `books`: a replay counts them as it goes",
  }),
  handle: async ({ context, params: { what }, query: { levels, ...texts } }) => {
    const request = readExportRequest(what, { ...texts, levels: levels?.toString() });
    if (isFault(request)) {
      const { parameter, fault } = request;
      return { rejection: reject("invalid_payload", `${parameter}: ${fault}`) };
    }
    const { market: term, format } = request;
    const conditionId = term === undefined ? undefined : await readListedMarket(context, term);
    if (isRejection(conditionId)) return { rejection: conditionId };
    await context.tables.reach();
    const exported = await context.streamExport({ ...request, market: conditionId });
    if (exported === undefined)
      return {
        rejection: reject("read_unavailable", "as many exports as may be are underway; wait for one to end"),
      };
    const { batch, rows, stream, written } = exported;
    const headers = {
      ...(rows === undefined ? {} : { "x-rows": String(rows) }),
      "x-batch": String(batch),
      "content-disposition": `attachment; filename="${what}.${format}"`,
    };
    return { stream, headers, trailers: { "x-rows": () => String(written()) } };
  },
});
