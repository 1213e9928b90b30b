/**
 * POST and GET /last-trades-prices: the prices of many tokens' last trades. Some clients send the body of the POST with
 * a GET.
 */
import { Type } from "typebox";
import { TRADING_LIMITS } from "../../guard/rate-limits.ts";
import { findLastTrade, LastTrade } from "./last-trade.ts";
import { tokenBatch } from "./token-batch.ts";

export const listLastTradePrices = tokenBatch({
  path: "/last-trades-prices",
  summary: "List the prices of tokens' last trades; tokens that were never traded are left out",
  limit: TRADING_LIMITS.lastTrades,
  bodyWithGet: true,
  answer: Type.Array(Type.Object({ token_id: Type.String(), ...LastTrade.properties })),
  read: async (tokens, { context }) => {
    const trades = await Promise.all(
      [...tokens].map(async ([token_id, token]) => ({
        token_id,
        trade: await findLastTrade(context, token),
      })),
    );
    return {
      body: trades.flatMap(({ token_id, trade }) => (trade === undefined ? [] : [{ token_id, ...trade }])),
    };
  },
});
