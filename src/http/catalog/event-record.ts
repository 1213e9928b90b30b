/** Events in catalog answers: inside a market, in a list, and in full. */
import { Type } from "typebox";
import type { TObject, TProperties } from "typebox";
import type { EventRecord, MarketEntry } from "../../store/catalog/catalog-records.ts";
import { DIFFERENCES } from "../dialects/dialect-differences.ts";
import type { Dialect } from "../dialects/dialect.ts";
import { MARKET_PROPERTIES, competitiveness, marketRecord } from "./market-record.ts";
import { nothingToAdd } from "./parameters.ts";
import { seriesRecord, seriesSchema, tagRecord, tagSchema } from "./tags.ts";
import type { SeriesStatistics } from "./tags.ts";
import { OptionalInstant, OptionalText, collateralNumber, present, textsIn, withBlanks } from "./texts.ts";

// Schemas of an event: a summary inside a market, a row of a list, and the full event. Kuest shares the specification's.
// Polymarket's have additional statistics, and list rows also markets and series.

const DescribedEvent = Type.Object({
  id: Type.String(),
  ticker: OptionalText,
  slug: OptionalText,
  title: OptionalText,
  description: OptionalText,
  resolutionSource: OptionalText,
  startDate: OptionalInstant,
  endDate: OptionalInstant,
  image: OptionalText,
  icon: OptionalText,
  createdAt: OptionalInstant,
  updatedAt: OptionalInstant,
  active: Type.Boolean({ description: "Published; stays true when all of its markets are resolved" }),
  closed: Type.Boolean(),
  archived: Type.Boolean(),
});
type DescribedEvent = Type.Static<typeof DescribedEvent>;

const TradedEvent = Type.Object({
  liquidity: Type.Number({ description: "Sum over its markets, as are the volumes" }),
  volume: Type.Number(),
  volume24hr: Type.Number(),
  volume1wk: Type.Number(),
  volume1mo: Type.Number(),
  volume1yr: Type.Number(),
  openInterest: Type.Number({ description: "Collateral behind the shares of its markets" }),
  enableOrderBook: Type.Boolean(),
  negRisk: Type.Boolean(),
  enableNegRisk: Type.Boolean(),
  negRiskAugmented: Type.Literal(false),
  negRiskMarketID: OptionalText,
  seriesSlug: OptionalText,
  new: Type.Literal(false),
  featured: Type.Literal(false),
  restricted: Type.Literal(false),
  commentCount: Type.Literal(0),
  liquidityClob: Type.Number({ description: "The same as liquidity" }),
  competitive: Type.Optional(
    Type.Number({ description: "The highest of its markets; where these are given, 0 without any" }),
  ),
  cyom: Type.Literal(false),
  automaticallyActive: Type.Literal(true),
  showAllOutcomes: Type.Literal(true),
  showMarketImages: Type.Literal(false),
  pendingDeployment: Type.Literal(false),
  deploying: Type.Literal(false),
});
type TradedEvent = Type.Static<typeof TradedEvent>;

const published = { creationDate: OptionalInstant };
const tagged = (dialect: Dialect): TProperties => ({ tags: Type.Array(tagSchema(dialect)) });
const serial = (dialect: Dialect): TProperties => {
  const series = Type.Array(seriesSchema(dialect));
  return { series: DIFFERENCES.noSeries.does[dialect] === "left-out" ? Type.Optional(series) : series };
};
const described = (dialect: Dialect): TProperties =>
  DIFFERENCES.blankTexts.does[dialect] === "blank"
    ? withBlanks(DescribedEvent.properties)
    : DescribedEvent.properties;
const annotated = { eventMetadata: Type.Optional(Type.Record(Type.String(), Type.Unknown())) };
const withMarkets = (dialect: Dialect): TProperties => ({
  markets: Type.Array(Type.Object(MARKET_PROPERTIES[dialect])),
});

/** Adds trading statistics to the fields of an event. */
const withStatistics = (dialect: Dialect, more: TProperties): TProperties =>
  DIFFERENCES.eventKeys.does[dialect] === "traded" ? { ...TradedEvent.properties, ...more } : {};

/** An event in search results. */
export const FoundEvent = Type.Object({
  id: Type.String(),
  ticker: OptionalText,
  slug: OptionalText,
  title: OptionalText,
});

/** An event inside one of its markets. */
export const eventSummarySchema = (dialect: Dialect): TObject =>
  Type.Object({ ...described(dialect), ...published, ...withStatistics(dialect, serial(dialect)) });

/** An event in a list. */
export const listedEventSchema = (dialect: Dialect): TObject =>
  Type.Object({
    ...described(dialect),
    ...tagged(dialect),
    ...withStatistics(dialect, { ...published, ...withMarkets(dialect), ...serial(dialect) }),
  });

/** A full event, read by its id or slug. */
export const fullEventSchema = (dialect: Dialect): TObject =>
  Type.Object({
    ...described(dialect),
    ...published,
    ...tagged(dialect),
    ...withMarkets(dialect),
    ...serial(dialect),
    ...annotated,
    ...withStatistics(dialect, {}),
  });

/** A market in a list, or read by its id or slug. */
export const marketSchema = (dialect: Dialect): TObject =>
  Type.Object({
    ...MARKET_PROPERTIES[dialect],
    ...(DIFFERENCES.marketKeys.does[dialect] === "traded" && {
      tags: Type.Optional(Type.Array(tagSchema(dialect))),
    }),
    events: Type.Array(eventSummarySchema(dialect)),
  });

// Parameters by which clients ask for event data that the catalog does not have.

