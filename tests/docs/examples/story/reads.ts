/** Part of the story: reads that need no credentials. */
import { operationsOf } from "../operations.ts";
import { builderOf } from "./trading.ts";
import { EVENTS, LISTED } from "./listings.ts";
import type { Story } from "./cast.ts";

export async function readExchange({ ask }: Story): Promise<void> {
  for (const operation of [
    "getRoot",
    "getOk",
    "getHealthLive",
    "getHealthReady",
    "getTime",
    "getVersion",
    "getAnnouncements",
    "getRewardsMarketsCurrent",
    "getProofSolvency",
    "getMarkets",
    "getSimplifiedMarkets",
    "getSamplingMarkets",
    "getSamplingSimplifiedMarkets",
  ])
    await ask("trading", operation);
  for (const [id, { status }] of operationsOf("trading")) if (status === 501) await ask("trading", id);
}

export async function readBooks({ ask, rain }: Story): Promise<void> {
  const [token] = rain.tokenIds;
  const one = { query: { token_id: token } };
  const each = { query: { token_ids: rain.tokenIds.join(",") } };
  const listed = { body: rain.tokenIds.map((token_id) => ({ token_id })) };
  for (const operation of ["getBook", "getMidpoint", "getSpread", "getLastTradePrice"])
    await ask("trading", operation, one);
  for (const operation of ["getTickSize", "getNegRisk", "getFeeRate"]) await ask("trading", operation, one);
  for (const operation of ["getTickSizeByTokenId", "getNegRiskByTokenId", "getFeeRateByTokenId"])
    await ask("trading", operation, { params: one.query });
  for (const operation of ["postBooks", "postMidpoints", "postSpreads", "postLastTradesPrices"])
    await ask("trading", operation, listed);
  for (const operation of ["getBooks", "getPrices", "getMidpoints", "getSpreads", "getLastTradesPrices"])
    await ask("trading", operation, each);
  await ask("trading", "getPrice", { query: { token_id: token, side: "BUY" } });
  await ask("trading", "postPrices", { body: [{ token_id: token, side: "BUY" }] });
  await ask("trading", "getPricesHistory", { query: { market: token, interval: "1h", fidelity: "10" } });
  await ask("trading", "postBatchPricesHistory", {
    body: { markets: [token], interval: "1h", fidelity: 10 },
  });
}

export async function readMarkets({ ask, rain, snow, ben }: Story): Promise<void> {
  const market = { params: { condition_id: rain.conditionId } };
  for (const operation of [
    "getMarketsByConditionId",
    "getClobMarketsByConditionId",
    "getMarketsLiveActivityByConditionId",
    "getLiveActivityEventsByConditionId",
    "getRewardsMarketsByConditionId",
  ])
    await ask("trading", operation, market);
  await ask("trading", "getMarketsByConditionIdResolution", { params: { condition_id: snow.conditionId } });
  await ask("trading", "getMarketsByTokenByTokenId", { params: { token_id: rain.tokenIds[0] } });
  await ask("trading", "postDataVolumes", {
    body: { include_24h: true, conditions: [{ condition_id: rain.conditionId }] },
  });
  const code = builderOf(ben);
  await ask("trading", "getBuilderTrades", { query: { builder_code: code } });
  await ask("trading", "getBuilderVolume", { query: { builder: code } });
  await ask("trading", "getFeesBuilderFeesByCode", { params: { code } });
  await ask("trading", "getRebatesCurrent", { query: { date: "2026-06-01", maker_address: ben.address } });
}

/** Every operation of the data interface. */
export async function readData({ ask, ann, rain, snow }: Story): Promise<void> {
  const user = { user: ann.address };
  const market = { market: rain.conditionId };
  const operations: readonly (readonly [string, Readonly<Record<string, string>>?])[] = [
    ["getPositions", user],
    ["getClosedPositions", user],
    ["getValue", user],
    ["getTraded", user],
    ["getActivity", user],
    ["getTrades", { ...market, limit: "2" }],
    ["getProfit", { ...user, interval: "1d" }],
    ["getHolders", market],
    ["getHouse"],
    ["getOi", market],
    ["getCandles", { token_id: rain.tokenIds[0], resolution: "1h", start: "1780315200" }],
    ["getLiveVolume", { market: snow.conditionId }],
    ["getV1Leaderboard", { timePeriod: "ALL" }],
    ["getProfitRanking"],
    ["getWallets", user],
    ["getWalletsSearch", { q: "ann" }],
    ["getRoot"],
    ["getHealthLive"],
    ["getHealthReady"],
  ];
  for (const [operation, query = {}] of operations) await ask("data", operation, { query });
}

/** Every operation of the catalog interface. */
export async function readCatalog({ ask, ann, rain }: Story): Promise<void> {
  const queries: readonly (readonly [string, Readonly<Record<string, string>>?])[] = [
    ["getEvents", { slug: EVENTS.weather }],
    ["getEventsKeyset", { tag_slug: "weather", limit: "1" }],
    ["getEventsPagination", { tag_slug: "weather", limit: "1" }],
    ["getCards", { tag_slug: "weather", limit: "1" }],
    ["getMarkets", { slug: rain.slug }],
    ["getMarketsKeyset", { event_slug: EVENTS.weather, limit: "1" }],
    ["getTags", { limit: "2" }],
    ["getSeries", { slug: LISTED.seriesSlug }],
    ["getPublicSearch", { q: "river" }],
    ["getSearch", { q: "river" }],
    ["getProfiles", { q: "ann" }],
    ["getPublicProfile", { address: ann.address }],
    ["getHealthLive"],
    ["getHealthReady"],
  ];
  for (const [operation, query = {}] of queries) await ask("catalog", operation, { query });
  const event = { params: { id: EVENTS.weather } };
  const byNumber = { params: { id: LISTED.event } };
  await ask("catalog", "getEventsById", byNumber);
  await ask("catalog", "getEventsByIdTags", byNumber);
  await ask("catalog", "getEventsByIdRelated", byNumber);
  const { id } = await ask("catalog", "getEventsSlugBySlug", { params: { slug: event.params.id } });
  await ask("catalog", "getEventsByIdChanges", { params: { id: String(id) } });
  const market = { params: { id: rain.id } };
  for (const operation of ["getMarketsById", "getMarketsByIdDescription", "getMarketsByIdTags"])
    await ask("catalog", operation, market);
  await ask("catalog", "getMarketsSlugBySlug", { params: { slug: rain.slug } });
  await ask("catalog", "getTagsById", { params: { id: LISTED.tag } });
  await ask("catalog", "getTagsSlugBySlug", { params: { slug: LISTED.tagSlug } });
  await ask("catalog", "getSeriesById", { params: { id: LISTED.series } });
  await ask("catalog", "getSeriesSlugBySlug", { params: { slug: LISTED.seriesSlug } });
}
