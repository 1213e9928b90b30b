/** GET /rewards/user/markets: open markets with liquidity rewards, and what the caller earned of each: nothing. */
import { Type } from "typebox";
import { checksumAddress } from "../../../signing/address.ts";
import { listRewardedMarketRecords } from "../../../store/catalog/market-records.ts";
import { REWARDS } from "../groups.ts";
import { keyOperation } from "../keys/key-operation.ts";
import { MARKET_PAGE, PageOf } from "../listing-page.ts";
import { marketPage, MarketPageQuery } from "../markets/market-page.ts";
import { EarningsQuery } from "./earnings-query.ts";
import { MarketReward, rewardRecord } from "./reward-record.ts";

const RewardEarning = Type.Object({
  ...MarketReward.properties,
  maker_address: Type.String(),
  earning_percentage: Type.Number(),
  earnings: Type.Array(
    Type.Object({ asset_address: Type.String(), earnings: Type.Number(), asset_rate: Type.Number() }),
  ),
});

export const listRewardEarnings = keyOperation({
  method: "GET",
  path: "/rewards/user/markets",
  summary: "List open markets with liquidity rewards and the caller's earnings",
  group: REWARDS,
  limits: [],
  refuses: [],
  query: Type.Object({ ...EarningsQuery, ...MarketPageQuery.properties }),
  answer: PageOf(RewardEarning),
  rows: MARKET_PAGE,
  handle: ({ context, query, caller }) => {
    const nothing = {
      maker_address: checksumAddress(caller.address),
      earning_percentage: 0,
      earnings: [],
    };
    return marketPage(context, {
      cursor: query.next_cursor,
      list: async (slice) => listRewardedMarketRecords(await context.sql(), slice),
      show: (listed) => ({ ...rewardRecord(listed), ...nothing }),
    });
  },
});
