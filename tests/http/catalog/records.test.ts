import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { hashOf, tokenOf, walletOf } from "../../support/exchange.ts";
import type { TestExchange } from "../../support/exchange.ts";
import { answered, startCatalog } from "./world.ts";
import { bareListing, rainListing } from "./rich-listing.ts";

const RAIN_TOKENS = `["${tokenOf("rain yes")}", "${tokenOf("rain no")}"]`;

/** The specification's market: these keys, no others. */
const RAIN_MARKET = {
  id: "1001",
  question: "Will rain happen?",
  conditionId: hashOf("rain"),
  slug: "rain",
  resolutionSource: "https://example.org/gauge",
  image: "https://example.org/rain.png",
  icon: "https://example.org/drop.png",
  description: 'Resolves to "Yes" if rain happens.',
  outcomes: '["Wet", "Dry, \\"arid\\""]',
  startDate: "2026-01-02T03:04:05.54Z",
  endDate: "2026-12-31T12:00:00Z",
  createdAt: "2026-01-01T00:00:00.123456Z",
  updatedAt: "2026-01-03T00:00:00Z",
  active: true,
  closed: false,
  archived: false,
  questionID: hashOf("question rain"),
  clobTokenIds: RAIN_TOKENS,
};

/** Flags that Polymarket's service sends of every market. */
const SAME_OF_ALL_MARKETS = {
  marketMakerAddress: "",
  new: false,
  featured: false,
  restricted: false,
  ready: false,
  funded: false,
  cyom: false,
  approved: true,
  automaticallyActive: true,
  clearBookOnStart: false,
  manualActivation: false,
  negRiskOther: false,
  pagerDutyNotificationEnabled: false,
  hasReviewedDates: true,
  pendingDeployment: false,
  deploying: false,
  resolvedBy: `0x${"00".repeat(20)}`,
  umaBond: "0",
  umaReward: "0",
  version: "v1",
};

/** Further fields of Polymarket's market, before anybody traded. */
const RAIN_TRADING = {
  outcomePrices: '["0.5", "0.5"]',
  volume: "0",
  liquidity: "0",
  volumeNum: 0,
  liquidityNum: 0,
  volume24hr: 0,
  volumeClob: 0,
  liquidityClob: 0,
  volume24hrClob: 0,
  volume1wk: 0,
  volume1wkClob: 0,
  volume1mo: 0,
  volume1moClob: 0,
  volume1yr: 0,
  volume1yrClob: 0,
  competitive: 0,
  bestBid: 0,
  bestAsk: 1,
  spread: 1,
  orderPriceMinTickSize: 0.0025,
  orderMinSize: 5.5,
  acceptingOrders: true,
  acceptingOrdersTimestamp: "2026-01-02T03:04:00Z",
  enableOrderBook: true,
  negRisk: true,
  negRiskMarketID: hashOf("group"),
  negRiskRequestID: hashOf("request"),
  groupItemTitle: "Rain",
  groupItemThreshold: "0",
  gameStartTime: "2026-12-30 18:00:00+00",
  secondsDelay: 3,
  startDateIso: "2026-01-02",
  endDateIso: "2026-12-31",
  submitted_by: walletOf("creator"),
  rewardsMinSize: 20,
  rewardsMaxSpread: 3.5,
  clobRewards: [
    {
      id: "1001",
      conditionId: hashOf("rain"),
      assetAddress: walletOf("dollar"),
      rewardsAmount: 0,
      rewardsDailyRate: 2.5,
      startDate: "2026-01-02",
      endDate: "2026-12-31",
    },
  ],
  ...SAME_OF_ALL_MARKETS,
  feesEnabled: false,
  umaResolutionStatuses: "[]",
};

const RAIN_EVENT = {
  id: "901",
  ticker: "rain-2026",
  slug: "rain-in-2026",
  title: "Rain in 2026",
  description: "Where will it rain?",
  resolutionSource: "https://example.org/weather",
  startDate: "2026-01-02T03:04:05.901363Z",
  endDate: "2026-12-31T12:00:00Z",
  image: "https://example.org/clouds.png",
  icon: "https://example.org/cloud.png",
  createdAt: "2026-01-01T00:00:00Z",
  updatedAt: "2026-01-04T00:00:00Z",
  active: true,
  closed: false,
  archived: false,
};
const PUBLISHED = { creationDate: "2026-01-02T03:04:05.901361Z" };
const EVENT_METADATA = { context_description: "It rained last year.", context_requires_regen: false };

