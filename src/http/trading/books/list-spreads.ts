/** POST and GET /spreads: the spreads of many tokens. */
import { TRADING_LIMITS } from "../../guard/rate-limits.ts";
import { answerQuotes, FigureByToken, spreadText } from "./quote.ts";
import { tokenBatch } from "./token-batch.ts";

export const listSpreads = tokenBatch({
  path: "/spreads",
  summary: "List the spreads of tokens; books without orders are left out",
  limit: TRADING_LIMITS.spreads,
  answer: FigureByToken("Best ask less best bid"),
  read: (tokens, { context }) => answerQuotes(context, tokens, spreadText),
});
