/**
 * GET /last-trade-price: the price of a token's last trade. Without one Polymarket's clients get a half and no side;
 * the others a refusal.
 */
import { Type } from "typebox";
import { isRejection, reject } from "../../../core/rejection.ts";
import { HALF, priceText } from "../../../core/units.ts";
import { whenRead } from "../../../engine/committed-reads.ts";
import { DIFFERENCES } from "../../dialects/dialect-differences.ts";
import { endpoint } from "../../endpoint.ts";
import { TRADING_LIMITS } from "../../guard/rate-limits.ts";
import { BOOKS_AND_PRICES } from "../groups.ts";
import { INVALID_TOKEN_ID } from "../refusal-texts.ts";
import { readToken, TokenId } from "../token-id.ts";
import { findLastTrade, LastTrade } from "./last-trade.ts";

const NEVER: LastTrade = { price: priceText(HALF), side: "" };

export const getLastTradePrice = endpoint({
  method: "GET",
  path: "/last-trade-price",
  fromMemory: true,
  summary: "Get the price of a token's last trade",
  group: BOOKS_AND_PRICES,
  limits: [TRADING_LIMITS.lastTrade],
  refuses: ["unknown_token", "no_trades"],
  texts: [INVALID_TOKEN_ID],
  query: Type.Object({ token_id: TokenId }),
  answer: LastTrade,
  handle: ({ context, dialect, query }) => {
    const token = readToken(context, query.token_id);
    if (isRejection(token)) return { rejection: token };
    return whenRead(findLastTrade(context, token), (trade) => {
      if (trade !== undefined) return { body: trade };
      if (DIFFERENCES.neverTraded.does[dialect] === "half") return { body: NEVER };
      return { rejection: reject("no_trades", `token ${query.token_id} was never traded`) };
    });
  },
});
