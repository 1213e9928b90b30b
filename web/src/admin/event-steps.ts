/** The steps that all markets of an event can take together, by the exchange's own tables, and their roles. */
import { STATUS_STEPS } from "../../../src/core/lifecycle.ts";
import type { EventWithMarkets, SteppedEvent } from "../api/generated/operator.ts";
import { DANGEROUS, STEPS } from "./market-steps.ts";
import type { OperatorClient } from "./operator-session.tsx";
import { readFilled } from "./parts/read-form.ts";
import type { FieldReader } from "./parts/read-form.ts";

export const EVENT_STEPS = ["open", "pause", "resume", "propose", "resolve", "archive"] as const;
export type EventStepName = (typeof EVENT_STEPS)[number];

export const roleOf = (step: EventStepName) => STEPS[step].role;
export const isDangerous = (step: EventStepName): boolean => DANGEROUS.has(step);

/** True of the steps for which a winner is chosen. */
export const takesWinner = (step: EventStepName): step is "propose" | "resolve" =>
  step === "propose" || step === "resolve";

/** Lists the steps that a market of the event can take in its status; a winner needs an exclusive event. */
export const listEventSteps = (event: EventWithMarkets): readonly EventStepName[] =>
  EVENT_STEPS.filter((step) => (event.exclusive || !takesWinner(step)) && isPossible(event, step));

function isPossible({ markets }: EventWithMarkets, step: EventStepName): boolean {
  const { from }: { from: readonly string[] } =
    STATUS_STEPS[takesWinner(step) ? "resolve-market" : STEPS[step].step];
  return markets.some(({ status }) => from.includes(status));
}

/** Sends the step, and gives the event's markets by status after it. */
export function takeEventStep(
  request: OperatorClient,
  { event, step, winner }: { readonly event: string; readonly step: EventStepName; readonly winner: string },
  readField: FieldReader,
): Promise<SteppedEvent> {
  const params = { event };
  const reason = readField("reason");
  if (step === "resolve")
    return request("POST /events/{event}/resolve", { params, body: { winner, reason } });
  if (step !== "propose") return request(`POST /events/{event}/${step}`, { params, body: { reason } });
  const evidence = readFilled(readField, ["evidence", "link"]);
  return request("POST /events/{event}/propose", { params, body: { winner, ...evidence, reason } });
}
