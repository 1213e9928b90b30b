/** Events in catalog answers: inside a market, in a list, and in full. */
import { Type } from "typebox";
import type { EventRecord, MarketEntry } from "../../../store/catalog/catalog-records.ts";
import { DIFFERENCES } from "../../dialects/dialect-differences.ts";
import { inEachDialect } from "../../dialects/dialect.ts";
import type { Dialect } from "../../dialects/dialect.ts";
import { constant, fieldsOf, omit, pick, recordOf } from "../../operation/record.ts";
import type { Fields } from "../../operation/record.ts";
import { EVENT_MARKETS, MARKET_FIELDS, competitiveness } from "../markets/market-record.ts";
import type { ShownMarket } from "../markets/market-record.ts";
import { nothingToAdd } from "../parameters.ts";
import { SERIES_RECORDS, TAG_RECORDS } from "../search/tags.ts";
import type { SeriesStatistics } from "../search/tags.ts";
import { OptionalInstant, OptionalText, amountField, instantField, textField, textsIn } from "../texts.ts";

// Parameters by which clients request event data that the catalog does not have.

export const EventAdditions = {
  include_chat: nothingToAdd("chats"),
  include_template: nothingToAdd("templates"),
  include_best_lines: nothingToAdd("lines"),
};

// Fields of an event: those of the specification, which Kuest shares, and those of Polymarket, which adds statistics.

/** An event with the context that its answer needs. */
export type ShownEvent = EventRecord & {
  /** Markets of the event; absent in a summary. */
  readonly entries?: readonly MarketEntry[];
  /** Selects the shown markets. */
  readonly keeps?: ((market: MarketEntry) => boolean) | undefined;
  readonly statistics: SeriesStatistics;
};

const DESCRIPTION_FIELDS = fieldsOf<EventRecord>()({
  id: [Type.String(), ({ content }) => content.id],
  ticker: textField("ticker"),
  slug: textField("slug"),
  title: textField("title"),
  description: textField("description"),
  resolutionSource: textField("resolutionSource"),
  startDate: instantField("startDate"),
  endDate: instantField("endDate"),
  image: textField("image"),
  icon: textField("icon"),
  createdAt: instantField("createdAt"),
  updatedAt: instantField("updatedAt"),
  active: [
    Type.Boolean({ description: "Published; stays true when all of its markets are resolved" }),
    ({ flags }) => flags.active,
  ],
  closed: [Type.Boolean(), ({ flags }) => flags.closed],
  archived: [Type.Boolean(), ({ flags }) => flags.archived],
});

const PUBLICATION_FIELDS = fieldsOf<EventRecord>()({ creationDate: instantField("creationDate") });

const findStartDate = ({ content }: EventRecord) => content.startDate ?? content.createdAt;
const findCreation = ({ content }: EventRecord) => content.createdAt ?? content.startDate;

/** Times that Polymarket always sends; missing times are derived from the others. */
const KNOWN_INSTANTS = fieldsOf<EventRecord>()({
  startDate: [OptionalInstant, (event) => findStartDate(event) || undefined],
  createdAt: [OptionalInstant, (event) => findCreation(event) || undefined],
  updatedAt: [OptionalInstant, (event) => (event.content.updatedAt ?? findCreation(event)) || undefined],
});

const KNOWN_PUBLICATION_FIELDS = fieldsOf<EventRecord>()({
  creationDate: [
    OptionalInstant,
    (event) => (event.content.creationDate ?? findStartDate(event)) || undefined,
  ],
});

