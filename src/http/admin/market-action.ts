/** What operators do to the market that a path names; and the steps of its life that take nothing but a reason. */
import { Type } from "typebox";
import type { MarketAction } from "../../core/command.ts";
import type { Role } from "../../signing/operators.ts";
import type { Answer, Endpoint } from "../endpoint.ts";
import { answerMarket, MarketAnswer } from "./market-answer.ts";
import { MarketParams, readMarketTerm } from "./market-term.ts";
import { operate, operation, Reason } from "./operation.ts";
import type { Deed, OperatorCall } from "./operation.ts";

type Call = OperatorCall<unknown, { readonly market: string }, { readonly reason: string }>;

/** Does what `deedOf` says to the market, and answers with the market as it is then. */
export async function changeMarket(
  { context, operator, params, body: { reason } }: Call,
  deedOf: (conditionId: string) => Omit<Deed, "subject" | "reason">,
): Promise<Answer> {
  const conditionId = await readMarketTerm(context, params.market);
  if (typeof conditionId !== "string") return { rejection: conditionId };
  const deed = { ...deedOf(conditionId), subject: conditionId, reason };
  const outcome = await operate({ context, operator }, deed);
  return "code" in outcome ? { rejection: outcome } : answerMarket(context, conditionId);
}

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
    handle: (call) =>
      changeMarket(call, (conditionId) => ({ action, command: { type: action, conditionId } })),
  });
