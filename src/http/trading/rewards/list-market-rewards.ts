/** GET /rewards/markets/{condition_id}: the liquidity rewards that a market is listed with, if it is. */
import { endpoint } from "../../endpoint.ts";
import { ConditionParams } from "../markets/get-market.ts";
import { findListedMarket } from "../markets/listed-market.ts";
import { listingPage, MARKET_PAGE, PageOf } from "../listing-page.ts";
import { MarketPageQuery } from "../markets/market-page.ts";
import { MarketReward, rewardRecord } from "./reward-record.ts";
import { unknownMarket } from "../unknown-id.ts";

export const listMarketRewards = endpoint({
  method: "GET",
  path: "/rewards/markets/:condition_id",
  summary: "List the liquidity rewards of a market",
  params: ConditionParams,
  query: MarketPageQuery,
  answer: PageOf(MarketReward),
  handle: async ({ context, params, query }) => {
    const listed = await findListedMarket(context, params.condition_id);
    if (listed === undefined) return { rejection: unknownMarket(context, params.condition_id) };
    const rewarded = listed.record.market.rewards.rates.length > 0 ? [rewardRecord(listed)] : [];
    return listingPage(query.next_cursor, MARKET_PAGE, async ({ offset }) => rewarded.slice(offset));
  },
});
