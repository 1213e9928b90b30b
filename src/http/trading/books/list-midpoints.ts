/** POST and GET /midpoints: the midpoints of many tokens. */
import { answerQuotes, FigureByToken, midpointText } from "./quote.ts";
import { tokenBatch } from "./token-batch.ts";

export const listMidpoints = tokenBatch({
  path: "/midpoints",
  summary: "List the midpoints of tokens; those with an empty side of the book are left out",
  answer: FigureByToken("Midpoint"),
  read: (tokens, { context }) => answerQuotes(context, tokens, midpointText),
});
