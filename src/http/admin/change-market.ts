/** Changes by operators to the market that a path names. */
import { isRejection } from "../../core/rejection.ts";
import { findDescribedMarket, operatorMarketOf } from "../../store/reads/operator-markets.ts";
import type { DescribedMarket } from "../../store/reads/operator-markets.ts";
import { stepsOf } from "../../store/reads/resolution-steps.ts";
import { readFirst } from "../../store/sql/unavailable.ts";
import type { Answer } from "../endpoint.ts";
import { once } from "../once.ts";
import type { ResultOf } from "../once.ts";
import { describeMarket } from "./market-answer.ts";
import { readMarketTerm, unknownMarket } from "./market-term.ts";
import { operate } from "./operation.ts";
import type { OperatorAction, OperatorCall } from "./operation.ts";

type Call = OperatorCall<unknown, { readonly market: string }, { readonly reason: string }>;

/** Does what `changeOf` says to the market, and answers with the market as it is then. */
export const changeMarket = (
  call: Call,
  changeOf: (conditionId: string) => Omit<OperatorAction, "subject" | "reason">,
): Promise<Answer> =>
  once(call, {
    act: async () => {
      const { context, params, body } = call;
      const conditionId = await readMarketTerm(context, params.market);
      if (isRejection(conditionId)) return conditionId;
      const change = { ...changeOf(conditionId), subject: conditionId, reason: body.reason };
      // One after the other: a step that another operator took meanwhile would be missing in the answer.
      return context.requestTurns.take([`market ${conditionId}`], async () => {
        const before = await readFirst(async () => findDescribedMarket(await context.sql(), conditionId));
        return before === undefined
          ? unknownMarket(params.market)
          : operate(call, change, tellChanged(before));
      });
    },
    tell: ({ result }) => result,
  });

/** The answer for a market that was changed just now. */
const tellChanged =
  (before: DescribedMarket): ResultOf<ReturnType<typeof describeMarket>> =>
  ({ exchange, events, at }) => {
    const market = exchange.marketByCondition.get(before.content.conditionId);
    if (market === undefined) throw new Error(`market ${before.content.conditionId} is not there`);
    const steps = [...before.steps, ...stepsOf(events, market, at)];
    return describeMarket(operatorMarketOf(market, { ...before, steps }));
  };
