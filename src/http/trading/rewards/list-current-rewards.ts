/** GET /rewards/markets/current: open markets that are listed with liquidity rewards. */
import { Type } from "typebox";
import { listRewardedMarketRecords } from "../../../store/catalog/market-records.ts";
import { endpoint } from "../../endpoint.ts";
import { REWARDS } from "../groups.ts";
import { MARKET_PAGE, PageOf } from "../listing-page.ts";
import { marketPage, MarketPageQuery } from "../markets/market-page.ts";
import { MarketReward, rewardRecord, Sponsored } from "./reward-record.ts";
import { ONLY_INTERFACE_LIMIT } from "../../guard/rate-limits.ts";

export const listCurrentRewards = endpoint({
  method: "GET",
  path: "/rewards/markets/current",
  summary: "List open markets with liquidity rewards",
  group: REWARDS,
  limits: ONLY_INTERFACE_LIMIT,
  refuses: [],
  query: Type.Object({
    ...MarketPageQuery.properties,
    sponsored: Sponsored,
  }),
  answer: PageOf(MarketReward),
  rows: MARKET_PAGE,
  handle: ({ context, query }) =>
    marketPage(context, {
      cursor: query.next_cursor,
      list: async (slice) => (query.sponsored ? [] : listRewardedMarketRecords(await context.sql(), slice)),
      show: rewardRecord,
    }),
});
