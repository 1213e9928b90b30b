/** What an operator may do to a market without saying more than why: each of these operations is a step of its life. */
import { Type } from "typebox";
import type { MarketAction } from "../../core/command.ts";
import type { Role } from "../../signing/operators.ts";
import type { Endpoint } from "../endpoint.ts";
import { answerChanged, MarketAnswer } from "./market-answer.ts";
import { MarketParams } from "./market-term.ts";
import { operate, operation, Reason } from "./operation.ts";

type Step = {
  readonly action: MarketAction;
  /** The last word of its path. */
  readonly word: string;
  readonly summary: string;
  readonly role: Role;
};

export const marketAction = ({ action, word, summary, role }: Step): Endpoint =>
  operation({
    method: "POST",
    path: `/markets/:market/${word}`,
    summary,
    role,
    params: MarketParams,
    body: Type.Object({ reason: Reason }, { additionalProperties: false }),
    answer: MarketAnswer,
    handle: ({ context, operator, params, body: { reason } }) =>
      answerChanged(context, params.market, (conditionId) =>
        operate(
          { context, operator },
          { action, subject: conditionId, reason, command: { type: action, conditionId } },
        ),
      ),
  });
