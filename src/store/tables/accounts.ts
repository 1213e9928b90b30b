/** Balances of accounts, and sums over all their activity. */
import type { Account, Market } from "../../core/state.ts";
import { BATCH } from "./table.ts";
import type { TradeSums } from "./day-statistics.ts";
import type { Table } from "./table.ts";

export const ACCOUNTS = {
  name: "accounts",
  key: ["no"],
  columns: {
    no: { type: "integer", value: ({ no }) => no },
    address: { type: "text", value: ({ address }) => address, onConflict: "keep" },
    owner: { type: "text", value: ({ owner }) => owner, onConflict: "keep" },
    collateral: { type: "bigint", value: ({ collateral }) => collateral },
    held: { type: "bigint", value: ({ held }) => held },
    volume: { type: "bigint", value: ({ volume }) => volume },
    realized: { type: "bigint", value: ({ realized }) => realized },
  },
} satisfies Table<Account>;

/** The sums of an account in a market: its volume in a batch, and its profit there after the batch. */
export type MarketSums = Pick<Account, "volume" | "realized"> & {
  readonly account: Account;
  readonly market: Market;
  /** Trades of its incoming orders, and the fees that it paid on either side. */
  readonly taken: TradeSums;
};

export const ACCOUNT_MARKET_DAYS = {
  name: "account_market_days",
  key: ["market", "account", "day"],
  columns: {
    day: BATCH.day,
    account: { type: "integer", value: ({ account }) => account.no },
    market: { type: "integer", value: ({ market }) => market.no },
    volume: { type: "bigint", value: ({ volume }) => volume, onConflict: "sum" },
    realized: { type: "bigint", value: ({ realized }) => realized },
    taker_trades: { type: "bigint", value: ({ taken }) => taken.trades, onConflict: "sum" },
    taker_volume: { type: "bigint", value: ({ taken }) => taken.volume, onConflict: "sum" },
    fees: { type: "bigint", value: ({ taken }) => taken.fees, onConflict: "sum" },
  },
} satisfies Table<MarketSums>;

/** The sums of an account that has traded, as of the end of a batch. */
export type AccountSums = Pick<Account, "no" | "volume" | "realized">;

export const ACCOUNT_DAYS = {
  name: "account_days",
  key: ["account", "day"],
  columns: {
    day: BATCH.day,
    account: { type: "integer", value: ({ no }) => no },
    volume: { type: "bigint", value: ({ volume }) => volume },
    realized: { type: "bigint", value: ({ realized }) => realized },
  },
} satisfies Table<AccountSums>;
