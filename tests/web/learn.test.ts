/** Tests what newcomers see: the steps of the guide, the suggested market, and the figures of the example. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { lots, NO_MICROS, ONE, ticks } from "../../src/core/units.ts";
import type { Card, CardMarket } from "../../web/src/discover/cards/card.ts";
import { computeExample, findExampleMarket } from "../../web/src/pages/learn/compute-example.ts";
import type { ListedMarket } from "../../web/src/pages/learn/compute-example.ts";
import { findStep, hasTraded, MARKS } from "../../web/src/pages/learn/guide-step.ts";
import type { Progress } from "../../web/src/pages/learn/guide-step.ts";
import { findSuggestion } from "../../web/src/pages/learn/suggested-market.ts";
import type { Market } from "../../web/src/markets/market.ts";
import { NO_FEES } from "../../web/src/markets/trade/fees.ts";
import { bareCard } from "./bare-card.ts";

test("the guide goes from a wallet to money to a trade, and is shown to newcomers alone", () => {
  const steps: readonly (readonly [...Parameters<typeof progress>, ReturnType<typeof findStep>])[] = [
    [undefined, false, undefined, "wallet"],
    ["shown", false, undefined, "wallet"],
    ["shown", true, undefined, "funds"],
    ["shown", true, false, "funds"],
    ["trading", true, undefined, "trade"],
    ["trading", true, false, "trade"],
    ["trading", true, true, "done"],
    // A wallet that nobody remembered is gone after a reload.
    ["trading", false, undefined, "wallet"],
    // Those who come with a wallet or traded before know the way.
    [undefined, true, undefined, undefined],
    [undefined, true, true, undefined],
    ["shown", true, true, undefined],
    ["over", false, undefined, undefined],
    ["over", true, true, undefined],
  ];
  for (const [mark, hasWallet, hasShares, step] of steps)
    assert.equal(
      findStep(progress(mark, hasWallet, hasShares)),
      step,
      `${mark} ${String(hasWallet)} ${String(hasShares)}`,
    );
});

test("the guide is over for those who got shares without its last step, and for nobody else", () => {
  for (const mark of [undefined, ...MARKS])
    for (const hasWallet of [false, true])
      for (const hasShares of [undefined, false, true])
        assert.equal(
          hasTraded(progress(mark, hasWallet, hasShares)),
          mark === "shown" && hasWallet && hasShares === true,
          `${mark} ${String(hasWallet)} ${String(hasShares)}`,
        );
});

const progress = (
  mark: Progress["mark"],
  hasWallet: boolean,
  hasShares: Progress["hasShares"],
): Progress => ({ mark, hasWallet, hasShares });

const cardMarket = (slug: string, ask: number | undefined, acceptingOrders = true): CardMarket => ({
  id: slug,
  slug,
  name: slug,
  place: 0,
  outcomes: ["Yes", "No"],
  price: undefined,
  bid: undefined,
  ask: ask === undefined ? undefined : ticks(ask),
  change: 0,
  closed: false,
  acceptingOrders,
});

const cardOf = (markets: readonly CardMarket[]): Card => bareCard({ marketCount: markets.length, markets });

const NOW_MS = 1_800_000_000_000;

test("the suggested market has an offer, at a middle price where there is one", () => {
  const [cheap, paused, middle] = [
    cardMarket("cheap", 300),
    cardMarket("paused", 5_000, false),
    cardMarket("middle", 4_500),
  ];
  const suggested = (...markets: CardMarket[]) => findSuggestion([cardOf(markets)], NOW_MS)?.market.slug;
  assert.equal(suggested(cardMarket("empty", undefined), cheap, paused, middle), "middle");
  assert.equal(suggested(paused, cheap), "cheap");
  assert.equal(suggested(paused, cardMarket("empty", undefined)), undefined);
  assert.equal(findSuggestion([], NOW_MS), undefined);
  assert.equal(findSuggestion([{ ...cardOf([middle]), endsAt: NOW_MS }], NOW_MS), undefined);
});

test("the market of the example has an offer, at a middle price, and a fee where others tie", () => {
  const listed = (
    eventSlug: string,
    terms: Pick<Market, "acceptingOrders" | "bestAsk" | "feesEnabled"> & Partial<Market>,
  ): ListedMarket => ({
    eventSlug,
    market: { ...MARKET, ...terms },
  });
  const free = listed("free", { acceptingOrders: true, bestAsk: ticks(4_000), feesEnabled: false });
  const fee = listed("fee", { acceptingOrders: true, bestAsk: ticks(6_000), feesEnabled: true });
  const sure = listed("sure", { acceptingOrders: true, bestAsk: ticks(9_900), feesEnabled: true });
  const empty = listed("empty", { acceptingOrders: true, bestAsk: ONE, feesEnabled: true });
  const paused = listed("paused", { acceptingOrders: false, bestAsk: ticks(5_000), feesEnabled: true });
  const over = listed("over", { ...fee.market, endsAt: NOW_MS });
  const found = (...markets: ListedMarket[]) => findExampleMarket(markets, NOW_MS)?.eventSlug;
  assert.equal(found(over, empty, paused, sure, free, fee), "fee");
  assert.equal(found(sure, free), "free");
  assert.equal(found(empty, sure), "sure");
  assert.equal(found(empty, paused), undefined);
});

const MARKET: Market = {
  conditionId: "0x1",
  slug: "market",
  question: "Market?",
  name: "Market",
  rules: "",
  source: "",
  outcomes: [
    { tokenId: "1", name: "Yes", price: ticks(5_000) },
    { tokenId: "2", name: "No", price: ticks(5_000) },
  ],
  bestBid: ticks(0),
  bestAsk: ONE,
  priced: true,
  tick: ticks(100),
  minimumSize: lots(500),
  negativeRisk: false,
  feesEnabled: false,
  volume: NO_MICROS,
  liquidity: NO_MICROS,
  endsAt: undefined,
  startsAt: undefined,
  closed: false,
  acceptingOrders: true,
  resolutionProgress: "none",
};

test("the example adds the fee to the price, and says from which chance on it pays", () => {
  const size = lots(10_000);
  const { total, ...free } = computeExample(size, ticks(4_000), NO_FEES);
  assert.deepEqual(
    [free.fee, total, free.payout, free.profit, free.even],
    [0, 40_000_000, 100_000_000, 60_000_000, 0.4],
  );
  // 5% of 100 shares x 0.4 x 0.6.
  const charged = computeExample(size, ticks(4_000), { rate: 500, exponent: 1, takerOnly: true });
  assert.deepEqual(
    [charged.fee, charged.total, charged.profit, charged.even],
    [1_200_000, 41_200_000, 58_800_000, 0.412],
  );
});
