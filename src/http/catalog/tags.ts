/** Tags: one by id or slug, all tags, and related ones. */
import { Type } from "typebox";
import type { TObject, TProperties } from "typebox";
import type { CatalogSeries, CatalogTag } from "../../core/markets/catalog.ts";
import { NO_MICROS } from "../../core/units.ts";
import type { Statistics } from "../../store/catalog/catalog-records.ts";
import {
  TAG_ORDERS,
  findTag,
  listRelatedTags,
  listTags as listTagContents,
} from "../../store/catalog/catalog-tags.ts";
import { readSeriesStatistics } from "../../store/catalog/series.ts";
import { DIFFERENCES } from "../dialects/dialect-differences.ts";
import type { Dialect } from "../dialects/dialect.ts";
import type { Endpoint } from "../operation/endpoint.ts";
import { CATALOG_LIMITS, ONLY_INTERFACE_LIMIT } from "../guard/rate-limits.ts";
import { isErrorResponse } from "../operation/error-format.ts";
import { uncodedOperation } from "../operation/endpoint.ts";
import { LABEL_SECONDS } from "./cache-lifetimes.ts";
import { TAGS } from "./groups.ts";
import {
  Creator,
  ListPageParameters,
  NumericId,
  Slug,
  nothingToAdd,
  orderParameters,
  readListPage,
  readOrder,
  rowId,
} from "./parameters.ts";
import { notFoundBy } from "./refusal.ts";
import { readCatalog } from "./scope.ts";
import type { CatalogRead } from "./scope.ts";
import { OptionalInstant, OptionalText, collateralNumber, present, textsIn, withBlanks } from "./texts.ts";

// Schemas of tags and series, the same in all dialects except for blank texts and the statistics of series.

const Tag = Type.Object({
  id: Type.String(),
  label: OptionalText,
  slug: OptionalText,
  createdAt: OptionalInstant,
  updatedAt: OptionalInstant,
  requiresTranslation: Type.Boolean(),
});
type Tag = Type.Static<typeof Tag>;

const Series = Type.Object({
  id: Type.String(),
  ticker: OptionalText,
  slug: OptionalText,
  title: OptionalText,
  seriesType: OptionalText,
  recurrence: OptionalText,
  image: OptionalText,
  icon: OptionalText,
  active: Type.Boolean(),
  closed: Type.Boolean(),
  archived: Type.Boolean(),
  createdAt: OptionalInstant,
  updatedAt: OptionalInstant,
});
type Series = Type.Static<typeof Series>;

/** Additional fields of Polymarket's series. */
const TradedSeries = Type.Object({
  volume: Type.Number({ description: "Sum over its events, as are volume24hr and liquidity" }),
  volume24hr: Type.Number(),
  liquidity: Type.Number(),
  commentCount: Type.Literal(0),
});
type TradedSeries = Type.Static<typeof TradedSeries>;

const schemaIn =
  (shape: TObject, traded: TProperties = {}) =>
  (dialect: Dialect): TObject =>
    DIFFERENCES.blankTexts.does[dialect] === "blank"
      ? Type.Object({ ...withBlanks(shape.properties), ...traded })
      : shape;

export const tagSchema = schemaIn(Tag);
export const seriesSchema = schemaIn(Series, TradedSeries.properties);

// Tags and series in catalog answers.

export const tagRecord = (tag: CatalogTag, dialect: Dialect): Tag => ({
  id: tag.id,
  ...textsIn(dialect, { label: tag.label, slug: tag.slug }),
  ...present({ createdAt: tag.createdAt, updatedAt: tag.updatedAt }),
  requiresTranslation: tag.requiresTranslation ?? false,
});

/** Statistics by series slug. */
export type SeriesStatistics = ReadonlyMap<string, Statistics>;

/** Reads the statistics of series, if the dialect shows them. */
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

export const seriesRecord = (
  series: CatalogSeries,
  dialect: Dialect,
  figures: SeriesStatistics,
): Series & Partial<TradedSeries> => ({
  id: series.id,
  ...textsIn(dialect, {
    ticker: series.ticker,
    slug: series.slug,
    title: series.title,
    seriesType: series.seriesType,
    recurrence: series.recurrence,
    image: series.image,
    icon: series.icon,
  }),
  active: series.active,
  closed: series.closed,
  archived: series.archived,
  ...present({ createdAt: series.createdAt, updatedAt: series.updatedAt }),
  ...(DIFFERENCES.seriesKeys.does[dialect] === "traded" && tradedSeries(figures.get(series.slug))),
});

