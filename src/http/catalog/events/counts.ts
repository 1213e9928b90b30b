/** Counts of comments and tweets of an event or a series, always 0 if it exists. Also GET of a team, which never exists. */
import { Type } from "typebox";
import type { Context } from "../../../context.ts";
import { findSeries } from "../../../store/catalog/catalog-tags.ts";
import { SERVICES } from "../../dialects/dialect.ts";
import type { Dialect } from "../../dialects/dialect.ts";
import type { Endpoint, OperationGroup } from "../../operation/endpoint.ts";
import type { ErrorResponse } from "../../operation/error-format.ts";
import { uncodedOperation } from "../../operation/endpoint.ts";
import { LABEL_SECONDS } from "../cache-lifetimes.ts";
import { COMMENTS, SPORTS } from "../groups.ts";
import { findEventNamed, noEvent } from "../search/named-records.ts";
import { Creator, NumericId, rowId } from "../parameters.ts";
import { notFoundBy } from "../refusal.ts";
import { readCatalog } from "../scope.ts";
import type { CatalogRead } from "../scope.ts";
import { ONLY_INTERFACE_LIMIT } from "../../guard/rate-limits.ts";

type Named = { readonly context: Context; readonly dialect: Dialect; readonly id: string };

/** Refuses an event or a series that the catalog does not have; `undefined` if it exists. */
type Find = (named: Named, reading: CatalogRead) => Promise<ErrorResponse | undefined>;

const rejectNoEvent: Find = async ({ context, dialect, id }, reading) =>
  (await findEventNamed(context, id, reading)) === undefined ? noEvent(id, dialect, reading) : undefined;

const rejectNoSeries: Find = async ({ id: name }, { sql, scope }) => {
  const id = rowId(name);
  const series =
    (await findSeries(sql, id === undefined ? undefined : { id }, scope)) ??
    (await findSeries(sql, { slug: name }, scope));
  return series === undefined ? notFoundBy("id") : undefined;
};

type Counted = {
  readonly path: string;
  readonly dialects: readonly Dialect[];
  readonly summary: string;
  readonly group: OperationGroup;
  readonly find: Find;
};

const COUNTS: readonly Counted[] = [
  {
    path: "/events/:id/comments/count",
    dialects: SERVICES,
    summary: "Count the comments on an event, of which there are none",
    group: COMMENTS,
    find: rejectNoEvent,
  },
  {
    path: "/series/:id/comments/count",
    dialects: SERVICES,
    summary: "Count the comments on a series, of which there are none",
    group: COMMENTS,
    find: rejectNoSeries,
  },
  {
    path: "/events/:id/tweet-count",
    dialects: ["polymarket"],
    summary: "Count the tweets about an event, of which there are none",
    group: COMMENTS,
    find: rejectNoEvent,
  },
];

const Id = Type.Object({ id: Type.String({ description: "Numeric id or slug" }) });

export const counts: readonly Endpoint[] = COUNTS.map(({ find, ...described }) =>
  uncodedOperation({
    ...described,
    method: "GET",
    limits: ONLY_INTERFACE_LIMIT,
    params: Id,
    query: Type.Object({ creator: Creator }),
    answer: Type.Object({ count: Type.Literal(0) }),
    maxAgeSeconds: LABEL_SECONDS,
    handle: (call) =>
      readCatalog(call, async (reading) => {
        const { context, dialect, params } = call;
        return (await find({ context, dialect, id: params.id }, reading)) ?? { body: { count: 0 } };
      }),
  }),
);

export const getTeam = uncodedOperation({
  method: "GET",
  path: "/teams/:id",
  dialects: SERVICES,
  summary: "Get a team, of which there are none: always 404",
  group: SPORTS,
  limits: ONLY_INTERFACE_LIMIT,
  params: NumericId,
  answer: Type.Object({ id: Type.Integer() }),
  handle: () => notFoundBy("id"),
});
