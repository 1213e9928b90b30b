/**
 * A trade as a builder reads it: the record of a trade, and beside it the names that clients read of builders' trades.
 * This exchange gives builders no part of its fees.
 */
import { Type } from "typebox";
import { collateralText } from "../../../core/units.ts";
import type { TradeRecord } from "../../../store/reads/trades.ts";
import type { Dialect } from "../../dialects/dialect.ts";
import { tradeAnswer, tradeSchema } from "./trade-record.ts";
import type { TradeAnswer, TradeView } from "./trade-record.ts";

const Text = Type.String();

const NAMES = {
  tradeType: Text,
  takerOrderHash: Text,
  builder: Type.String({ description: "The wallet that the code names by its last 20 bytes" }),
  builderCode: Type.String({ description: "0x and 64 hex digits" }),
  builderFee: Text,
  assetId: Text,
  sizeUsdc: Type.String({ description: "size x price" }),
  outcomeIndex: Type.Integer(),
  maker: Text,
  transactionHash: Text,
  matchTime: Text,
  bucketIndex: Type.Integer(),
  feeUsdc: Text,
  err_msg: Type.Null(),
  createdAt: Type.String({ description: "ISO 8601" }),
  updatedAt: Type.String({ description: "ISO 8601" }),
};
const Names = Type.Object(NAMES);
type BuilderTradeAnswer = TradeAnswer & Type.Static<typeof Names>;

export const builderTradeSchema = (dialect: Dialect) =>
  Type.Object({ ...tradeSchema(dialect).properties, ...NAMES });

export function builderTradeAnswer(trade: TradeRecord, view: TradeView): BuilderTradeAnswer {
  const shown = tradeAnswer(trade, view);
  const code = trade.builder ?? "";
  const at = new Date(trade.at).toISOString();
  return {
    ...shown,
    tradeType: shown.trader_side,
    takerOrderHash: shown.taker_order_id,
    builder: `0x${code.slice(-40)}`,
    builderCode: `0x${code}`,
    builderFee: "0",
    assetId: shown.asset_id,
    sizeUsdc: collateralText(trade.totals.micros),
    outcomeIndex: trade.taker.outcome,
    maker: shown.maker_address,
    transactionHash: shown.transaction_hash,
    matchTime: shown.match_time,
    bucketIndex: shown.bucket_index,
    feeUsdc: shown.fee,
    err_msg: null,
    createdAt: at,
    updatedAt: new Date(view.settlements?.find(trade.no)?.ended?.at ?? trade.at).toISOString(),
  };
}
