/**
 * Rewards that a market is listed to pay for resting orders. They are part of the catalog here, as they were listed:
 * nothing is paid out, so that all earnings are zero.
 */
import { Type } from "typebox";
import type { Static } from "typebox";
import { DAY_MS } from "../../../store/catalog/catalog-records.ts";
import { rewardPeriod } from "../../reward-period.ts";
import { fullRecord } from "../markets/market-record.ts";
import type { MarketListing } from "../markets/market-record.ts";

export const Sponsored = Type.Boolean({
  default: false,
  description: "Those that others than the exchange pay: there are none",
});

const Day = Type.String({ description: "YYYY-MM-DD" });

const RewardConfig = Type.Object({
  id: Type.Integer(),
  asset_address: Type.String({ description: "The token that it is paid in" }),
  start_date: Day,
  end_date: Day,
  rate_per_day: Type.Number(),
  total_rewards: Type.Number({ description: "Paid so far" }),
  total_days: Type.Integer({ description: "From start to end" }),
});

export const MarketReward = Type.Object({
  condition_id: Type.String(),
  question: Type.String(),
  market_slug: Type.String(),
  event_slug: Type.String(),
  image: Type.String(),
  rewards_max_spread: Type.Number({ description: "Cents" }),
  rewards_min_size: Type.Number({ description: "Shares" }),
  market_competitiveness: Type.Number({ description: "Not measured: 0" }),
  tokens: Type.Array(Type.Object({ token_id: Type.String(), outcome: Type.String(), price: Type.Number() })),
  rewards_config: Type.Array(RewardConfig),
});
export type MarketReward = Static<typeof MarketReward>;

export function rewardRecord(listed: MarketListing): MarketReward {
  const { condition_id, question, market_slug, image, rewards, tokens } = fullRecord(listed, "spec");
  return {
    condition_id,
    question,
    market_slug,
    event_slug: listed.record.event.slug,
    image,
    rewards_max_spread: rewards.max_spread,
    rewards_min_size: rewards.min_size,
    market_competitiveness: 0,
    tokens: tokens.map(({ token_id, outcome, price }) => ({ token_id, outcome, price })),
    rewards_config: rewardConfigs(listed.record),
  };
}

type RewardedRecord = Pick<MarketListing["record"], "market" | "openedAt">;

export function rewardConfigs({ market, openedAt }: RewardedRecord): MarketReward["rewards_config"] {
  const period = periodOf({ market, openedAt });
  return market.rewards.rates.map(({ assetAddress, dailyRate }, id) => ({
    id,
    asset_address: assetAddress,
    ...period,
    rate_per_day: dailyRate,
    total_rewards: 0,
  }));
}

function periodOf({ market, openedAt }: RewardedRecord) {
  const { start: start_date, end: end_date } = rewardPeriod({ market, openedAt });
  const total_days = Math.max(0, (Date.parse(end_date) - Date.parse(start_date)) / DAY_MS);
  return { start_date, end_date, total_days };
}
