/** POST and GET /prices: the best prices of many tokens. The dialects differ in the meaning of BUY and SELL. */
import { Type } from "typebox";
import { priceText } from "../../../core/units.ts";
import type { Dialect } from "../../dialects/dialect.ts";
import { TRADING_LIMITS } from "../../guard/rate-limits.ts";
import { answerQuotes, sidePrices } from "./quote.ts";
import type { Quote } from "./quote.ts";
import { tokenBatch } from "./token-batch.ts";

const BestPrices = Type.Object({
  BUY: Type.String({ description: "Best ask; in the Polymarket dialect best bid" }),
  SELL: Type.String({ description: "Best bid; in the Polymarket dialect best ask" }),
});

export const listPrices = tokenBatch({
  path: "/prices",
  summary:
    "List the best prices of tokens; a missing bid counts 0, a missing ask 1; books without orders are left out",
  limit: TRADING_LIMITS.prices,
  answer: Type.Record(Type.String(), BestPrices),
  read: (tokens, { context, dialect }) =>
    answerQuotes(context, tokens, (quote) => pricesRecord(quote, dialect)),
});

function pricesRecord(quote: Quote, dialect: Dialect): Type.Static<typeof BestPrices> {
  const { BUY, SELL } = sidePrices(quote, dialect);
  return { BUY: priceText(BUY), SELL: priceText(SELL) };
}
