/**
 * The catalog of a new sandbox: made-up events, dated from the first start. The ids derive from the question texts by
 * the Conditional Tokens formulas, with made-up addresses. No question contains a date, so the ids are the same in
 * every sandbox.
 */
import type {
  CatalogEvent,
  CatalogMarket,
  CatalogSeries,
  CatalogTag,
  Listing,
} from "../core/markets/catalog.ts";
import {
  CITY_AND_CULTURE_EVENTS,
  LAST_NOON_TOSS,
  LAST_ROUNDS,
  SPORTS_EVENTS,
} from "./demo/city-and-sports.ts";
import type {
  DemoEvent,
  DemoMarket,
  DemoOption,
  DemoQuestion,
  DemoQuestions,
  EventDates,
} from "./demo/demo-event.ts";
import {
  ECONOMY_AND_TECHNOLOGY_EVENTS,
  LAST_RATE_DECISION,
  SCIENCE_AND_SPACE_EVENTS,
  WEATHER_AND_NATURE_EVENTS,
} from "./demo/economy-and-science.ts";
import {
  DEMO_SERIES,
  computeDemoMarketId,
  computeDemoExclusiveIds,
  computeDemoQuestionIds,
  buildMarket,
} from "./demo/demo-event.ts";
import { PROTOCOL_V2_EVENTS } from "./demo/protocol-v2.ts";
import { demoPicture } from "./demo/pictures.ts";
import { DEMO_TAGS } from "./demo/tags.ts";
import { instantAt, longDateText } from "./dates.ts";

const HOUR_MS = 3_600_000;
const CATALOG_AGE_MS = 60 * 24 * HOUR_MS;
/**
 * First ids of the demo. They are below the ids of imported catalogs: tens of thousands for events, hundreds of
 * thousands for markets.
 */
const FIRST_EVENT_ID = 101;
const FIRST_MARKET_ID = 1001;

/** Demo events in the order of their ids. */
const DEMO_EVENTS: readonly DemoEvent[] = [
  ...CITY_AND_CULTURE_EVENTS,
  ...SPORTS_EVENTS,
  ...WEATHER_AND_NATURE_EVENTS,
  ...SCIENCE_AND_SPACE_EVENTS,
  ...ECONOMY_AND_TECHNOLOGY_EVENTS,
  ...PROTOCOL_V2_EVENTS,
];

/** Demo events of a seeded history only; they are over when the sandbox first starts. */
const PAST_EVENTS: readonly DemoEvent[] = [...LAST_ROUNDS, LAST_RATE_DECISION, LAST_NOON_TOSS];

/** Builds the demo catalog of a sandbox that first starts at `nowMs`, milliseconds since 1970. */
export const demoCatalog = (nowMs: number): readonly Listing[] =>
  listEvents(DEMO_EVENTS, ({ openedHoursAgo }) => ({
    openedMs: computeOpeningMs(nowMs, openedHoursAgo),
    updatedMs: nowMs,
    nowMs,
  }));

/**
 * Builds the demo catalog of a sandbox with history since `sinceMs`, including events that are over. Events open one
 * after the other from `sinceMs` on, or as their definition says if its questions depend on the opening.
 */
export const demoCatalogSince = (sinceMs: number, nowMs: number): readonly Listing[] =>
  listEvents([...DEMO_EVENTS, ...PAST_EVENTS], (demo, index) => {
    const keepsDate = demo.asksFromOpening === true || demo.endsInHours < 0;
    const openedMs = keepsDate
      ? computeOpeningMs(nowMs, demo.openedHoursAgo)
      : Math.ceil(sinceMs / HOUR_MS + 2 + index) * HOUR_MS;
    return { openedMs, updatedMs: openedMs, nowMs };
  });

const computeOpeningMs = (nowMs: number, hoursAgo: number): number =>
  (Math.floor(nowMs / HOUR_MS) - hoursAgo) * HOUR_MS;

function listEvents(
  events: readonly DemoEvent[],
  timesOf: (demo: DemoEvent, index: number) => ListingTimes,
): readonly Listing[] {
  const listings: Listing[] = [];
  let nextMarketId = FIRST_MARKET_ID;
  for (const [index, demo] of events.entries()) {
    const dates = computeDates(demo, timesOf(demo, index));
    const listing = listEvent(demo, { eventId: FIRST_EVENT_ID + index, marketId: nextMarketId, dates });
    nextMarketId += listing.markets.length;
    listings.push(listing);
  }
  return listings;
}

type ExclusiveQuestions = Extract<DemoQuestions, { kind: "exclusive" }>;
type ListingNumbers = { eventId: number; marketId: number; dates: EventDates };

