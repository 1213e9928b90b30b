/** Tags: one by id or slug, all tags, and related ones. */
import { Type } from "typebox";
import type { CatalogSeries, CatalogTag } from "../../../core/markets/catalog.ts";
import { NO_MICROS } from "../../../core/units.ts";
import type { EventRecord, Statistics } from "../../../store/catalog/catalog-records.ts";
import {
  TAG_ORDERS,
  findTag,
  listRelatedTags,
  listTags as listTagContents,
} from "../../../store/catalog/catalog-tags.ts";
import { readSeriesStatistics } from "../../../store/catalog/series.ts";
import { DIFFERENCES } from "../../dialects/dialect-differences.ts";
import { inEachDialect } from "../../dialects/dialect.ts";
import type { Dialect } from "../../dialects/dialect.ts";
import { CATALOG_LIMITS, ONLY_INTERFACE_LIMIT } from "../../guard/rate-limits.ts";
import { isErrorResponse } from "../../operation/error-format.ts";
import { uncodedOperation } from "../../operation/endpoint.ts";
import { constant, fieldsOf, recordOf } from "../../operation/record.ts";
import { LABEL_SECONDS } from "../cache-lifetimes.ts";
import { TAGS } from "../groups.ts";
import { byEachName } from "./named-records.ts";
import {
  Creator,
  ListPageParameters,
  nothingToAdd,
  orderParameters,
  readListPage,
  readOrder,
} from "../parameters.ts";
import { notFoundBy } from "../refusal.ts";
import { readCatalog } from "../scope.ts";
import type { CatalogRead } from "../scope.ts";
import { amountField, instantField, textField, textsIn } from "../texts.ts";

// Records of tags and series. All dialects have the same records, except for blank texts and statistics of series.

type ShownTag = { readonly content: CatalogTag };

const TAG_FIELDS = fieldsOf<ShownTag>()({
  id: [Type.String(), ({ content }) => content.id],
  label: textField("label"),
  slug: textField("slug"),
  createdAt: instantField("createdAt"),
  updatedAt: instantField("updatedAt"),
  requiresTranslation: [Type.Boolean(), ({ content }) => content.requiresTranslation ?? false],
});

/** Tags by dialect. */
export const TAG_RECORDS = inEachDialect((dialect) => recordOf(textsIn<ShownTag>(dialect, TAG_FIELDS)));

/** Statistics by series slug. */
export type SeriesStatistics = ReadonlyMap<string, Statistics>;

/** Reads the statistics of series; empty for dialects that do not show statistics. */
export const readSeriesStatisticsByDialect = (
  series: readonly CatalogSeries[],
  dialect: Dialect,
  { sql, since }: CatalogRead,
): Promise<SeriesStatistics> =>
  readSeriesStatistics(
    sql,
    DIFFERENCES.seriesKeys.does[dialect] === "traded" ? series.map(({ slug }) => slug) : [],
    since,
  );

/** True if an answer with the event has statistics of its series, which other events change as well. */
export const showsSeries = ({ content: { series } }: EventRecord, dialect: Dialect): boolean =>
  series.length > 0 && DIFFERENCES.seriesKeys.does[dialect] === "traded";

type ShownSeries = { readonly content: CatalogSeries; readonly statistics: SeriesStatistics };

const SERIES_FIELDS = fieldsOf<ShownSeries>()({
  id: [Type.String(), ({ content }) => content.id],
  ticker: textField("ticker"),
  slug: textField("slug"),
  title: textField("title"),
  seriesType: textField("seriesType"),
  recurrence: textField("recurrence"),
  image: textField("image"),
  icon: textField("icon"),
  active: [Type.Boolean(), ({ content }) => content.active],
  closed: [Type.Boolean(), ({ content }) => content.closed],
  archived: [Type.Boolean(), ({ content }) => content.archived],
  createdAt: instantField("createdAt"),
  updatedAt: instantField("updatedAt"),
});

const seriesAmount = (name: keyof Statistics, description?: string) =>
  amountField(
    ({ content, statistics }: ShownSeries) => statistics.get(content.slug)?.[name] ?? NO_MICROS,
    description,
  );

/** Additional fields of Polymarket's series. */
const POLYMARKET_SERIES_FIELDS = fieldsOf<ShownSeries>()({
  volume: seriesAmount("volume", "Sum over its events in USDC, as are volume24hr and liquidity"),
  volume24hr: seriesAmount("volume24h"),
  liquidity: seriesAmount("liquidity"),
  commentCount: constant(0),
});

/** Series by dialect. */
export const SERIES_RECORDS = inEachDialect((dialect) =>
  recordOf<ShownSeries>({
    ...textsIn<ShownSeries>(dialect, SERIES_FIELDS),
    ...(DIFFERENCES.seriesKeys.does[dialect] === "traded" && POLYMARKET_SERIES_FIELDS),
  }),
);

