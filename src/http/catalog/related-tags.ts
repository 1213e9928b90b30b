/**
 * GET /tags/{id}/related-tags and /tags/slug/{slug}/related-tags: tags that stand on the same events, as relations; and
 * with /tags behind it as tags. Nobody relates tags by hand: a relation's rank is by the events that both are on.
 */
import { Type } from "typebox";
import type { TObject } from "typebox";
import { findTag } from "../../store/catalog/catalog-tags.ts";
import { listRelatedTags } from "../../store/catalog/related-tags.ts";
import type { CatalogTag } from "../../core/catalog.ts";
import type { Endpoint } from "../endpoint.ts";
import { CATALOG_LIMITS } from "../guard/rate-limits.ts";
import { uncodedOperation } from "../uncoded-operation.ts";
import { LABEL_SECONDS } from "./cache-lifetimes.ts";
import { TAGS } from "./groups.ts";
import { Creator, NumericId, rowId, Slug } from "./parameters.ts";
import { notFoundBy } from "./refusal.ts";
import { readCatalog } from "./scope.ts";
import { tagRecord } from "./tag-record.ts";
import { tagSchema } from "./tag-schema.ts";

const MOST_TAGS = 100;

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

const most = (noun: string) => ({ description: `At most ${MOST_TAGS} ${noun}, the nearest first` });

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
    answer: Type.Array(Relation, most("relations")),
    write: (tag, related) => related.map((other, index) => relationOf(tag, other, index + 1)),
  },
  {
    suffix: "related-tags/tags",
    summary: "List the tags that are related to a tag",
    answer: Type.Array(tagSchema("polymarket"), most("tags")),
    write: (_tag, related) => related.map((one) => tagRecord(one, "polymarket")),
  },
];

/** Digits of the largest id. */
const ID_DIGITS = 16;

const relationOf = (tag: CatalogTag, related: CatalogTag, rank: number): Type.Static<typeof Relation> => ({
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
          const wanted = { tagId: Number(tag.id), status, omitsEmpty, scope, limit: MOST_TAGS };
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
