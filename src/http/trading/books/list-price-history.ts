/** POST /batch-prices-history: how the midpoints of tokens moved. */
import { Type } from "typebox";
import { isRejection } from "../../../core/rejection.ts";
import { endpoint } from "../../endpoint.ts";
import { TRADING_LIMITS } from "../../guard/rate-limits.ts";
import { BOOKS_AND_PRICES } from "../groups.ts";
import { HistoryParameters, mostPoints } from "./price-history.ts";
import { HistoryPoints, readHistories } from "./token-histories.ts";

const BATCH_MARKETS = 20;

export const listPriceHistory = endpoint({
  method: "POST",
  kind: "read",
  path: "/batch-prices-history",
  summary: "List the price histories of tokens",
  group: BOOKS_AND_PRICES,
  limits: [TRADING_LIMITS.priceHistories],
  refuses: [],
  body: Type.Object({
    markets: Type.Array(Type.String({ maxLength: 100, description: "Token id" }), {
      maxItems: BATCH_MARKETS,
      description:
        "Token ids, or markets' condition ids, slugs or numbers for their first outcomes; unknown ones are left out of the answer",
    }),
    ...HistoryParameters,
  }),
  answer: Type.Object({
    history: Type.Record(Type.String(), HistoryPoints, {
      description:
        "By id as sent. From the first price on a point stands at each step, which count from 1970 and so fall on full hours " +
        "and days; the last one is the price now",
    }),
  }),
  rows: ({ body }) => body.markets.length * mostPoints(body),
  handle: async ({ body, ...asked }) => {
    const histories = await readHistories(asked, body.markets, body);
    if (isRejection(histories)) return { rejection: histories };
    return { body: { history: Object.fromEntries(histories) } };
  },
});
