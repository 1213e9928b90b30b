/** Trades and other operations: rows that are written once and never change. */
import type { OperationRow, TradeRow } from "../projector/touched.ts";
import { BATCH } from "./table.ts";
import type { Table } from "./table.ts";

export const TRADES = {
  name: "trades",
  key: ["no"],
  columns: {
    batch: BATCH.seq,
    at: BATCH.at,
    no: { type: "bigint", value: ({ no }) => no },
    market: { type: "integer", value: ({ market }) => market.no },
    taker: { type: "bigint", value: ({ taker }) => taker.no },
    maker: { type: "bigint", value: ({ maker }) => maker.no },
    taker_account: { type: "integer", value: ({ taker }) => taker.account.no },
    maker_account: { type: "integer", value: ({ maker }) => maker.account.no },
    lots: { type: "bigint", value: ({ lots }) => lots },
    price: { type: "smallint", value: ({ price }) => price },
    taker_fee: { type: "bigint", value: ({ takerFee }) => takerFee },
    maker_fee: { type: "bigint", value: ({ makerFee }) => makerFee },
  },
} satisfies Table<TradeRow>;

export const OPERATIONS = {
  name: "operations",
  key: ["batch", "place", "leg"],
  columns: {
    batch: BATCH.seq,
    at: BATCH.at,
    place: { type: "integer", value: ({ place }) => place },
    leg: { type: "smallint", value: ({ leg }) => leg },
    account: { type: "integer", value: ({ account }) => account.no },
    kind: { type: "text", value: ({ kind }) => kind },
    market: { type: "integer", value: ({ market }) => market?.no },
    collateral: { type: "bigint", value: ({ collateral }) => collateral },
    first_lots: { type: "bigint", value: ({ lots }) => lots[0] },
    second_lots: { type: "bigint", value: ({ lots }) => lots[1] },
  },
} satisfies Table<OperationRow>;
