/** Changes by operators to all markets of the event that a path names. */
import { isRejection } from "../../core/rejection.ts";
import type { Rejection } from "../../core/rejection.ts";
import type { Answer } from "../endpoint.ts";
import { once } from "../once.ts";
import { tellStepped } from "./event-answer.ts";
import { readEventTerm } from "./event-term.ts";
import { operate } from "./operation.ts";
import type { OperatorAction, OperatorCall } from "./operation.ts";

type Call = OperatorCall<unknown, { readonly event: string }, { readonly reason: string }>;
type Change = Omit<OperatorAction, "subject" | "reason">;

/** Has all markets take the step that `changeOf` says, or none, and answers with their statuses after it. */
export const changeEvent = (
  call: Call,
  changeOf: (eventId: string) => Change | Promise<Change | Rejection>,
): Promise<Answer> =>
  once(call, {
    act: async () => {
      const { context, params, body } = call;
      const event = await readEventTerm(context, params.event);
      if (isRejection(event)) return event;
      const change = await changeOf(event.id);
      if (isRejection(change)) return change;
      const markets = context.engine.exchange.events.get(event.id)?.markets ?? [];
      // After what is underway for one of the markets, whose answer would lack this step.
      const turns = markets.map(({ conditionId }) => `market ${conditionId}`);
      return context.requestTurns.take([`event ${event.id}`, ...turns], () =>
        operate(call, { ...change, subject: event.id, reason: body.reason }, tellStepped(event)),
      );
    },
    tell: ({ result }) => result,
  });
