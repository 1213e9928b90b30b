/** Balances of accounts, and the sums over all that they did. */
import type { Account } from "../../core/state.ts";
import { BATCH } from "./batch-columns.ts";
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

/** The sums of an account that has traded, as they are after a batch. */
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
