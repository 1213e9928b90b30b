/** GET /markets/{market}: a market with its proposal, and every step of its resolution. */
import { isRejection } from "../../core/rejection.ts";
import { MARKETS } from "./groups.ts";
import { answerMarket, MarketAnswer } from "./market-answer.ts";
import { MarketParams, readMarketTerm } from "./market-term.ts";
import { operation } from "./operation.ts";

export const getMarket = operation({
  method: "GET",
  path: "/markets/:market",
  summary: "Get a market",
  group: MARKETS,
  refuses: ["unknown_market"],
  params: MarketParams,
  answer: MarketAnswer,
  handle: async ({ context, params }) => {
    const conditionId = await readMarketTerm(context, params.market);
    return isRejection(conditionId) ? { rejection: conditionId } : answerMarket(context, conditionId);
  },
});
