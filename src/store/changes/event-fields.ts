/** Fields shared by public events. Amounts are exact decimal text without trailing zeros; amounts taken are negative. */
import { Type } from "typebox";
import type { TSchema } from "typebox";

export const orNull = <S extends TSchema>(schema: S) => Type.Union([schema, Type.Null()]);

const DECIMAL = "^-?(0|[1-9][0-9]*)(\\.[0-9]+)?$";
const decimal = (description: string) => Type.String({ pattern: DECIMAL, description });

export const Collateral = decimal("Collateral, to 0.000001");
export const Shares = decimal("Shares of an outcome, to 0.01");
export const Price = decimal("Price of a share in collateral, to 0.0001");
export const Midpoint = decimal(
  "Price that every interface shows: the middle between the best prices, the last trade when a side is empty or the spread is above 0.10, the payout; in collateral for a share, to 0.00005",
);
export const Payouts = Type.Tuple([decimal("Of the first outcome"), decimal("Of the second outcome")], {
  description: "Collateral that a share of each outcome pays: 1 and 0, 0 and 1, or 0.5 each",
});
export const Time = Type.String({ description: "ISO 8601 in UTC with milliseconds" });
export const Wallet = Type.String({
  pattern: "^0x[0-9a-f]{40}$",
  description: "Address of a wallet, lower case",
});
const hash = (description: string) => Type.String({ pattern: "^0x[0-9a-f]{64}$", description });
export const OrderId = hash("Id of an order: its EIP-712 digest");
export const ConditionId = hash("Condition id of a market");
export const TokenId = Type.String({ description: "Token of an outcome, decimal text" });
export const Outcome = Type.Integer({ minimum: 0, maximum: 1, description: "Place of the outcome" });
export const Side = Type.Enum(["BUY", "SELL"]);
export const TradeNumber = Type.Integer({ description: "Number of the trade; numbers ascend" });

/** Market, as in every event about one. */
export const MARKET = {
  conditionId: ConditionId,
  slug: Type.String({ description: "Slug of the market as of the reading; an edit may change it" }),
};

/** Token, side and wallet of an order. */
export const ORDER = {
  order: OrderId,
  wallet: Wallet,
  ...MARKET,
  tokenId: TokenId,
  outcome: Outcome,
  side: Side,
};

export const Movement = Type.Object(
  {
    wallet: Wallet,
    collateral: Collateral,
    shares: Type.Array(Type.Object({ tokenId: TokenId, shares: Shares })),
  },
  { description: "Added to a wallet; negative where it was taken" },
);

export const MOVEMENTS = {
  movements: Type.Array(Movement, {
    description:
      "All that the event moved. The movements of a wallet since the first batch sum to its balances",
  }),
};
