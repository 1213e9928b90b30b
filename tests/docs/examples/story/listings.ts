/** Part of the story: operators list events and markets, edit and open them. */
import { hashOf, testListing } from "../../../support/exchange.ts";
import { testSeries } from "../../../support/test-series.ts";
import type { Recorder } from "../recorder.ts";
import type { StoryMarket } from "./cast.ts";

type Ask = Recorder["ask"];

const CUP = "lake-cup";
export const EVENTS = { weather: "weather-in-june", cup: CUP } as const;

async function makeMarket(ask: Ask, body: Readonly<Record<string, unknown>>): Promise<StoryMarket> {
  const { id, conditionId, slug, tokenIds } = await ask("operator", "postMarkets", { body });
  return { id, conditionId, slug, tokenIds };
}

/** Makes an ordinary event, of which each market is opened in a step of its own. */
export async function listWeather(ask: Ask): Promise<readonly [rain: StoryMarket, snow: StoryMarket]> {
  await ask("operator", "postEvents", {
    body: {
      title: "Weather in June",
      slug: EVENTS.weather,
      description: "Measured at the airport.",
      tags: ["Weather"],
      endDate: "2026-06-30T22:00:00Z",
    },
  });
  const rain = await makeMarket(ask, {
    event: EVENTS.weather,
    question: "Will it rain on June 30?",
    slug: "rain-on-june-30",
    label: "Rain",
    tick: "0.01",
    fees: { rate: "0.02", exponent: 1, takerOnly: true },
  });
  const snow = await makeMarket(ask, {
    event: EVENTS.weather,
    question: "Will it snow in June?",
    slug: "snow-in-june",
  });
  const market = { market: rain.slug };
  await ask("operator", "postMarketsByMarketEdit", {
    params: market,
    body: { description: "Yes if the station measures 0.1 mm or more.", reason: "clearer rules" },
  });
  await ask("operator", "postMarketsByMarketClarify", {
    params: market,
    body: { text: "The day is that of the station's own time zone.", reason: "a trader asked" },
  });
  await ask("operator", "postMarketsByMarketOpen", { params: market, body: { reason: "rules checked" } });
  await ask("operator", "postMarketsByMarketOpen", {
    params: { market: snow.slug },
    body: { reason: "rules checked" },
  });
  await ask("operator", "postMarketsByMarketPause", {
    params: market,
    body: { reason: "the station is down" },
  });
  await ask("operator", "postMarketsByMarketResume", {
    params: market,
    body: { reason: "the station is back" },
  });
  return [rain, snow];
}

/** Makes a negative-risk event of three teams, which is opened as a whole. */
export async function listCup(ask: Ask): Promise<readonly [StoryMarket, StoryMarket, StoryMarket]> {
  await ask("operator", "postEvents", {
    body: { title: "Lake Cup", slug: CUP, tags: ["Sports"], negativeRisk: true },
  });
  const make = (team: string): Promise<StoryMarket> =>
    makeMarket(ask, {
      event: CUP,
      question: `Will ${team} win the Lake Cup?`,
      slug: `${team.toLowerCase()}-wins-the-lake-cup`,
      label: team,
    });
  const teams = [await make("Geneva"), await make("Lugano"), await make("Zug")] as const;
  const event = { event: CUP };
  await ask("operator", "postEventsByEventEdit", {
    params: event,
    body: { description: "Three teams, one winner.", reason: "a better text" },
  });
  await ask("operator", "postEventsByEventClarify", {
    params: event,
    body: { text: "Extra time counts.", reason: "a trader asked" },
  });
  await ask("operator", "postEventsByEventOpen", { params: event, body: { reason: "rules checked" } });
  await ask("operator", "postEventsByEventPause", { params: event, body: { reason: "a protest" } });
  await ask("operator", "postEventsByEventResume", { params: event, body: { reason: "it was dismissed" } });
  return teams;
}

const SERIES = testSeries({ id: "9001", slug: "river-levels", title: "River levels" });
const TAG = { id: "9002", label: "Rivers", slug: "rivers" };
export const LISTED = {
  event: "9003",
  market: "9004",
  tag: TAG.id,
  tagSlug: TAG.slug,
  series: SERIES.id,
  seriesSlug: SERIES.slug,
  question: "Will the river rise above 5 m in June?",
} as const;

/** Lists an event with a series as a whole, as a catalog is copied. */
export async function listRivers(ask: Ask): Promise<void> {
  const listing = testListing(
    [
      {
        name: "river",
        id: LISTED.market,
        slug: "river-above-5-m-in-june",
        question: LISTED.question,
        description: "Measured at the bridge.",
        conditionId: hashOf("river"),
      },
    ],
    {
      id: LISTED.event,
      slug: "river-in-june",
      ticker: "river-in-june",
      title: "River in June",
      description: "Levels at the bridge.",
      startDate: "2026-06-01T00:00:00Z",
      endDate: "2026-06-30T22:00:00Z",
      tags: [TAG],
      series: [SERIES],
    },
  );
  await ask("operator", "postListings", {
    query: { reason: "copied from another exchange" },
    body: [JSON.parse(JSON.stringify(listing))],
  });
}
