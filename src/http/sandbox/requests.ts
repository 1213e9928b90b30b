/** GET /sandbox/requests: the latest requests of a sandbox's clients, searched. */
import { Type } from "typebox";
import { reject } from "../../core/rejection.ts";
import { parseCount } from "../../core/units.ts";
import { readOperation } from "../admin/operation.ts";
import type { Endpoint } from "../operation/endpoint.ts";
import { pageLimit } from "../operation/page-limit.ts";
import { OrNull, Time, timeAt } from "../values/resolution-answer.ts";
import { SANDBOX } from "./groups.ts";
import { MAX_REQUESTS } from "./request-log.ts";
import type { LoggedRequest, RequestLog } from "./request-log.ts";

const LoggedRequestAnswer = Type.Object({
  no: Type.Integer({ description: "Its number, in the order of the answers" }),
  time: Time,
  method: Type.String(),
  path: Type.String({ description: "With the query, without secrets" }),
  dialect: OrNull(Type.String()),
  interface: OrNull(Type.String()),
  wallet: OrNull(Type.String({ description: "The caller, once it is known" })),
  status: Type.Integer(),
  code: OrNull(Type.String({ description: "Of a refusal" })),
  hint: OrNull(Type.String({ description: "Of a refusal: what was expected and what came" })),
  ms: Type.Number({ description: "Milliseconds until the answer was sent" }),
  requestId: Type.String(),
  curl: OrNull(
    Type.String({
      description: "Sends it again; variables stand for what signs it. Null for a long body",
    }),
  ),
});

export const RequestsAnswer = Type.Object({
  recording: Type.Boolean({
    description: "False where threads of gateways serve the clients: start with PRESAGE_GATEWAYS=0",
  }),
  data: Type.Array(LoggedRequestAnswer, { description: "The latest first" }),
  next: OrNull(Type.String({ description: "Where the next page begins" })),
});

export const requestEndpoints = (log: RequestLog): readonly Endpoint[] => [
  readOperation({
    path: "/sandbox/requests",
    summary: `List the latest ${MAX_REQUESTS.toLocaleString("en")} requests of clients, or search them`,
    group: SANDBOX,
    refuses: ["invalid_cursor"],
    query: Type.Object({
      search: Type.Optional(
        Type.String({
          maxLength: 200,
          description: "Text of method, path, dialect, wallet, status, code, hint or request id",
        }),
      ),
      rejected: Type.Optional(Type.Boolean({ description: "True for refused requests only" })),
      before: Type.Optional(Type.String({ maxLength: 500, description: "`next` of the page before" })),
      limit: pageLimit({ default: 100, maximum: 1_000 }),
    }),
    answer: RequestsAnswer,
    read: ({ context: { config }, query }) => {
      const { search = "", rejected = false, limit } = query;
      const before = query.before === undefined ? Number.MAX_SAFE_INTEGER : parseCount(query.before);
      if (before === undefined)
        return reject("invalid_cursor", `before: expected next of a page, got "${query.before}"`);
      const found = log.list({ search: search.trim(), rejected, before, limit: limit + 1 });
      const page = found.slice(0, limit);
      return {
        recording: config.gateways === "auto" || config.gateways === 0,
        data: page.map(describeRequest),
        next: found.length > limit ? String(page.at(-1)?.no) : null,
      };
    },
  }),
];

const describeRequest = ({ at, ...request }: LoggedRequest) => ({
  no: request.no,
  time: timeAt(at),
  method: request.method,
  path: request.path,
  dialect: request.dialect ?? null,
  interface: request.interface ?? null,
  wallet: request.wallet ?? null,
  status: request.status,
  code: request.code ?? null,
  hint: request.hint ?? null,
  ms: request.ms,
  requestId: request.requestId,
  curl: request.curl ?? null,
});