const TRADING_FIELDS = fieldsOf<ShownEvent>()({
  liquidity: amountField(
    ({ figures }) => figures.liquidity,
    "Sum over its markets in USDC, as are the volumes",
  ),
  volume: amountField(({ figures }) => figures.volume),
  volume24hr: amountField(({ figures }) => figures.volume24h),
  volume1wk: amountField(({ figures }) => figures.volume1wk),
  volume1mo: amountField(({ figures }) => figures.volume1mo),
  volume1yr: amountField(({ figures }) => figures.volume1yr),
  openInterest: amountField(
    ({ openInterest }) => openInterest,
    "Collateral behind the shares of its markets",
  ),
  enableOrderBook: [Type.Boolean(), ({ flags }) => flags.active && !flags.closed],
  negRisk: [Type.Boolean(), ({ content }) => content.negativeRisk],
  enableNegRisk: [Type.Boolean(), ({ content }) => content.negativeRisk],
  negRiskAugmented: constant(false),
  negRiskMarketID: [OptionalText, ({ content }) => content.negativeRiskMarketId || undefined],
  seriesSlug: [OptionalText, ({ content }) => content.series[0]?.slug || undefined],
  new: constant(false),
  featured: constant(false),
  restricted: constant(false),
  commentCount: constant(0),
  liquidityClob: amountField(({ figures }) => figures.liquidity, "The same as liquidity"),
  competitive: [
    Type.Optional(
      Type.Number({ description: "The highest of its markets; where these are given, 0 without any" }),
    ),
    ({ entries }) => entries && Math.max(0, ...entries.map(competitiveness)),
  ],
  cyom: constant(false),
  automaticallyActive: constant(true),
  showAllOutcomes: constant(true),
  showMarketImages: constant(false),
  pendingDeployment: constant(false),
  deploying: constant(false),
});

const ANNOTATION_FIELDS = fieldsOf<EventRecord>()({
  eventMetadata: [
    Type.Optional(Type.Record(Type.String(), Type.Unknown())),
    ({ content }) => content.eventMetadata,
  ],
});

/** Fields that Polymarket adds, in the order of its answers. */
const POLYMARKET_ANSWER_FIELDS: readonly Fields<ShownEvent>[] = [
  omit<ShownEvent>(TRADING_FIELDS, "competitive"),
  KNOWN_INSTANTS,
  pick<ShownEvent>(TRADING_FIELDS, "competitive"),
];

/** Fields of an event in the order of the answer, in which all texts are together. */
const DESCRIPTION_ANSWER_FIELDS: Fields<ShownEvent> = {
  ...pick<EventRecord>(
    DESCRIPTION_FIELDS,
    "id",
    "ticker",
    "slug",
    "title",
    "description",
    "resolutionSource",
  ),
  ...pick<EventRecord>(DESCRIPTION_FIELDS, "image", "icon"),
  ...DESCRIPTION_FIELDS,
};

type Parts = {
  readonly [
    Part in "described" | "describedAnswer" | "published" | "tagged" | "withMarkets" | "serial"
  ]: Fields<ShownEvent>;
};

/**
 * Makes the fields of a dialect. Polymarket's dialect leaves out an empty list of series, since readers that expand
 * lists would lose the event.
 */
function partsIn(dialect: Dialect): Parts {
  const isTraded = DIFFERENCES.eventKeys.does[dialect] === "traded";
  const noSeries = DIFFERENCES.noSeries.does[dialect];
  const Series = Type.Array(SERIES_RECORDS[dialect].schema);
  return {
    described: textsIn<ShownEvent>(dialect, DESCRIPTION_FIELDS),
    describedAnswer: textsIn(dialect, DESCRIPTION_ANSWER_FIELDS),
    published: isTraded ? KNOWN_PUBLICATION_FIELDS : PUBLICATION_FIELDS,
    tagged: {
      tags: [
        Type.Array(TAG_RECORDS[dialect].schema),
        ({ content }) => content.tags.map((tag) => TAG_RECORDS[dialect].write({ content: tag })),
      ],
    },
    withMarkets: {
      markets: [
        Type.Array(EVENT_MARKETS[dialect].schema),
        ({ entries = [], keeps = () => true, ...event }) =>
          entries.filter(keeps).map((market) => EVENT_MARKETS[dialect].write({ ...market, event })),
      ],
    },
    serial: {
      series: [
        noSeries === "left-out" ? Type.Optional(Series) : Series,
        ({ content: { series }, statistics }) =>
          noSeries === "left-out" && series.length === 0
            ? undefined
            : series.map((content) => SERIES_RECORDS[dialect].write({ content, statistics })),
      ],
    },
  };
}