/** GET /tags/{id} and /tags/slug/{slug}: one tag. */
export const getTag = byEachName((by) =>
  uncodedOperation({
    method: "GET",
    path: `/tags/${by.path}`,
    summary: `Get a tag by its ${by.name}`,
    group: TAGS,
    limits: ONLY_INTERFACE_LIMIT,
    params: by.params,
    query: Type.Object({ creator: Creator }),
    answer: (dialect) => TAG_RECORDS[dialect].schema,
    maxAgeSeconds: LABEL_SECONDS,
    handle: (call) =>
      readCatalog(call, async ({ sql, scope }) => {
        const content = await findTag(sql, by.keyOf(call.params), scope);
        return content === undefined
          ? notFoundBy(by.name)
          : { body: TAG_RECORDS[call.dialect].write({ content }) };
      }),
  }),
);

/** GET /tags: the tags of the catalog. */
export const listTags = uncodedOperation({
  method: "GET",
  path: "/tags",
  summary: "List tags",
  group: TAGS,
  limits: [CATALOG_LIMITS.tags],
  query: Type.Object({
    ...ListPageParameters,
    ...orderParameters(TAG_ORDERS),
    is_carousel: Type.Optional(
      Type.Boolean({ description: "No tag is in a carousel: true leaves none, false leaves all" }),
    ),
    include_template: nothingToAdd("templates"),
    include_templates: nothingToAdd("templates"),
    creator: Creator,
  }),
  answer: (dialect) => Type.Array(TAG_RECORDS[dialect].schema),
  maxAgeSeconds: LABEL_SECONDS,
  handle: async (call) => {
    const order = readOrder(call.query, TAG_ORDERS, call.dialect);
    if (isErrorResponse(order)) return order;
    if (call.query.is_carousel === true) return { body: [] };
    return readCatalog(call, async (reading) => {
      const { offset, limit } = readListPage(call.query);
      const tags = await listTagContents(reading.sql, { ...reading, ...order, offset, limit });
      return { body: tags.map((content) => TAG_RECORDS[call.dialect].write({ content })) };
    });
  },
});

// GET /tags/{id}/related-tags and /tags/slug/{slug}/related-tags: tags that share events, as relations; with the suffix
// /tags, as tags. The rank of a relation follows from the number of shared events.

const MAX_TAGS = 100;

const Query = Type.Object({
  status: Type.Enum(["active", "closed", "all"], {
    default: "all",
    description: "Events by which tags are ranked: those that go on, those that are over, or all",
  }),
  omit_empty: Type.Boolean({
    default: false,
    description: "true leaves out tags that share no event of the status",
  }),
  creator: Creator,
});

const Relation = Type.Object({
  id: Type.String({ description: "Made of both ids" }),
  tagID: Type.Integer(),
  relatedTagID: Type.Integer(),
  rank: Type.Integer({ description: "1 for the tag with the most events in common" }),
});

const relatedLimit = (noun: string) => ({ description: `At most ${MAX_TAGS} ${noun}, the nearest first` });

/** Maximum digits of an id. */
const ID_DIGITS = 16;

const describeRelation = (
  tag: CatalogTag,
  related: CatalogTag,
  rank: number,
): Type.Static<typeof Relation> => ({
  id: `${tag.id}${related.id.padStart(ID_DIGITS, "0")}`,
  tagID: Number(tag.id),
  relatedTagID: Number(related.id),
  rank,
});

/** Form of the answer: relations or tags. */
type RelatedForm = {
  readonly suffix: string;
  readonly summary: string;
  readonly answer: ReturnType<typeof Type.Array>;
  readonly write: (tag: CatalogTag, related: readonly CatalogTag[]) => unknown;
};

const FORMS: readonly RelatedForm[] = [
  {
    suffix: "related-tags",
    summary: "List the relations of a tag",
    answer: Type.Array(Relation, relatedLimit("relations")),
    write: (tag, related) => related.map((other, index) => describeRelation(tag, other, index + 1)),
  },
  {
    suffix: "related-tags/tags",
    summary: "List the tags that are related to a tag",
    answer: Type.Array(TAG_RECORDS.polymarket.schema, relatedLimit("tags")),
    write: (_tag, related) => related.map((content) => TAG_RECORDS.polymarket.write({ content })),
  },
];

const listRelated = FORMS.map(({ suffix, summary, answer, write }) =>
  byEachName((by) =>
    uncodedOperation({
      method: "GET",
      path: `/tags/${by.path}/${suffix}`,
      dialects: ["polymarket"],
      summary: `${summary}, by its ${by.name}`,
      group: TAGS,
      limits: [CATALOG_LIMITS.tags],
      params: by.params,
      query: Query,
      answer,
      maxAgeSeconds: LABEL_SECONDS,
      handle: (call) =>
        readCatalog(call, async ({ sql, scope }) => {
          const tag = await findTag(sql, by.keyOf(call.params), scope);
          if (tag === undefined) return notFoundBy(by.name);
          const { status, omit_empty: omitsEmpty } = call.query;
          const wanted = { tagId: Number(tag.id), status, omitsEmpty, scope, limit: MAX_TAGS };
          return { body: write(tag, await listRelatedTags(sql, wanted)) };
        }),
    }),
  ),
);

export const relatedTags = [...listRelated.map(({ id }) => id), ...listRelated.map(({ slug }) => slug)];