const tradedSeries = (figures: Statistics | undefined): TradedSeries => ({
  volume: collateralNumber(figures?.volume ?? NO_MICROS),
  volume24hr: collateralNumber(figures?.volume24h ?? NO_MICROS),
  liquidity: collateralNumber(figures?.liquidity ?? NO_MICROS),
  commentCount: 0,
});

/** GET /tags/{id}: one tag. */
export const getTag = uncodedOperation({
  method: "GET",
  path: "/tags/:id",
  summary: "Get a tag by its id",
  group: TAGS,
  limits: ONLY_INTERFACE_LIMIT,
  params: NumericId,
  query: Type.Object({ creator: Creator }),
  answer: tagSchema,
  maxAgeSeconds: LABEL_SECONDS,
  handle: (call) =>
    readCatalog(call, async (reading) => {
      const id = rowId(call.params.id);
      const tag = id === undefined ? undefined : await findTag(reading.sql, { id }, reading.scope);
      return tag === undefined ? notFoundBy("id") : { body: tagRecord(tag, call.dialect) };
    }),
});

/** GET /tags/slug/{slug}: one tag. */
export const getTagBySlug = uncodedOperation({
  method: "GET",
  path: "/tags/slug/:slug",
  summary: "Get a tag by its slug",
  group: TAGS,
  limits: ONLY_INTERFACE_LIMIT,
  params: Slug,
  query: Type.Object({ creator: Creator }),
  answer: tagSchema,
  maxAgeSeconds: LABEL_SECONDS,
  handle: (call) =>
    readCatalog(call, async (reading) => {
      const tag = await findTag(reading.sql, call.params, reading.scope);
      return tag === undefined ? notFoundBy("slug") : { body: tagRecord(tag, call.dialect) };
    }),
});

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
  answer: (dialect) => Type.Array(tagSchema(dialect)),
  maxAgeSeconds: LABEL_SECONDS,
  handle: async (call) => {
    const order = readOrder(call.query, TAG_ORDERS, call.dialect);
    if (isErrorResponse(order)) return order;
    if (call.query.is_carousel === true) return { body: [] };
    return readCatalog(call, async (reading) => {
      const { offset, limit } = readListPage(call.query);
      const tags = await listTagContents(reading.sql, { ...reading, ...order, offset, limit });
      return { body: tags.map((tag) => tagRecord(tag, call.dialect)) };
    });
  },
});

// GET /tags/{id}/related-tags and /tags/slug/{slug}/related-tags: tags that share events, as relations; with the suffix
// /tags, as tags. Relations are not curated: their rank follows from the number of shared events.

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

/** A form of the answer. */
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
    answer: Type.Array(tagSchema("polymarket"), relatedLimit("tags")),
    write: (_tag, related) => related.map((one) => tagRecord(one, "polymarket")),
  },
];

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

type TagKey = Parameters<typeof findTag>[1];

type Named<P extends TObject> = {
  readonly path: string;
  readonly name: "id" | "slug";
  readonly params: P;
  readonly keyOf: (params: Type.Static<P>) => TagKey | undefined;
};

const routesBy = <P extends TObject>({ path, name, params, keyOf }: Named<P>): Endpoint[] =>
  FORMS.map(({ suffix, summary, answer, write }) =>
    uncodedOperation({
      method: "GET",
      path: `${path}/${suffix}`,
      dialects: ["polymarket"],
      summary: `${summary}, by its ${name}`,
      group: TAGS,
      limits: [CATALOG_LIMITS.tags],
      params,
      query: Query,
      answer,
      maxAgeSeconds: LABEL_SECONDS,
      handle: (call) =>
        readCatalog(call, async ({ sql, scope }) => {
          const key = keyOf(call.params);
          const tag = key && (await findTag(sql, key, scope));
          if (tag === undefined) return notFoundBy(name);
          const { status, omit_empty: omitsEmpty } = call.query;
          const wanted = { tagId: Number(tag.id), status, omitsEmpty, scope, limit: MAX_TAGS };
          return { body: write(tag, await listRelatedTags(sql, wanted)) };
        }),
    }),
  );

function idKey({ id: text }: { readonly id: string }): TagKey | undefined {
  const id = rowId(text);
  return id === undefined ? undefined : { id };
}

export const relatedTags: readonly Endpoint[] = [
  ...routesBy({ path: "/tags/:id", name: "id", params: NumericId, keyOf: idKey }),
  ...routesBy({ path: "/tags/slug/:slug", name: "slug", params: Slug, keyOf: ({ slug }) => ({ slug }) }),
];