const PARTS = inEachDialect(partsIn);

/** Events of search results. Polymarket's search returns list rows instead. */
export const FOUND_EVENT = recordOf<EventRecord>(
  pick<EventRecord>(DESCRIPTION_FIELDS, "id", "ticker", "slug", "title"),
);

/** Events inside one of their markets, by dialect. */
export const EVENT_SUMMARIES = inEachDialect((dialect) => {
  const { described, describedAnswer, published, serial } = PARTS[dialect];
  return DIFFERENCES.eventsOfMarket.does[dialect] === "with-series"
    ? recordOf<ShownEvent>({ ...described, ...published, ...TRADING_FIELDS, ...serial }, [
        describedAnswer,
        published,
        ...POLYMARKET_ANSWER_FIELDS,
        serial,
      ])
    : recordOf<ShownEvent>({ ...described, ...published }, [describedAnswer, published]);
});

/** Events of a list, by dialect; Polymarket's include their markets. */
export const LISTED_EVENTS = inEachDialect((dialect) => {
  const { described, describedAnswer, published, tagged, withMarkets, serial } = PARTS[dialect];
  return DIFFERENCES.listedEvents.does[dialect] === "with-markets"
    ? recordOf<ShownEvent>(
        { ...described, ...tagged, ...TRADING_FIELDS, ...published, ...withMarkets, ...serial },
        [describedAnswer, tagged, published, ...POLYMARKET_ANSWER_FIELDS, withMarkets, serial],
      )
    : recordOf<ShownEvent>({ ...described, ...tagged }, [describedAnswer, tagged]);
});

/** Full events, read by their ids or slugs, by dialect. */
export const FULL_EVENT_RECORDS = inEachDialect((dialect) => {
  const { described, describedAnswer, published, tagged, withMarkets, serial } = PARTS[dialect];
  const isTraded = DIFFERENCES.eventKeys.does[dialect] === "traded";
  return recordOf<ShownEvent>(
    {
      ...described,
      ...published,
      ...tagged,
      ...withMarkets,
      ...serial,
      ...ANNOTATION_FIELDS,
      ...(isTraded && TRADING_FIELDS),
    },
    [
      describedAnswer,
      published,
      ...(isTraded ? POLYMARKET_ANSWER_FIELDS : []),
      tagged,
      withMarkets,
      serial,
      ANNOTATION_FIELDS,
    ],
  );
});

/** A market with the summary of its event, and with the tags if requested. */
type MarketWithEvent = ShownMarket & {
  readonly summary?: Readonly<Record<string, unknown>> | undefined;
  readonly tags?: EventRecord["content"]["tags"] | undefined;
};

/** Markets in a list, or read by their ids or slugs, by dialect. */
export const MARKET_RECORDS = inEachDialect((dialect) => {
  const { fields, answer } = MARKET_FIELDS[dialect];
  const withEvent: Fields<MarketWithEvent> = {
    ...(DIFFERENCES.marketKeys.does[dialect] === "traded" && {
      tags: [
        Type.Optional(Type.Array(TAG_RECORDS[dialect].schema)),
        ({ tags }) => tags?.map((content) => TAG_RECORDS[dialect].write({ content })),
      ],
    }),
    events: [
      Type.Array(EVENT_SUMMARIES[dialect].schema),
      ({ summary }) => (summary === undefined ? [] : [summary]),
    ],
  };
  return recordOf<MarketWithEvent>({ ...fields, ...withEvent }, [...answer, withEvent]);
});