function listEvent(demo: DemoEvent, { eventId, marketId, dates }: ListingNumbers): Listing {
  const event = describeEvent(demo, String(eventId), dates);
  const markets: readonly CatalogMarket[] = listDemoMarkets(demo).map((market, index) =>
    buildMarket(String(marketId + index), market, { demo, dates }),
  );
  return { event, markets };
}

type ListingTimes = { openedMs: number; updatedMs: number; nowMs: number };

/** Computes the dates of an event: start and end are whole hours, and the end is rounded up. */
function computeDates(demo: DemoEvent, { openedMs, updatedMs, nowMs }: ListingTimes): EventDates {
  const endMs = (Math.ceil(nowMs / HOUR_MS) + demo.endsInHours) * HOUR_MS;
  return {
    createdAt: instantAt(openedMs - 2 * HOUR_MS),
    startDate: instantAt(openedMs),
    endDate: instantAt(endMs),
    updatedAt: instantAt(updatedMs),
    catalogCreatedAt: instantAt(Math.floor(nowMs / HOUR_MS) * HOUR_MS - CATALOG_AGE_MS),
    fillDates: (text) => text.replaceAll("{end}", longDateText(endMs)),
  };
}

function describeEvent(demo: DemoEvent, id: string, dates: EventDates): CatalogEvent {
  const { createdAt, startDate, endDate, updatedAt } = dates;
  const exclusive = demo.questions.kind === "exclusive";
  return {
    id,
    ticker: demo.slug,
    slug: demo.slug,
    title: demo.title,
    description: dates.fillDates(demo.description),
    ...(demo.resolutionSource === undefined ? {} : { resolutionSource: demo.resolutionSource }),
    startDate,
    creationDate: startDate,
    endDate,
    image: demoPicture(demo.picture),
    icon: demoPicture(demo.picture),
    createdAt,
    updatedAt,
    active: true,
    closed: false,
    archived: false,
    negativeRisk: exclusive,
    ...(exclusive ? { negativeRiskMarketId: computeDemoMarketId(demo.title) } : {}),
    tags: demo.tags.map((slug) => buildTag(slug, dates)),
    series: demo.series === undefined ? [] : [buildSeries(demo.series, dates)],
    ...(demo.background === undefined ? {} : { eventMetadata: buildMetadata(demo.background, startDate) }),
  };
}

const buildMetadata = (background: string, updatedAt: string) => ({
  context_description: background,
  context_requires_regen: false,
  context_updated_at: updatedAt,
});

/** Lists the markets of an event, before they have numbers and dates. */
function listDemoMarkets({ title, slug, questions }: DemoEvent): readonly DemoMarket[] {
  if (questions.kind === "independent")
    return questions.list.map((asked) => ({ question: asked, ids: computeDemoQuestionIds(asked) }));
  return questions.options.map((option, index) => {
    const asked = askAbout(option, slug, questions);
    return { question: asked, ids: computeDemoExclusiveIds(asked, { eventTitle: title, index }) };
  });
}

/** Makes the question about one option of an event in which exactly one option wins. */
function askAbout(
  { name, ...option }: DemoOption,
  eventSlug: string,
  template: ExclusiveQuestions,
): DemoQuestion {
  return {
    slug: `${eventSlug}-${option.slug}`,
    label: name.charAt(0).toUpperCase() + name.slice(1),
    question: template.question.replaceAll("{option}", name),
    rules: template.rules.replaceAll("{option}", name),
    ...(option.tick === undefined ? {} : { tick: option.tick }),
    ...(template.rewards === undefined ? {} : { rewards: template.rewards }),
    ...(template.version === undefined ? {} : { version: template.version }),
  };
}

function buildTag(slug: string, { catalogCreatedAt }: EventDates): CatalogTag {
  const tag = DEMO_TAGS.find((known) => known.slug === slug);
  if (tag === undefined) throw new Error(`no demo tag ${slug}`);
  return { ...tag, createdAt: catalogCreatedAt, updatedAt: catalogCreatedAt, requiresTranslation: false };
}

function buildSeries(slug: string, { catalogCreatedAt }: EventDates): CatalogSeries {
  const series = DEMO_SERIES.find((known) => known.slug === slug);
  if (series === undefined) throw new Error(`no demo series ${slug}`);
  return {
    ...series,
    ticker: slug,
    seriesType: "single",
    image: "",
    icon: "",
    active: true,
    closed: false,
    archived: false,
    createdAt: catalogCreatedAt,
    updatedAt: catalogCreatedAt,
  };
}
