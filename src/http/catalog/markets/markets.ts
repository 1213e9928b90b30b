/** Markets: one by id or slug, lists with two kinds of pagination, tags, descriptions. */
import { Type } from "typebox";
import { findEvent } from "../../../store/catalog/catalog-events.ts";
import {
  MARKET_ORDERS,
  findMarket,
  listMarkets as listMarketEntries,
} from "../../../store/catalog/catalog-markets.ts";
import type { MarketEntry } from "../../../store/catalog/catalog-records.ts";
import { inEachDialect } from "../../dialects/dialect.ts";
import type { Dialect } from "../../dialects/dialect.ts";
import type { Endpoint } from "../../operation/endpoint.ts";
import { CATALOG_LIMITS, ONLY_INTERFACE_LIMIT } from "../../guard/rate-limits.ts";
import { lazyRows } from "../../guard/slow-queries/json-slices.ts";
import { uncodedOperation } from "../../operation/endpoint.ts";
import { omit, recordOf } from "../../operation/record.ts";
import { LABEL_SECONDS, TRADED_SECONDS } from "../cache-lifetimes.ts";
import { MARKET_RECORDS } from "../events/event-record.ts";
import { MARKETS } from "../groups.ts";
import { KeysetParameters, NextCursor, readKeysetPage } from "../keyset.ts";
import {
  MarketFilterBody,
  MarketListParameters,
  marketWithEvents,
  marketsWithEvents,
  readFilterBody,
  readFilteredMarkets,
  readMarketList,
} from "./market-lists.ts";
import { MARKET_FIELDS } from "./market-record.ts";
import { MarketId, marketKey } from "../search/named-records.ts";
import { noSlug } from "../search/nearest-slug.ts";
import {
  Creator,
  IncludeTag,
  ListPageParameters,
  PageParameters,
  Slug,
  orderParameters,
  readListPage,
} from "../parameters.ts";
import { withListedVersion } from "../listed-versions.ts";
import { badParameter, notFoundBy } from "../refusal.ts";
import { readCatalog, readEventAnswer } from "../scope.ts";
import type { CatalogRead } from "../scope.ts";
import { TAG_RECORDS } from "../search/tags.ts";
import { present } from "../texts.ts";

/** GET /markets/{id}: one market with a summary of its event. */
export const getMarket = uncodedOperation({
  method: "GET",
  path: "/markets/:id",
  summary: "Get a market by its id or its condition id",
  group: MARKETS,
  limits: ONLY_INTERFACE_LIMIT,
  params: MarketId,
  query: Type.Object({ include_tag: IncludeTag, creator: Creator }),
  answer: (dialect) => MARKET_RECORDS[dialect].schema,
  maxAgeSeconds: TRADED_SECONDS,
  handle: (call) =>
    readEventAnswer(call, "market", async (reading) => {
      const key = marketKey(call.context, call.params.id);
      const market = key && (await findMarket(reading.sql, key, reading));
      return market === undefined ? { answer: notFoundBy("id") } : marketWithEvents(market, call, reading);
    }),
});

/** GET /markets/slug/{slug}: one market with a summary of its event. */
export const getMarketBySlug = uncodedOperation({
  method: "GET",
  path: "/markets/slug/:slug",
  summary: "Get a market by its slug",
  group: MARKETS,
  limits: ONLY_INTERFACE_LIMIT,
  params: Slug,
  query: Type.Object({ include_tag: IncludeTag, creator: Creator }),
  answer: (dialect) => MARKET_RECORDS[dialect].schema,
  maxAgeSeconds: TRADED_SECONDS,
  handle: (call) =>
    readEventAnswer(call, "market by slug", async (reading) => {
      const { slug } = call.params;
      const key = marketKey(call.context, slug);
      const market =
        (await findMarket(reading.sql, { slug }, reading)) ??
        (key && !("slug" in key) ? await findMarket(reading.sql, key, reading) : undefined);
      return market === undefined
        ? { answer: await noSlug(call, "markets", reading) }
        : marketWithEvents(market, call, reading);
    }),
});

/** GET /markets/{id}/description: the rules by which a market resolves. */
export const getMarketDescription = uncodedOperation({
  method: "GET",
  path: "/markets/:id/description",
  summary: "Get a market's description",
  group: MARKETS,
  limits: ONLY_INTERFACE_LIMIT,
  params: MarketId,
  query: Type.Object({ creator: Creator }),
  answer: Type.Object({ description: Type.Optional(Type.String()) }),
  maxAgeSeconds: TRADED_SECONDS,
  handle: (call) =>
    readCatalog(call, async (reading) => {
      const key = marketKey(call.context, call.params.id);
      const market = key && (await findMarket(reading.sql, key, reading));
      if (market === undefined) return notFoundBy("id");
      return { body: present({ description: market.content.description }) };
    }),
});