export const EventAdditions = {
  include_chat: nothingToAdd("chats"),
  include_template: nothingToAdd("templates"),
  include_best_lines: nothingToAdd("lines"),
};

/** Builds an event of search results. Polymarket's search returns list rows instead. */
export const foundEvent = ({ content: { id, ticker, slug, title } }: EventRecord) => ({
  id,
  ...present({ ticker, slug, title }),
});

/** Builds an event in the `events` field of a market. */
export const eventSummary = (record: EventRecord, dialect: Dialect, series: SeriesStatistics) => ({
  ...describedEvent(record, dialect),
  ...creationDate(record, dialect),
  ...(DIFFERENCES.eventsOfMarket.does[dialect] === "with-series" && {
    ...tradedEvent(record),
    ...describeSeries(record, dialect, series),
  }),
});

type ListedMarkets = {
  readonly markets: readonly MarketEntry[];
  /** Selects the shown markets. */
  readonly keeps: (market: MarketEntry) => boolean;
  readonly series: SeriesStatistics;
};

/** Builds an event of a list; Polymarket's include their markets. */
export const listedEvent = (
  record: EventRecord,
  { markets, keeps, series }: ListedMarkets,
  dialect: Dialect,
) => ({
  ...describedEvent(record, dialect),
  tags: describeTags(record, dialect),
  ...(DIFFERENCES.listedEvents.does[dialect] === "with-markets" && {
    ...creationDate(record, dialect),
    ...tradedEvent(record),
    ...overMarkets(markets),
    markets: markets.filter(keeps).map((market) => marketRecord(market, dialect, record)),
    ...describeSeries(record, dialect, series),
  }),
});

/** Builds a full event. */
export const fullEvent = (
  record: EventRecord,
  { markets, series }: Omit<ListedMarkets, "keeps">,
  dialect: Dialect,
) => ({
  ...describedEvent(record, dialect),
  ...creationDate(record, dialect),
  ...(DIFFERENCES.eventKeys.does[dialect] === "traded" && {
    ...tradedEvent(record),
    ...overMarkets(markets),
  }),
  tags: describeTags(record, dialect),
  markets: markets.map((market) => marketRecord(market, dialect, record)),
  ...describeSeries(record, dialect, series),
  ...(record.content.eventMetadata !== undefined && { eventMetadata: record.content.eventMetadata }),
});

function describedEvent({ content, flags }: EventRecord, dialect: Dialect): DescribedEvent {
  return {
    id: content.id,
    ...textsIn(dialect, {
      ticker: content.ticker,
      slug: content.slug,
      title: content.title,
      description: content.description,
      resolutionSource: content.resolutionSource,
      image: content.image,
      icon: content.icon,
    }),
    ...present({
      startDate: content.startDate,
      endDate: content.endDate,
      createdAt: content.createdAt,
      updatedAt: content.updatedAt,
    }),
    active: flags.active,
    closed: flags.closed,
    archived: flags.archived,
  };
}

/** Returns the creation date. In the dialect whose service always sends one, other dates replace a missing one. */
const creationDate = ({ content }: EventRecord, dialect: Dialect) => {
  const { startDate, createdAt } = content;
  return present({
    creationDate:
      content.creationDate ??
      (DIFFERENCES.eventKeys.does[dialect] === "traded" ? (startDate ?? createdAt) : undefined),
  });
};

const describeTags = ({ content }: EventRecord, dialect: Dialect) =>
  content.tags.map((tag) => tagRecord(tag, dialect));

/**
 * Returns the series of an event. One service sends no field if there are none; in its dialect, readers that expand lists
 * would otherwise lose the event.
 */
const describeSeries = ({ content: { series } }: EventRecord, dialect: Dialect, figures: SeriesStatistics) =>
  DIFFERENCES.noSeries.does[dialect] === "left-out" && series.length === 0
    ? {}
    : { series: series.map((one) => seriesRecord(one, dialect, figures)) };

const tradedEvent = ({ content, flags, figures, openInterest }: EventRecord): TradedEvent => ({
  liquidity: collateralNumber(figures.liquidity),
  volume: collateralNumber(figures.volume),
  volume24hr: collateralNumber(figures.volume24h),
  volume1wk: collateralNumber(figures.volume1wk),
  volume1mo: collateralNumber(figures.volume1mo),
  volume1yr: collateralNumber(figures.volume1yr),
  openInterest: collateralNumber(openInterest),
  enableOrderBook: flags.active && !flags.closed,
  negRisk: content.negativeRisk,
  enableNegRisk: content.negativeRisk,
  negRiskAugmented: false,
  ...present({ negRiskMarketID: content.negativeRiskMarketId, seriesSlug: content.series[0]?.slug }),
  new: false,
  featured: false,
  restricted: false,
  commentCount: 0,
  liquidityClob: collateralNumber(figures.liquidity),
  cyom: false,
  automaticallyActive: true,
  showAllOutcomes: true,
  showMarketImages: false,
  pendingDeployment: false,
  deploying: false,
  ...knownInstants(content),
});

/** Returns the times that the service always sends; missing ones are derived from the others. */
function knownInstants(content: EventRecord["content"]) {
  const startDate = content.startDate ?? content.createdAt;
  const createdAt = content.createdAt ?? startDate;
  return present({ startDate, createdAt, updatedAt: content.updatedAt ?? createdAt });
}

/** Returns the highest competitiveness of the markets: the closeness of the midpoint to one half. */
const overMarkets = (markets: readonly MarketEntry[]) => ({
  competitive: Math.max(0, ...markets.map(competitiveness)),
});
