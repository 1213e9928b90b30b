/** POST /markets/{market}/resolve: decides the market; its resting orders are cancelled. */
import { Type } from "typebox";
import { answerChanged, MarketAnswer } from "./market-answer.ts";
import { MarketParams } from "./market-term.ts";
import { operate, operation, Reason } from "./operation.ts";
import { GivenPayout, readPayout } from "./payout-term.ts";

export const resolveMarket = operation({
  method: "POST",
  path: "/markets/:market/resolve",
  summary: "Resolve a market",
  role: "resolver",
  params: MarketParams,
  body: Type.Object({ payout: GivenPayout, reason: Reason }, { additionalProperties: false }),
  answer: MarketAnswer,
  handle: ({ context, operator, params, body }) => {
    const payout = readPayout(body.payout);
    return answerChanged(context, params.market, (conditionId) =>
      operate(
        { context, operator },
        {
          action: "resolve-market",
          subject: conditionId,
          reason: body.reason,
          details: { payout },
          command: { type: "resolve-market", conditionId, payout },
        },
      ),
    );
  },
});
