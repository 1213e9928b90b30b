/** Events as the catalog answers them: inside a market, in a list, and with all that belongs to them. */
import { openInterestOf } from "../../core/open-interest.ts";
import { addMicros, NO_MICROS } from "../../core/units.ts";
import type { EventRecord, MarketEntry } from "../../store/catalog/catalog-records.ts";
import type { Dialect } from "../dialects/dialect.ts";
import { collateralNumber } from "./collateral-number.ts";
import type { DescribedEvent, TradedEvent } from "./event-schema.ts";
import { marketRecord } from "./market-record.ts";
import { present } from "./present.ts";
import { seriesRecord, tagRecord } from "./tag-record.ts";

/** An event that a search found, but for Polymarket's search, which gives rows of a list. */
export const foundEvent = ({ content: { id, ticker, slug, title } }: EventRecord) => ({
  id,
  ...present({ ticker, slug, title }),
});

/** An event as a market has it in `events`. */
export const eventSummary = (record: EventRecord, dialect: Dialect) => ({
  ...describedEvent(record),
  ...creationDate(record),
  ...(dialect === "polymarket" && { ...tradedEvent(record), series: seriesOf(record) }),
});

type ListedMarkets = {
  readonly markets: readonly MarketEntry[];
  /** Selects those that are shown. */
  readonly keeps: (market: MarketEntry) => boolean;
};

/** An event of a list; Polymarket's have their markets. */
export const listedEvent = (record: EventRecord, { markets, keeps }: ListedMarkets, dialect: Dialect) => ({
  ...describedEvent(record),
  tags: tagsOf(record),
  ...(dialect === "polymarket" && {
    ...creationDate(record),
    ...tradedEvent(record),
    openInterest: openInterestNumber(markets),
    markets: markets.filter(keeps).map((market) => marketRecord(market, dialect)),
    series: seriesOf(record),
  }),
});

/** An event with all that belongs to it. */
export const fullEvent = (record: EventRecord, markets: readonly MarketEntry[], dialect: Dialect) => ({
  ...describedEvent(record),
  ...creationDate(record),
  ...(dialect === "polymarket" && { ...tradedEvent(record), openInterest: openInterestNumber(markets) }),
  tags: tagsOf(record),
  markets: markets.map((market) => marketRecord(market, dialect)),
  series: seriesOf(record),
  ...(record.content.eventMetadata !== undefined && { eventMetadata: record.content.eventMetadata }),
});

function describedEvent({ content, flags }: EventRecord): DescribedEvent {
  return {
    id: content.id,
    ...present({
      ticker: content.ticker,
      slug: content.slug,
      title: content.title,
      description: content.description,
      resolutionSource: content.resolutionSource,
      startDate: content.startDate,
      endDate: content.endDate,
      image: content.image,
      icon: content.icon,
      createdAt: content.createdAt,
      updatedAt: content.updatedAt,
    }),
    active: flags.active,
    closed: flags.closed,
    archived: flags.archived,
  };
}

const creationDate = ({ content }: EventRecord) => present({ creationDate: content.creationDate });
const tagsOf = ({ content }: EventRecord) => content.tags.map(tagRecord);
const seriesOf = ({ content }: EventRecord) => content.series.map(seriesRecord);

const tradedEvent = ({ content, flags, figures }: EventRecord): TradedEvent => ({
  liquidity: collateralNumber(figures.liquidity),
  volume: collateralNumber(figures.volume),
  volume24hr: collateralNumber(figures.volume24h),
  enableOrderBook: flags.active && !flags.closed,
  negRisk: content.negativeRisk,
  enableNegRisk: content.negativeRisk,
  ...present({ negRiskMarketID: content.negativeRiskMarketId, seriesSlug: content.series[0]?.slug }),
  new: false,
  featured: false,
  restricted: false,
  commentCount: 0,
});

const openInterestNumber = (markets: readonly MarketEntry[]): number =>
  collateralNumber(
    openInterestOf(
      markets.map(({ payout, ...market }) => ({ ...market, payout: payout ?? undefined })),
    ).reduce(addMicros, NO_MICROS),
  );
