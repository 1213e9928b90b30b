/** POST and GET /midpoints: the midpoints of many tokens. */
import { TRADING_LIMITS } from "../../guard/rate-limits.ts";
import { answerQuotes, FigureByToken, midpointText } from "./quote.ts";
import { tokenBatch } from "./token-batch.ts";

export const listMidpoints = tokenBatch({
  path: "/midpoints",
  summary: "List the midpoints of tokens; books without orders are left out",
  limit: TRADING_LIMITS.midpoints,
  answer: FigureByToken("Midpoint"),
  read: (tokens, { context }) => answerQuotes(context, tokens, midpointText),
});