/** GET /markets: markets that match the filters, in pages. */
export const listMarkets = uncodedOperation({
  method: "GET",
  path: "/markets",
  summary: "List markets",
  group: MARKETS,
  limits: [CATALOG_LIMITS.listings, CATALOG_LIMITS.markets],
  query: Type.Object({ ...ListPageParameters, ...MarketListParameters.properties }),
  answer: (dialect) => Type.Array(MARKET_RECORDS[dialect].schema),
  maxAgeSeconds: TRADED_SECONDS,
  handle: (call) =>
    readMarketList(call, "markets", async (list, reading) => {
      const { offset, limit } = readListPage(call.query);
      const markets = await listMarketEntries(reading.sql, { ...list, offset, limit });
      return { body: await marketsWithEvents(markets, call, reading) };
    }),
});

/** GET /markets/keyset: the list of markets for clients that read all pages. */
export const listMarketsKeyset = uncodedOperation({
  method: "GET",
  path: "/markets/keyset",
  summary: "List markets, page after page by a cursor",
  group: MARKETS,
  limits: [CATALOG_LIMITS.listings, CATALOG_LIMITS.markets],
  query: Type.Object({ ...KeysetParameters, ...MarketListParameters.properties }),
  answer: (dialect) =>
    Type.Object({ markets: Type.Array(MARKET_RECORDS[dialect].schema), next_cursor: NextCursor }),
  maxAgeSeconds: TRADED_SECONDS,
  handle: (call) =>
    readMarketList(withListedVersion(call), "markets by cursor", async (list, reading) => {
      const page = await readKeysetPage({
        query: call.query,
        order: list.order.join(),
        // Imported markets may share an id, so the market number is part of the key.
        keys: [({ content }: MarketEntry) => Number(content.id), ({ no }: MarketEntry) => no],
        read: (place) => listMarketEntries(reading.sql, { ...list, ...place }),
      });
      if (page === undefined) return badParameter("after_cursor", call.dialect);
      return { body: { markets: await marketsWithEvents(page.rows, call, reading), ...page.next } };
    }),
});

/** GET /markets/{id}/tags: a market's tags, the same as its event's. */
export const listMarketTags = uncodedOperation({
  method: "GET",
  path: "/markets/:id/tags",
  summary: "List a market's tags",
  group: MARKETS,
  limits: ONLY_INTERFACE_LIMIT,
  params: MarketId,
  query: Type.Object({ creator: Creator }),
  answer: (dialect) => Type.Array(TAG_RECORDS[dialect].schema),
  maxAgeSeconds: LABEL_SECONDS,
  handle: (call) =>
    readCatalog(call, async (reading) => {
      const { sql } = reading;
      const key = marketKey(call.context, call.params.id);
      const market = key && (await findMarket(sql, key, reading));
      const event = market && (await findEvent(sql, { id: Number(market.eventId) }, reading));
      return event === undefined
        ? notFoundBy("id")
        : { body: event.content.tags.map((content) => TAG_RECORDS[call.dialect].write({ content })) };
    }),
});

// POST /markets/information and /markets/abridged: the list of markets, with its filters in the body. Abridged records have
// no events, long texts or rewards.

const LEFT_OUT = ["description", "resolutionSource", "clobRewards", "groupItemThreshold"];

const ABRIDGED_MARKETS = inEachDialect((dialect) => {
  const { fields, answer } = MARKET_FIELDS[dialect];
  return recordOf(
    omit(fields, ...LEFT_OUT),
    answer.map((part) => omit(part, ...LEFT_OUT)),
  );
});

type MarketsForm = Pick<Endpoint, "path" | "summary" | "answer"> & {
  readonly write: (markets: readonly MarketEntry[], dialect: Dialect, reading: CatalogRead) => unknown;
};

const FORMS: readonly MarketsForm[] = [
  {
    path: "/markets/information",
    summary: "List markets by filters in a body",
    answer: (dialect) => Type.Array(MARKET_RECORDS[dialect].schema),
    write: (markets, dialect, reading) => marketsWithEvents(markets, { dialect, query: {} }, reading),
  },
  {
    path: "/markets/abridged",
    summary: "List short records of markets by filters in a body",
    answer: (dialect) => Type.Array(ABRIDGED_MARKETS[dialect].schema),
    write: (markets, dialect) => lazyRows(markets, ABRIDGED_MARKETS[dialect].write),
  },
];

export const queryMarkets: readonly Endpoint[] = FORMS.map(({ write, ...form }) =>
  uncodedOperation({
    ...form,
    method: "POST",
    kind: "read",
    dialects: ["polymarket"],
    group: MARKETS,
    limits: [CATALOG_LIMITS.listings, CATALOG_LIMITS.markets],
    query: Type.Object({ ...PageParameters, ...orderParameters(MARKET_ORDERS), creator: Creator }),
    body: MarketFilterBody,
    handle: (call) => {
      const filter = readFilterBody(call.body, call.context.engine.exchange.tokens);
      return readFilteredMarkets(call, filter, async (list, reading) => {
        const { offset, limit } = call.query;
        const markets = await listMarketEntries(reading.sql, { ...list, offset, limit });
        return { body: await write(markets, call.dialect, reading) };
      });
    },
  }),
);
