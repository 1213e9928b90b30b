/** The shapes of a market: the specification's, which Kuest shares, and Polymarket's, which adds its trading figures. */
import { ZERO_ADDRESS } from "../../core/accounts.ts";
import { Type } from "typebox";
import type { TProperties } from "typebox";
import type { Dialect } from "../dialects/dialect.ts";
import { OptionalInstant, OptionalText, withBlanks } from "./optional-fields.ts";

export const DescribedMarket = Type.Object({
  id: Type.String(),
  question: OptionalText,
  conditionId: Type.String(),
  slug: OptionalText,
  resolutionSource: OptionalText,
  image: OptionalText,
  icon: OptionalText,
  description: OptionalText,
  outcomes: Type.String({ description: 'JSON array in a string: ["Yes", "No"]' }),
  startDate: OptionalInstant,
  endDate: OptionalInstant,
  createdAt: OptionalInstant,
  updatedAt: OptionalInstant,
  active: Type.Boolean({ description: "Published; stays true when the market is resolved" }),
  closed: Type.Boolean(),
  archived: Type.Boolean(),
  questionID: OptionalText,
  clobTokenIds: Type.String({
    description: "JSON array in a string: the token ids, in the order of outcomes",
  }),
});
export type DescribedMarket = Type.Static<typeof DescribedMarket>;

const ClobReward = Type.Object({
  id: Type.String({ description: "The market's: a market has one program for each asset" }),
  conditionId: Type.String(),
  assetAddress: Type.String(),
  rewardsAmount: Type.Literal(0),
  rewardsDailyRate: Type.Number(),
  startDate: Type.String({ description: "The market's, the date only" }),
  endDate: Type.String({ description: "The same; 2500-12-31 where there is none" }),
});

export const TradedMarket = Type.Object({
  outcomePrices: Type.String({
    description:
      "JSON array in a string: the midpoint; the last trade when a side is empty or the spread is above 0.10; 0.5 when " +
      "nothing is known; what a share pays once resolved",
  }),
  volume: Type.String(),
  liquidity: Type.String(),
  volumeNum: Type.Number({ description: "Collateral that changed hands" }),
  liquidityNum: Type.Number({ description: "What the resting orders are worth" }),
  volume24hr: Type.Number({ description: "Of the last 24 full hours and the current one" }),
  volume1wk: Type.Number({ description: "The same of 7 days" }),
  volume1mo: Type.Number({ description: "The same of 30 days" }),
  volume1yr: Type.Number({ description: "The same of 365 days" }),
  volumeClob: Type.Number({ description: "The same as volumeNum, as are the others that end so" }),
  liquidityClob: Type.Number(),
  volume24hrClob: Type.Number(),
  volume1wkClob: Type.Number(),
  volume1moClob: Type.Number(),
  volume1yrClob: Type.Number(),
  competitive: Type.Number({
    description:
      "1 / (1 + (m - 0.5)^2), m the midpoint: 1 of an even chance; 0 where a side of the book is empty",
  }),
  lastTradePrice: Type.Optional(Type.Number({ description: "Of the first outcome; left out until traded" })),
  bestBid: Type.Number({ description: "Of the first outcome; 0 without bids" }),
  bestAsk: Type.Number({ description: "Of the first outcome; 1 without asks" }),
  spread: Type.Number(),
  orderPriceMinTickSize: Type.Number(),
  orderMinSize: Type.Number({ description: "Shares" }),
  acceptingOrders: Type.Boolean(),
  acceptingOrdersTimestamp: OptionalInstant,
  enableOrderBook: Type.Boolean(),
  negRisk: Type.Boolean(),
  negRiskMarketID: OptionalText,
  negRiskRequestID: OptionalText,
  groupItemTitle: Type.String({ description: 'The option of its event; "" of a market alone' }),
  groupItemThreshold: Type.Optional(
    Type.String({
      description: "Place among the markets of its event, in the order of their ids: 0 of the first",
    }),
  ),
  gameStartTime: Type.Optional(Type.String({ description: "As in 2026-01-14 03:30:00+00" })),
  secondsDelay: Type.Optional(Type.Integer()),
  startDateIso: Type.Optional(Type.String({ description: "The date only" })),
  endDateIso: Type.Optional(Type.String({ description: "The date only" })),
  marketMakerAddress: Type.Literal("", { description: "There are no automated market makers" }),
  submitted_by: Type.String({ description: 'The wallet that made it; "" where none is listed' }),
  resolvedBy: Type.Literal(ZERO_ADDRESS, {
    description: "No oracle resolves markets, and there is no bond or reward",
  }),
  umaBond: Type.Literal("0"),
  umaReward: Type.Literal("0"),
  rewardsMinSize: Type.Number(),
  rewardsMaxSpread: Type.Number({ description: "Cents" }),
  clobRewards: Type.Optional(Type.Array(ClobReward)),
  new: Type.Literal(false),
  featured: Type.Literal(false),
  restricted: Type.Literal(false),
  ready: Type.Literal(false),
  funded: Type.Literal(false),
  cyom: Type.Literal(false),
  approved: Type.Literal(true),
  automaticallyActive: Type.Literal(true),
  clearBookOnStart: Type.Literal(false),
  manualActivation: Type.Literal(false),
  negRiskOther: Type.Literal(false),
  pagerDutyNotificationEnabled: Type.Literal(false),
  hasReviewedDates: Type.Literal(true),
  pendingDeployment: Type.Literal(false),
  deploying: Type.Literal(false),
  feesEnabled: Type.Boolean(),
  feeSchedule: Type.Optional(
    Type.Object({
      rate: Type.Number({ description: "Fees of a fill are rate x shares x (p (1 - p)) ^ exponent" }),
      exponent: Type.Integer(),
      takerOnly: Type.Boolean({ description: "True if resting orders pay none" }),
      rebateRate: Type.Literal(0),
    }),
  ),
  umaResolutionStatuses: Type.String({
    description: 'JSON array in a string, what was proposed and disputed so far: ["proposed", "disputed"]',
  }),
  umaResolutionStatus: Type.Optional(
    Type.String({ description: "proposed, disputed or resolved; left out until something is proposed" }),
  ),
  closedTime: Type.Optional(
    Type.String({ description: "When it was resolved, as in 2026-01-14 03:30:00+00" }),
  ),
  umaEndDate: Type.Optional(Type.String({ description: "The same, ISO 8601" })),
  automaticallyResolved: Type.Optional(Type.Literal(true)),
});
export type TradedMarket = Type.Static<typeof TradedMarket>;

export const MARKET_PROPERTIES: { readonly [D in Dialect]: TProperties } = {
  spec: DescribedMarket.properties,
  kuest: DescribedMarket.properties,
  polymarket: { ...withBlanks(DescribedMarket.properties), ...TradedMarket.properties },
};
