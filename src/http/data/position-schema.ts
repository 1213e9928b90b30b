/** The shapes of a position: the specification's, and Polymarket's. */
import { Type } from "typebox";
import type { Dialect } from "../dialects/dialect.ts";

const Percent = (description: string) =>
  Type.Number({ description: `${description}, in percent; 0 where that cost nothing` });

const NUMBERS = {
  size: Type.Number({ description: "Shares that the wallet has" }),
  avgPrice: Type.Number({ description: "What a share cost on average" }),
  initialValue: Type.Number({ description: "size x avgPrice" }),
  currentValue: Type.Number({ description: "size x curPrice" }),
  cashPnl: Type.Number({
    description: "currentValue - initialValue; of a closed position realizedPnl",
  }),
  percentPnl: Percent("cashPnl of initialValue; of a closed position percentRealizedPnl"),
  totalBought: Type.Number({ description: "Shares ever bought" }),
  realizedPnl: Type.Number({
    description: "Sum over all that was given up of shares x (what a share fetched - avgPrice), without fees",
  }),
  percentRealizedPnl: Percent("realizedPnl of totalBought x avgPrice"),
  curPrice: Type.Number({
    description:
      "The midpoint; the last trade when a side is empty or the spread is above 0.10; 0.5 when nothing is known; what a " +
      "share pays once resolved",
  }),
};

const POLYMARKET_PERCENT = Percent("currentValue less the cost of totalBought x avgPrice, of that cost");

const NAMES = {
  proxyWallet: Type.String({ description: "Lower case" }),
  asset: Type.String({ description: "The token: condition id, colon and outcome, or its decimal id" }),
  conditionId: Type.String(),
};

const CLAIMS = {
  redeemable: Type.Boolean({ description: "Whether the market paid out; so of what lost, too" }),
  mergeable: Type.Boolean({
    description: "Whether the market is not decided, and the wallet has shares of both outcomes",
  }),
};

const TEXTS = {
  title: Type.String(),
  slug: Type.String(),
  icon: Type.String(),
};

const OUTCOMES = {
  eventSlug: Type.String(),
  outcome: Type.String(),
  outcomeIndex: Type.Integer(),
  oppositeOutcome: Type.String(),
  oppositeAsset: Type.String(),
};

const Timestamp = Type.Integer({ description: "When shares last moved, unix seconds" });
const EndDate = Type.String({ description: 'ISO 8601; "" of a market without an end' });

const Described = Type.Object({
  ...NAMES,
  ...NUMBERS,
  ...CLAIMS,
  ...TEXTS,
  ...OUTCOMES,
  timestamp: Timestamp,
  endDate: EndDate,
});

const CurrentPosition = Type.Object({ ...Described.properties, negativeRisk: Type.Boolean() });

const DateOnly = Type.String({ description: "The date only; 1970-01-01 of a market without an end" });

const KuestPosition = Type.Object({ ...CurrentPosition.properties, endDate: DateOnly });
const KuestClosedPosition = Type.Object({
  ...Described.properties,
  endDate: Type.String({ description: "ISO 8601; 1970-01-01T00:00:00Z of a market without an end" }),
});

const PolymarketPosition = Type.Object({
  ...NAMES,
  ...NUMBERS,
  percentRealizedPnl: POLYMARKET_PERCENT,
  ...CLAIMS,
  ...TEXTS,
  eventId: Type.String(),
  ...OUTCOMES,
  endDate: DateOnly,
  negativeRisk: Type.Boolean(),
});

const PolymarketClosedPosition = Type.Object({
  ...NAMES,
  avgPrice: NUMBERS.avgPrice,
  totalBought: NUMBERS.totalBought,
  realizedPnl: NUMBERS.realizedPnl,
  curPrice: NUMBERS.curPrice,
  ...TEXTS,
  ...OUTCOMES,
  endDate: Type.String({ description: "Midnight of the date; of 1970-01-01 without an end" }),
  timestamp: Timestamp,
});

const CURRENT = { spec: CurrentPosition, polymarket: PolymarketPosition, kuest: KuestPosition };
const CLOSED = { spec: Described, polymarket: PolymarketClosedPosition, kuest: KuestClosedPosition };

export const currentPositionSchema = (dialect: Dialect) => CURRENT[dialect];

export const closedPositionSchema = (dialect: Dialect) => CLOSED[dialect];

export type DescribedPosition = Type.Static<typeof Described>;
export type CurrentPosition = Type.Static<typeof CurrentPosition>;
export type PolymarketPosition = Type.Static<typeof PolymarketPosition>;
export type PolymarketClosedPosition = Type.Static<typeof PolymarketClosedPosition>;
