/** A wallet with its key, as a client shows it. Each client's file makes these of its own methods. */
import type { PrivateKeyAccount } from "viem/accounts";
import type { MarketVersion } from "../../src/core/markets/market-version.ts";
import type { Answer } from "../conformance/call-record.ts";
import type { Credentials } from "../../src/signing/credentials.ts";

export type LimitOrder = {
  readonly token: string;
  readonly side: "BUY" | "SELL";
  readonly price: number;
  readonly size: number;
  /** Unix seconds, of an order that is good until then. */
  readonly expiration?: number;
};

export type MarketOrder = {
  readonly token: string;
  readonly side: "BUY" | "SELL";
  /** Collateral of a buy, shares of a sale. */
  readonly amount: number;
  /** The worst price; without it the client looks into the book. */
  readonly price?: number;
  readonly kind: "FOK" | "FAK";
};

export type Placed = { readonly id: string; readonly status: string };

export type ShownTrade = {
  readonly token: string;
  readonly side: string;
  readonly size: number;
  readonly price: number;
};

export type ShownPosition = {
  readonly token: string;
  readonly size: number;
  readonly average: number;
  readonly bought: number;
  readonly realized: number;
};

/** Amounts are in collateral and in shares. */
export type Trader = {
  readonly account: PrivateKeyAccount;
  /** The address that it trades for: the account's own, or that of its contract wallet. */
  readonly wallet: string;
  readonly credentials: Credentials;
  /** Seconds to the soonest expiration that the client takes, where it takes no near one. */
  readonly leastExpiry?: number;
  limit(order: LimitOrder): Promise<Placed>;
  /** Places an order that fills at once; a refusal is thrown. */
  market(order: MarketOrder): Promise<Placed>;
  /** Cancels all orders; resolves with their ids. */
  cancelAll(): Promise<readonly string[]>;
  collateral(): Promise<number>;
  shares(token: string): Promise<number>;
  /** An order that rests, with the shares that are filled. */
  order(id: string): Promise<{ readonly filled: number }>;
  openOrders(): Promise<readonly string[]>;
  /** Trades of the wallet's incoming orders. */
  taken(): Promise<readonly ShownTrade[]>;
  /** Positions, open and closed, of a client that shows them. */
  positions?(): Promise<readonly ShownPosition[]>;
};

/** The kind of asset that the shares of markets of a version are, in reads of balances. */
export const assetTypeOf = (version: MarketVersion): string =>
  version === "v1" ? "CONDITIONAL" : "CONDITIONAL-V2";

/** Names the asset of an order as clients do that sign for the exchange of Protocol V2 by the name `position_id`. */
export const orderAsset = (version: MarketVersion, id: string): Record<string, string> =>
  version === "v1" ? { token_id: id } : { position_id: id };

export type Amounts = { readonly makerAmount: string; readonly takerAmount: string };

/** Base units of a limit order, whose price is on the tick 0.01 or 0.001. */
export const limitAmounts = ({ side, price, size }: Omit<LimitOrder, "token">): Amounts =>
  amountsOf(side, size * Math.round(price * 1000) * 1000, size * 1_000_000);

/** Base units of a market order at its worst price; shares of a buy are cut to four decimals. */
export const marketAmounts = ({
  side,
  amount,
  price,
}: Required<Omit<MarketOrder, "token" | "kind">>): Amounts =>
  side === "BUY"
    ? amountsOf(side, amount * 1_000_000, Math.floor((amount / price) * 10_000) * 100)
    : amountsOf(side, Math.round(amount * price * 1_000_000), amount * 1_000_000);

const amountsOf = (side: LimitOrder["side"], collateral: number, shares: number): Amounts => {
  const [made, taken] = side === "BUY" ? [collateral, shares] : [shares, collateral];
  return { makerAmount: String(made), takerAmount: String(taken) };
};

/** Trades of the wallet's incoming orders, among those that a client of the trading interface lists. */
export const takenOf = (trades: readonly Answer[]): ShownTrade[] =>
  trades
    .filter(({ trader_side: role }) => role === "TAKER")
    .map(({ asset_id: token, side, size, price }) => {
      return { token, side, size: Number(size), price: Number(price) };
    });
