/** Tables as files, and committed changes as a stream. */
import { EXPORTED_NAMES } from "../../../operate/export/data-dictionary.ts";
import { Readable } from "node:stream";
import { Type } from "typebox";
import { isFault } from "../../../core/values/input-fault.ts";
import { isRejection, reject } from "../../../core/rejection.ts";
import { readChangeRequest } from "../../../operate/changes/change-request.ts";
import type { ChangeTexts } from "../../../operate/changes/change-request.ts";
import {
  MAX_LEVELS,
  TIME_EXAMPLE,
  readExportRequest,
  EXPORT_FORMATS,
  PERIODS,
} from "../../../operate/export/export-request.ts";
import { operation, EXCHANGE } from "../operation.ts";
import { readListedMarket } from "../path-params.ts";

const Bound = (description: string) =>
  Type.Optional(Type.String({ maxLength: 40, description: `${description}: ${TIME_EXAMPLE}` }));

/** GET /export/{what}: a table of the exchange as a file, streamed by its own thread. */
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
        maximum: MAX_LEVELS,
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
    const { market: textParam, format } = request;
    const market = textParam === undefined ? undefined : await readListedMarket(context, textParam);
    if (isRejection(market)) return { rejection: market };
    await context.tables.reach();
    const exportStream = await context.streamExport({ ...request, market: market?.conditionId });
    if (exportStream === undefined)
      return {
        rejection: reject("read_unavailable", "as many exports as may be are underway; wait for one to end"),
      };
    const { batch, rows, stream, written } = exportStream;
    const headers = {
      ...(rows === undefined ? {} : { "x-rows": String(rows) }),
      "x-batch": String(batch),
      "content-disposition": `attachment; filename="${what}.${format}"`,
    };
    return { stream, headers, trailers: { "x-rows": () => String(written()) } };
  },
});

const MAX_PARAM_LENGTH = 400;

const textParam = (description: string) =>
  Type.Optional(Type.String({ maxLength: MAX_PARAM_LENGTH, description }));

/** GET /changes: committed events as server-sent events, streamed by their own thread. */
export const followChanges = operation({
  method: "GET",
  path: "/changes",
  summary: "Follow what is committed",
  group: EXCHANGE,
  refuses: ["unknown_market"],
  query: Type.Object({
    from: textParam("The first batch, 1 for all that ever happened; without it only new events come"),
    after: textParam("Id of the event after which it goes on, in place of `from`"),
    type: textParam("Types of docs/reference/events.md or patterns as `order.*`, separated by commas"),
    wallet: textParam("Only events that concern this wallet"),
    market: textParam("Only events that concern this market: its slug, number, condition id or a token id"),
  }),
  mediaType: "text/event-stream",
  answer: Type.String({
    description:
      "Server-sent events without end, whose data docs/reference/events.md describes. The header `Last-Event-ID` of a client that " +
      "comes again counts before `from` and `after`. The last one is of the kind `closed`, with the reason, where the exchange ends it",
  }),
  handle: async ({ context, query, lastEventId }) => {
    const request = readChangeRequest(readChangeTexts(query, lastEventId));
    if (isFault(request)) {
      const { parameter, fault } = request;
      const name = parameter === "after" ? positionParameterName(query, lastEventId) : parameter;
      return { rejection: reject("invalid_payload", `${name}: ${fault}`) };
    }
    const { market: marketTerm } = request;
    const market = marketTerm === undefined ? undefined : await readListedMarket(context, marketTerm);
    if (isRejection(market)) return { rejection: market };
    // The starting position must include everything committed before the request.
    await context.tables.reach();
    const stream = await context.changes.open({ ...request, market: market?.conditionId });
    if (stream === undefined)
      return {
        rejection: reject(
          "read_unavailable",
          "as many streams of changes as may be are open; close one of them",
        ),
      };
    if (!(stream instanceof Readable))
      return {
        rejection: reject("invalid_payload", `${positionParameterName(query, lastEventId)}: ${stream.moved}`),
      };
    return { stream, headers: { "cache-control": "no-store", "x-accel-buffering": "no" } };
  },
});

type Query = { readonly [Name in "from" | "after" | "type" | "wallet" | "market"]?: string };

/** Returns the name of the parameter that states the position. */
const positionParameterName = ({ after }: Query, lastEventId: string | undefined): string =>
  lastEventId !== undefined && lastEventId !== "" ? "Last-Event-ID" : after === undefined ? "from" : "after";

/**
 * Reads the parameters. An interrupted client's last position (`Last-Event-ID`) takes precedence over `from` and `after`.
 */
function readChangeTexts(
  { from, after, type, ...rest }: Query,
  lastEventId: string | undefined,
): ChangeTexts {
  const types = type === undefined ? undefined : [type];
  if (lastEventId !== undefined && lastEventId !== "") return { ...rest, type: types, after: lastEventId };
  return { ...rest, type: types, from, after };
}
