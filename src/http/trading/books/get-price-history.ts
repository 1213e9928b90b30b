/**
 * GET /prices-history: how the midpoint of a token moved. An unknown token has an empty history, as in the batch and as
 * at the services: their clients read `history` off every answer.
 */
import { Type } from "typebox";
import { isRejection } from "../../../core/rejection.ts";
import { endpoint } from "../../endpoint.ts";
import { TRADING_LIMITS } from "../../guard/rate-limits.ts";
import { BOOKS_AND_PRICES } from "../groups.ts";
import { INVALID_FILTERS } from "../refusal-texts.ts";
import { HistoryParameters, mostPoints } from "./price-history.ts";
import { HistoryPoints, readHistories } from "./token-histories.ts";

export const getPriceHistory = endpoint({
  method: "GET",
  path: "/prices-history",
  summary: "Get the price history of a token",
  group: BOOKS_AND_PRICES,
  limits: [TRADING_LIMITS.priceHistory],
  refuses: [],
  texts: [INVALID_FILTERS],
  query: Type.Object({
    market: Type.String({
      maxLength: 100,
      description:
        "Token id, or a market's condition id, slug or number for its first outcome; of an unknown one the history is empty",
    }),
    ...HistoryParameters,
  }),
  answer: Type.Object({ history: HistoryPoints }),
  rows: ({ query }) => mostPoints(query),
  handle: async ({ query, ...asked }) => {
    const histories = await readHistories(asked, [query.market], query);
    if (isRejection(histories)) return { rejection: histories };
    return { body: { history: histories.get(query.market) ?? [] } };
  },
});
