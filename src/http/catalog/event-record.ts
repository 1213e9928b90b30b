/** Events as the catalog answers them: inside a market, in a list, and with all that belongs to them. */
import type { EventRecord, MarketEntry } from "../../store/catalog/catalog-records.ts";
import type { Dialect } from "../dialects/dialect.ts";
import { collateralNumber } from "./collateral-number.ts";
import type { DescribedEvent, TradedEvent } from "./event-schema.ts";
import { marketRecord } from "./market-record.ts";
import { present, textsIn } from "./present.ts";
import { seriesRecord, tagRecord } from "./tag-record.ts";
import type { SeriesFigures } from "./tag-record.ts";
import { competitiveness } from "./traded-market.ts";

/** An event that a search found, but for Polymarket's search, which gives rows of a list. */
export const foundEvent = ({ content: { id, ticker, slug, title } }: EventRecord) => ({
  id,
  ...present({ ticker, slug, title }),
});

/** An event as a market has it in `events`. */
export const eventSummary = (record: EventRecord, dialect: Dialect, series: SeriesFigures) => ({
  ...describedEvent(record, dialect),
  ...creationDate(record, dialect),
  ...(dialect === "polymarket" && { ...tradedEvent(record), ...seriesOf(record, dialect, series) }),
});

type ListedMarkets = {
  readonly markets: readonly MarketEntry[];
  /** Selects those that are shown. */
  readonly keeps: (market: MarketEntry) => boolean;
  readonly series: SeriesFigures;
};

/** An event of a list; Polymarket's have their markets. */
export const listedEvent = (
  record: EventRecord,
  { markets, keeps, series }: ListedMarkets,
  dialect: Dialect,
) => ({
  ...describedEvent(record, dialect),
  tags: tagsOf(record, dialect),
  ...(dialect === "polymarket" && {
    ...creationDate(record, dialect),
    ...tradedEvent(record),
    ...overMarkets(markets),
    markets: markets.filter(keeps).map((market) => marketRecord(market, dialect, record)),
    ...seriesOf(record, dialect, series),
  }),
});

/** An event with all that belongs to it. */
export const fullEvent = (
  record: EventRecord,
  { markets, series }: Omit<ListedMarkets, "keeps">,
  dialect: Dialect,
) => ({
  ...describedEvent(record, dialect),
  ...creationDate(record, dialect),
  ...(dialect === "polymarket" && { ...tradedEvent(record), ...overMarkets(markets) }),
  tags: tagsOf(record, dialect),
  markets: markets.map((market) => marketRecord(market, dialect, record)),
  ...seriesOf(record, dialect, series),
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

/** Date of creation, which follows from the others in the dialect whose service always sends it. */
const creationDate = ({ content }: EventRecord, dialect: Dialect) => {
  const { startDate, createdAt } = content;
  return present({
    creationDate: content.creationDate ?? (dialect === "polymarket" ? (startDate ?? createdAt) : undefined),
  });
};

const tagsOf = ({ content }: EventRecord, dialect: Dialect) =>
  content.tags.map((tag) => tagRecord(tag, dialect));

/** The series of an event; in the dialect whose service says nothing of none, readers that expand lists lose the event. */
const seriesOf = ({ content: { series } }: EventRecord, dialect: Dialect, figures: SeriesFigures) =>
  dialect === "polymarket" && series.length === 0
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

/** Instants that the service always sends: those that a listing does not say follow from the others. */
function knownInstants(content: EventRecord["content"]) {
  const startDate = content.startDate ?? content.createdAt;
  const createdAt = content.createdAt ?? startDate;
  return present({ startDate, createdAt, updatedAt: content.updatedAt ?? createdAt });
}

/** The nearness of the midpoint to a half, the largest of the markets. */
const overMarkets = (markets: readonly MarketEntry[]) => ({
  competitive: Math.max(0, ...markets.map(competitiveness)),
});