const TAGS = [
  {
    id: "11",
    label: "Weather",
    slug: "weather",
    createdAt: "2025-01-01T00:00:00Z",
    updatedAt: "2025-01-02T00:00:00.5Z",
    requiresTranslation: true,
  },
  { id: "12", label: "Sky & Sea", slug: "sky-sea", requiresTranslation: false },
];

const SERIES = [
  {
    id: "21",
    ticker: "rain-years",
    slug: "rain-years",
    title: "Rain, year by year",
    seriesType: "single",
    recurrence: "annual",
    icon: "https://example.org/series.png",
    active: true,
    closed: false,
    archived: false,
    createdAt: "2025-01-01T00:00:00Z",
    updatedAt: "2025-01-02T00:00:00Z",
  },
];

/** Further fields of Polymarket's event. */
const EVENT_TRADING = {
  liquidity: 0,
  volume: 0,
  volume24hr: 0,
  volume1wk: 0,
  volume1mo: 0,
  volume1yr: 0,
  openInterest: 0,
  pendingDeployment: false,
  deploying: false,
  enableOrderBook: true,
  negRisk: true,
  enableNegRisk: true,
  negRiskMarketID: hashOf("group"),
  seriesSlug: "rain-years",
  new: false,
  featured: false,
  restricted: false,
  commentCount: 0,
  liquidityClob: 0,
  cyom: false,
  automaticallyActive: true,
  negRiskAugmented: false,
  showAllOutcomes: true,
  showMarketImages: false,
};
/** A further field where the markets are given. */
const OVER_MARKETS = { competitive: 0 };

const BARE_MARKET = {
  id: "1002",
  question: "Will bare happen?",
  conditionId: hashOf("bare"),
  slug: "bare",
  outcomes: '["Yes", "No"]',
  active: true,
  closed: false,
  archived: false,
  clobTokenIds: `["${tokenOf("bare yes")}", "${tokenOf("bare no")}"]`,
};
const BARE_EVENT = {
  id: "902",
  ticker: "bare",
  slug: "bare-event",
  title: "Bare",
  active: true,
  closed: false,
  archived: false,
};
const PLAIN = ["spec", "kuest"] as const;

/** Series as Polymarket's clients read them. */
const WITH_BLANKS = SERIES.map((series) => ({
  ...series,
  image: "",
  volume: 0,
  volume24hr: 0,
  liquidity: 0,
  commentCount: 0,
}));

let exchange: TestExchange;
before(async () => {
  exchange = await startCatalog();
  await exchange.list(rainListing());
  await exchange.list(bareListing());
});
after(() => exchange.close());

void describe("A market", () => {
  const paths = [
    "/markets/1001",
    "/markets/slug/rain",
    `/markets/${hashOf("rain").toUpperCase().replace("0X", "0x")}`,
  ];

  void it("has the specification's keys and its event", async () => {
    const expected = { ...RAIN_MARKET, events: [{ ...RAIN_EVENT, ...PUBLISHED }] };
    for (const dialect of PLAIN) {
      for (const path of paths) {
        assert.deepEqual((await exchange.get(path, dialect)).body, expected);
      }
      const [row] = answered(await exchange.get("/markets", dialect), "/markets", dialect);
      assert.deepEqual(row, expected);
    }
  });

  void it("has its trading figures beside them in Polymarket's dialect, and its event's series", async () => {
    const expected = {
      ...RAIN_MARKET,
      ...RAIN_TRADING,
      events: [{ ...RAIN_EVENT, ...PUBLISHED, ...EVENT_TRADING, series: WITH_BLANKS }],
    };
    for (const path of paths) {
      const reply = await exchange.get(path, "polymarket");
      assert.deepEqual(
        answered(reply, path.includes("slug") ? "/markets/slug/:slug" : "/markets/:id", "polymarket"),
        expected,
      );
    }
    const [row] = answered(await exchange.get("/markets", "polymarket"), "/markets", "polymarket");
    assert.deepEqual(row, expected);
  });

  void it("leaves out what is blank", async () => {
    const { body } = await exchange.get("/markets/1002");
    assert.deepEqual(body, { ...BARE_MARKET, events: [BARE_EVENT] });
    const reply = await exchange.get("/markets/1002", "polymarket");
    assert.equal(reply.text.includes("null"), false, reply.text);
    for (const name of [
      "secondsDelay",
      "clobRewards",
      "gameStartTime",
      "startDateIso",
      "lastTradePrice",
      "negRiskMarketID",
    ])
      assert.equal(name in reply.body, false, name);
  });

  void it("has a description of its own", async () => {
    const { body } = await exchange.get("/markets/1001/description");
    assert.deepEqual(body, { description: RAIN_MARKET.description });
    assert.deepEqual((await exchange.get(`/markets/${hashOf("bare")}/description`)).body, {});
  });

  void it("has the tags of its event", async () => {
    const reply = await exchange.get(`/markets/${hashOf("rain")}/tags`);
    assert.deepEqual(answered(reply, "/markets/:id/tags"), TAGS);
    assert.deepEqual((await exchange.get("/markets/1002/tags")).body, []);
  });
});

