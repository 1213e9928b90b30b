/** GET /markets/{condition_id}: one market. */
import { Type } from "typebox";
import { reject } from "../../core/rejection.ts";
import { findMarketRecord } from "../../store/market-records.ts";
import { endpoint } from "../endpoint.ts";
import { fullRecord } from "./market-record.ts";
import { FullMarket } from "./market-schema.ts";
import { MARKET_VIEW } from "./market-view.ts";

export const ConditionParams = Type.Object({
  condition_id: Type.String({
    pattern: "^0x[0-9a-fA-F]{64}$",
    description: "0x and 64 hex digits, in any case",
  }),
});

export const getMarket = endpoint({
  method: "GET",
  path: "/markets/:condition_id",
  summary: "Get a market",
  params: ConditionParams,
  answer: FullMarket,
  handle: async ({ context, dialect, params }) => {
    const { engine, sql } = context;
    const market = engine.exchange.marketByCondition.get(params.condition_id.toLowerCase());
    // The reading waits for the commit that lists the market, so the row is there when it is looked for.
    const view = market && (await engine.reads.read(market, MARKET_VIEW));
    const record = market && (await findMarketRecord(sql, market.no));
    if (view === undefined || record === undefined)
      return { rejection: reject("unknown_market", `no market has condition ${params.condition_id}`) };
    return { body: fullRecord({ record, view }, dialect) };
  },
});
