/** An event of which the catalog knows everything, and one of which it knows next to nothing. */
import type { CatalogEvent, Listing } from "../../../src/core/markets/catalog.ts";
import { lots, ticks } from "../../../src/core/units.ts";
import { hashOf, testListing, walletOf } from "../../support/exchange.ts";
import type { NamedMarket } from "../../support/exchange.ts";

export const RAIN_MARKET: NamedMarket = {
  name: "rain",
  id: "1001",
  outcomes: ["Wet", 'Dry, "arid"'],
  resolutionSource: "https://example.org/gauge",
  image: "https://example.org/rain.png",
  icon: "https://example.org/drop.png",
  startDate: "2026-01-02T03:04:05.54Z",
  endDate: "2026-12-31T12:00:00Z",
  gameStartTime: "2026-12-30T18:00:00Z",
  acceptingOrdersTimestamp: "2026-01-02T03:04:00Z",
  createdAt: "2026-01-01T00:00:00.123456Z",
  updatedAt: "2026-01-03T00:00:00Z",
  tick: ticks(25),
  minimumLots: lots(550),
  negativeRisk: true,
  negativeRiskMarketId: hashOf("group"),
  negativeRiskRequestId: hashOf("request"),
  groupItemTitle: "Rain",
  creator: walletOf("creator"),
  secondsDelay: 3,
  rewards: {
    rates: [{ assetAddress: walletOf("dollar"), dailyRate: 2.5 }],
    minSize: 20,
    maxSpread: 3.5,
  },
};

export const RAIN_EVENT: Partial<CatalogEvent> = {
  id: "901",
  ticker: "rain-2026",
  slug: "rain-in-2026",
  title: "Rain in 2026",
  description: "Where will it rain?",
  resolutionSource: "https://example.org/weather",
  image: "https://example.org/clouds.png",
  icon: "https://example.org/cloud.png",
  startDate: "2026-01-02T03:04:05.901363Z",
  creationDate: "2026-01-02T03:04:05.901361Z",
  endDate: "2026-12-31T12:00:00Z",
  createdAt: "2026-01-01T00:00:00Z",
  updatedAt: "2026-01-04T00:00:00Z",
  negativeRisk: true,
  negativeRiskMarketId: hashOf("group"),
  tags: [
    {
      id: "11",
      label: "Weather",
      slug: "weather",
      createdAt: "2025-01-01T00:00:00Z",
      updatedAt: "2025-01-02T00:00:00.5Z",
      requiresTranslation: true,
    },
    { id: "12", label: "Sky & Sea", slug: "sky-sea" },
  ],
  series: [
    {
      id: "21",
      ticker: "rain-years",
      slug: "rain-years",
      title: "Rain, year by year",
      seriesType: "single",
      recurrence: "annual",
      image: "",
      icon: "https://example.org/series.png",
      active: true,
      closed: false,
      archived: false,
      createdAt: "2025-01-01T00:00:00Z",
      updatedAt: "2025-01-02T00:00:00Z",
    },
  ],
  eventMetadata: { context_description: "It rained last year.", context_requires_regen: false },
};

export const rainListing = (): Listing => testListing([RAIN_MARKET], RAIN_EVENT);

/** No dates, no pictures, no tags, and blank where text is possible. */
export const bareListing = (): Listing =>
  testListing(
    [{ name: "bare", id: "1002", questionId: "", description: "", resolutionSource: "", image: "" }],
    { id: "902", ticker: "bare", slug: "bare-event", title: "Bare", description: "", icon: "" },
  );