void describe("An event", () => {
  void it("has the specification's keys, its markets, tags, series and metadata", async () => {
    const expected = {
      ...RAIN_EVENT,
      ...PUBLISHED,
      tags: TAGS,
      markets: [RAIN_MARKET],
      series: SERIES,
      eventMetadata: EVENT_METADATA,
    };
    for (const dialect of PLAIN) {
      const byId = await exchange.get("/events/901", dialect);
      assert.deepEqual(answered(byId, "/events/:id", dialect), expected);
      const bySlug = await exchange.get("/events/slug/rain-in-2026", dialect);
      assert.deepEqual(answered(bySlug, "/events/slug/:slug", dialect), expected);
    }
  });

  void it("has its figures beside them in Polymarket's dialect", async () => {
    const expected = {
      ...RAIN_EVENT,
      ...PUBLISHED,
      ...EVENT_TRADING,
      ...OVER_MARKETS,
      tags: TAGS,
      markets: [{ ...RAIN_MARKET, ...RAIN_TRADING }],
      series: WITH_BLANKS,
      eventMetadata: EVENT_METADATA,
    };
    const byId = await exchange.get("/events/901", "polymarket");
    assert.deepEqual(answered(byId, "/events/:id", "polymarket"), expected);
    const bySlug = await exchange.get("/events/slug/rain-in-2026", "polymarket");
    assert.deepEqual(answered(bySlug, "/events/slug/:slug", "polymarket"), expected);
  });

  void it("is a row of scalars and tags in a list", async () => {
    for (const dialect of PLAIN) {
      const rows = answered(await exchange.get("/events", dialect), "/events", dialect);
      assert.deepEqual(rows, [
        { ...RAIN_EVENT, tags: TAGS },
        { ...BARE_EVENT, tags: [] },
      ]);
    }
  });

  void it("has its markets and series in a list of Polymarket's dialect", async () => {
    const [row] = answered(await exchange.get("/events", "polymarket"), "/events", "polymarket");
    assert.deepEqual(row, {
      ...RAIN_EVENT,
      ...PUBLISHED,
      ...EVENT_TRADING,
      ...OVER_MARKETS,
      tags: TAGS,
      markets: [{ ...RAIN_MARKET, ...RAIN_TRADING }],
      series: WITH_BLANKS,
    });
  });

  void it("leaves out what is blank", async () => {
    const { body } = await exchange.get("/events/902");
    assert.deepEqual(body, { ...BARE_EVENT, tags: [], markets: [BARE_MARKET], series: [] });
    const { text } = await exchange.get("/events/902", "polymarket");
    assert.equal(text.includes("null"), false, text);
  });

  void it("has its tags at a path of their own", async () => {
    assert.deepEqual(answered(await exchange.get("/events/901/tags"), "/events/:id/tags"), TAGS);
    assert.deepEqual((await exchange.get("/events/902/tags")).body, []);
  });
});

void describe("Tags and series", () => {
  void it("are found by id and by slug", async () => {
    assert.deepEqual(answered(await exchange.get("/tags/11"), "/tags/:id"), TAGS[0]);
    assert.deepEqual(answered(await exchange.get("/tags/slug/sky-sea"), "/tags/slug/:slug"), TAGS[1]);
    assert.deepEqual(answered(await exchange.get("/series/21"), "/series/:id"), SERIES[0]);
  });

  void it("are listed in the order of their ids, a page at a time", async () => {
    assert.deepEqual(answered(await exchange.get("/tags"), "/tags"), TAGS);
    assert.deepEqual((await exchange.get("/tags?limit=1&offset=1")).body, [TAGS[1]]);
    assert.deepEqual(answered(await exchange.get("/series"), "/series"), SERIES);
    assert.deepEqual((await exchange.get("/series?slug=rain-years")).body, SERIES);
    assert.deepEqual((await exchange.get("/series?slug=snow")).body, []);
  });
});
