/** Listings and invites of the fuzzed exchange. */
import { lots, ticks } from "../../src/core/units.ts";
import { testListing, walletOf } from "../support/exchange.ts";
import { testSeries } from "../support/test-series.ts";

/** The market with most trades. */
export const BUSY = "rain";
/** Markets of which one resolves YES. */
export const FLOODS = ["low flood", "middle flood", "high flood"] as const;
export const RESOLVED = "wind";
/** Markets that operators may change in any way. */
export const VICTIM_MARKETS = Array.from({ length: 8 }, (_, index) => `victim ${index + 1}`);

export const INVITES = ["invite-1", "invite-2", "invite-3"] as const;
/** Invites that operators may revoke. */
export const VICTIM_INVITES = ["invite-4", "invite-5"] as const;

const WEATHER = { id: "5", label: "Weather", slug: "weather" };
const SERIES = testSeries({ id: "3", slug: "daily-weather", title: "Daily weather" });

/** An event that is not listed yet, for the operator interface to list. */
export const SPARE_LISTING = testListing(
  [
    { name: "spare one", creator: walletOf("creator") },
    { name: "spare two", active: false },
  ],
  { id: "90", slug: "spare", ticker: "spare", title: "Spare event", tags: [WEATHER], series: [SERIES] },
);

export const LISTINGS = [
  testListing(
    [
      { name: BUSY, creator: walletOf("creator"), fees: { rate: 200, exponent: 1, takerOnly: true } },
      { name: "fine", tick: ticks(1), minimumLots: lots(500) },
      { name: RESOLVED },
      { name: "draft", active: false },
    ],
    { startDate: "2026-05-01T09:30:00.5Z", tags: [WEATHER], series: [SERIES] },
  ),
  testListing(
    FLOODS.map((name) => ({ name, negativeRisk: true })),
    { id: "9", slug: "floods", ticker: "floods", title: "Floods", negativeRisk: true },
  ),
  testListing(
    VICTIM_MARKETS.map((name) => ({ name })),
    { id: "10", slug: "victims", ticker: "victims", title: "Victims" },
  ),
];
