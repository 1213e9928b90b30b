/**
 * GET /rewards/markets/multi: the liquidity rewards of several markets at once, as Kuest's site asks for those of an
 * event.
 */
import { Type } from "typebox";
import type { Static } from "typebox";
import { listRewardedMarketRecords } from "../../../store/catalog/market-records.ts";
import { endpoint } from "../../endpoint.ts";
import { CONDITION_PATTERN } from "../../id-patterns.ts";
import { REWARDS } from "../groups.ts";
import { MARKET_PAGE, PageOf } from "../listing-page.ts";
import type { MarketListing } from "../markets/market-record.ts";
import { marketPage, MarketPageQuery } from "../markets/market-page.ts";
import { MarketReward, rewardRecord } from "./reward-record.ts";
import { ONLY_INTERFACE_LIMIT } from "../../guard/rate-limits.ts";

const RewardTotal = Type.Object({
  ...MarketReward.properties,
  total_daily_rate: Type.Number({ description: "Of all tokens that it is paid in" }),
  native_daily_rate: Type.Number({ description: "What the exchange pays of it: all" }),
  sponsored_daily_rate: Type.Number({ description: "What others pay of it: 0" }),
  sponsors_count: Type.Integer(),
  minimum_order_age: Type.Integer({ description: "Seconds that an order rests until it counts: 0" }),
  midpoint_source: Type.Literal("kuest", { description: "The market's own book" }),
});

export const listMarketsRewards = endpoint({
  method: "GET",
  path: "/rewards/markets/multi",
  dialects: ["kuest"],
  summary: "List the liquidity rewards of open markets",
  group: REWARDS,
  limits: ONLY_INTERFACE_LIMIT,
  refuses: [],
  query: Type.Object({
    ...MarketPageQuery.properties,
    condition_ids: Type.Optional(
      Type.Array(Type.String({ pattern: CONDITION_PATTERN }), {
        maxItems: MARKET_PAGE,
        description: "Condition ids, repeated or with commas between them; absent for all markets",
      }),
    ),
  }),
  answer: PageOf(RewardTotal),
  rows: MARKET_PAGE,
  handle: ({ context, query: { next_cursor, condition_ids } }) => {
    const { marketByCondition } = context.engine.exchange;
    const among = condition_ids?.flatMap((id) => marketByCondition.get(id.toLowerCase())?.no ?? []);
    return marketPage(context, {
      cursor: next_cursor,
      list: async (slice) => listRewardedMarketRecords(await context.sql(), slice, among),
      show: rewardTotal,
    });
  },
});

function rewardTotal(listed: MarketListing): Static<typeof RewardTotal> {
  const rate = listed.record.market.rewards.rates.reduce((total, { dailyRate }) => total + dailyRate, 0);
  return {
    ...rewardRecord(listed),
    total_daily_rate: rate,
    native_daily_rate: rate,
    sponsored_daily_rate: 0,
    sponsors_count: 0,
    minimum_order_age: 0,
    midpoint_source: "kuest",
  };
}
