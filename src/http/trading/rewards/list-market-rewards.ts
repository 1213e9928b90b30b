/** GET /rewards/markets/{condition_id}: the liquidity rewards that a market is listed with, if it is. */
import { Type } from "typebox";
import { endpoint } from "../../endpoint.ts";
import { REWARDS } from "../groups.ts";
import { listingPage, MARKET_PAGE, PageOf } from "../listing-page.ts";
import { ConditionParams } from "../markets/get-market.ts";
import { findListedMarket } from "../markets/listed-market.ts";
import { MarketPageQuery } from "../markets/market-page.ts";
import { unknownMarket } from "../unknown-id.ts";
import { MarketReward, rewardRecord, Sponsored } from "./reward-record.ts";
import { ONLY_INTERFACE_LIMIT } from "../../guard/rate-limits.ts";

export const listMarketRewards = endpoint({
  method: "GET",
  path: "/rewards/markets/:condition_id",
  summary: "List the liquidity rewards of a market",
  group: REWARDS,
  limits: ONLY_INTERFACE_LIMIT,
  refuses: ["unknown_market"],
  params: ConditionParams,
  query: Type.Object({ ...MarketPageQuery.properties, sponsored: Sponsored }),
  answer: PageOf(MarketReward),
  handle: async ({ context, params, query }) => {
    const listed = await findListedMarket(context, params.condition_id);
    if (listed === undefined) return { rejection: unknownMarket(context, params.condition_id) };
    const isRewarded = listed.record.market.rewards.rates.length > 0 && !query.sponsored;
    const rewarded = isRewarded ? [rewardRecord(listed)] : [];
    return listingPage(query.next_cursor, MARKET_PAGE, async ({ offset }) => rewarded.slice(offset));
  },
});
