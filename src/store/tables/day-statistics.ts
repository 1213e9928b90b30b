/** Daily sums for operators: of the trades in a market, and of all activity of an account. */
import type { Account, Market } from "../../core/state.ts";
import { NO_MICROS } from "../../core/units.ts";
import type { Micros } from "../../core/units.ts";
import { BATCH } from "./table.ts";
import type { Table } from "./table.ts";

/**
 * Sums of trades, each counted once: the number, the collateral at the price of the incoming order's token, and the
 * fees. A failed settlement subtracts its trade on the day of the failure.
 */
export type TradeSums = { readonly trades: number; readonly volume: Micros; readonly fees: Micros };

export const NO_TRADES: TradeSums = { trades: 0, volume: NO_MICROS, fees: NO_MICROS };

export type MarketStatistics = TradeSums & { readonly market: Market };

export const MARKET_STATISTICS = {
  name: "market_figures",
  key: ["day", "market"],
  columns: {
    day: BATCH.day,
    market: { type: "integer", value: ({ market }) => market.no },
    trades: { type: "bigint", value: ({ trades }) => trades, onConflict: "sum" },
    volume: { type: "bigint", value: ({ volume }) => volume, onConflict: "sum" },
    fees: { type: "bigint", value: ({ fees }) => fees, onConflict: "sum" },
  },
} satisfies Table<MarketStatistics>;

/** Sums of an account: trades of its incoming orders, and the fees that it paid on either side. */
export type AccountStatistics = TradeSums & {
  readonly account: Account;
  /** 1 on the day of the account's opening. */
  readonly opened: number;
  /** Fills of its orders on either side; never taken back. */
  readonly fills: number;
  readonly deposits: Micros;
  /** Collateral withdrawn by its owner or an operator. */
  readonly withdrawals: Micros;
};

export const ACCOUNT_STATISTICS = {
  name: "account_figures",
  key: ["day", "account"],
  columns: {
    day: BATCH.day,
    account: { type: "integer", value: ({ account }) => account.no },
    opened: { type: "bigint", value: ({ opened }) => opened, onConflict: "sum" },
    trades: { type: "bigint", value: ({ trades }) => trades, onConflict: "sum" },
    fills: { type: "bigint", value: ({ fills }) => fills, onConflict: "sum" },
    volume: { type: "bigint", value: ({ volume }) => volume, onConflict: "sum" },
    fees: { type: "bigint", value: ({ fees }) => fees, onConflict: "sum" },
    deposits: { type: "bigint", value: ({ deposits }) => deposits, onConflict: "sum" },
    withdrawals: { type: "bigint", value: ({ withdrawals }) => withdrawals, onConflict: "sum" },
  },
} satisfies Table<AccountStatistics>;

export const emptyAccountStatistics = (account: Account): AccountStatistics => ({
  ...NO_TRADES,
  account,
  opened: 0,
  fills: 0,
  deposits: NO_MICROS,
  withdrawals: NO_MICROS,
});
