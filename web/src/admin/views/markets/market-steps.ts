/**
 * The steps that a market, or all markets of an event, can take by status, and the roles that the steps require. The rules
 * come from the exchange's own tables.
 */
import { PROPOSAL_STEPS, STATUS_STEPS } from "../../../../../src/core/markets/lifecycle.ts";
import type { ProposalStage } from "../../../../../src/core/markets/lifecycle.ts";
import { isUnanswered, RejectedError } from "../../../api/client.ts";
import type { EventWithMarkets, Market, SteppedEvent } from "../../../api/generated/operator.ts";
import type { ConsoleText } from "../../parts/console-text.ts";
import type { OperatorClient } from "../../session/operator-session.tsx";
import type { FieldReader } from "../../parts/read-form.ts";
import { readFilledFields } from "../../parts/read-form.ts";
import type { StepButton } from "../../parts/view.tsx";

type StepRow = Omit<StepButton<string>, "name" | "label"> & { readonly step: string };

export const STEPS = {
  open: { step: "open-market", role: "market-admin", danger: false, look: "primary" },
  pause: { step: "pause-market", role: "market-admin", danger: false },
  resume: { step: "resume-market", role: "market-admin", danger: false },
  propose: { step: "propose-resolution", role: "resolver", danger: false },
  dispute: { step: "dispute-resolution", role: "resolver", danger: false },
  resolve: { step: "resolve-market", role: "resolver", danger: true },
  undo: { step: "undo-resolution", role: "resolver", danger: false },
  archive: { step: "archive-market", role: "market-admin", danger: true, look: "quiet" },
} as const satisfies Readonly<Record<string, StepRow>>;

export type StepName = keyof typeof STEPS;

const WORDS = Object.keys(STEPS).filter((word): word is StepName => Object.hasOwn(STEPS, word));

const getProposalStage = ({ proposal }: Market): ProposalStage => {
  if (proposal === null) return "none";
  return proposal.disputed ? "disputed" : "proposed";
};

export const listPossibleSteps = (market: Market): readonly StepName[] =>
  WORDS.filter(
    (word) => isPossible(market, STEPS[word].step) && (word !== "undo" || hasUnpaidShares(market)),
  );

/** Tells whether no share was paid since the resolution, which can be undone until then. */
export const hasUnpaidShares = ({ redeemed }: Market): boolean => redeemed === "0";

function isPossible(market: Market, step: (typeof STEPS)[StepName]["step"]): boolean {
  if (step === "propose-resolution" || step === "dispute-resolution") {
    const stages: readonly ProposalStage[] = PROPOSAL_STEPS[step].from;
    return isPossible(market, "resolve-market") && stages.includes(getProposalStage(market));
  }
  const statuses: readonly Market["status"][] = STATUS_STEPS[step].from;
  return statuses.includes(market.status);
}

/** Tells whether a resolution may come with a proposal that carries evidence. */
export const takesEvidence = (market: Market): boolean => isPossible(market, "propose-resolution");

const PAYOUTS = ["yes", "no", "half"] as const;
export type PayoutName = (typeof PAYOUTS)[number];

/** Lists the possible payouts. Negative-risk markets cannot resolve to half. */
export const listPayouts = ({ negativeRisk }: Market): readonly PayoutName[] =>
  negativeRisk ? ["yes", "no"] : PAYOUTS;

/** Error after the exchange accepted the proposal with its evidence but rejected the resolution. `cause` is that rejection. */
export class RejectedAfterProposalError extends Error {}

/** Sends the step, and returns the market after the step. */
export async function takeStep(
  request: OperatorClient,
  market: Market,
  word: StepName,
  readField: FieldReader,
): Promise<Market> {
  const params = { market: market.conditionId };
  const reason = readField("reason");
  if (word === "open" || word === "archive")
    return request(`POST /markets/{market}/${word}`, {
      params,
      body: readFilledFields(readField, ["reason"]),
    });
  if (word !== "propose" && word !== "resolve")
    return request(`POST /markets/{market}/${word}`, { params, body: { reason } });
  const payout = PAYOUTS.find((one) => one === readField("payout")) ?? "yes";
  const evidence = readFilledFields(readField, ["evidence", "link"]);
  const propose = () =>
    request("POST /markets/{market}/propose", { params, body: { payout, ...evidence, reason } });
  if (word === "propose") return propose();
  const resolve = () => request("POST /markets/{market}/resolve", { params, body: { payout, reason } });
  if (!takesEvidence(market) || Object.keys(evidence).length === 0) return resolve();
  return resolveAfter(propose, resolve);
}

/** Proposes with the evidence and then resolves, since a resolution carries no evidence. */
async function resolveAfter<Resolved>(
  propose: () => Promise<unknown>,
  resolve: () => Promise<Resolved>,
): Promise<Resolved> {
  await propose();
  return resolve().catch((cause: unknown) => {
    if (isUnanswered(cause)) throw cause;
    throw new RejectedAfterProposalError("the resolution was refused after its proposal", { cause });
  });
}

/** The steps that all markets of an event can take together. */
const EVENT_STEPS = ["open", "pause", "resume", "propose", "resolve", "undo", "archive"] as const;
export type EventStepName = (typeof EVENT_STEPS)[number];

/** Tells whether a winner is chosen for the step. */
export const takesWinner = (step: EventStepName): step is "propose" | "resolve" =>
  step === "propose" || step === "resolve";

/**
 * Lists the steps that at least one market of the event can take. Steps with a winner need an event with exactly one
 * winning market.
 */
export const listEventSteps = (event: EventWithMarkets): readonly EventStepName[] =>
  EVENT_STEPS.filter(
    (step) =>
      (event.exclusive || !takesWinner(step)) &&
      (step === "undo" ? event.undoable : isPossibleInEvent(event, step)),
  );

function isPossibleInEvent({ markets }: EventWithMarkets, step: EventStepName): boolean {
  const { from }: { from: readonly string[] } =
    STATUS_STEPS[takesWinner(step) ? "resolve-market" : STEPS[step].step];
  return markets.some(({ status }) => from.includes(status));
}

/** Lists the markets that can still win: the one that has won, or else those without a result. */
export function listPossibleWinners({ markets }: EventWithMarkets): EventWithMarkets["markets"] {
  const won = markets.filter(({ payout }) => payout !== null && payout[0] > payout[1]);
  return won.length > 0
    ? won
    : markets.filter(({ status, payout }) => status !== "archived" && payout === null);
}

/** Tells whether the results of the event's other markets exclude the payout. */
export const isImpossiblePayout = (error: unknown): boolean =>
  error instanceof RejectedError && error.code === "invalid_payout";

/** Tells whether a winner may come with a proposal that carries evidence: no market has an undisputed proposal. */
export const takesEventEvidence = ({ markets }: EventWithMarkets): boolean =>
  markets.every(({ proposed }) => proposed === null || proposed.disputed);

export const isDraftEvent = ({ markets }: EventWithMarkets): boolean =>
  markets.every(({ status }) => status === "draft");

type EventStepParams = {
  readonly event: EventWithMarkets;
  readonly step: EventStepName;
  readonly winner: string;
};

/** Sends the step, and returns the event's markets by status after the step. */
export function takeEventStep(
  request: OperatorClient,
  { event, step, winner }: EventStepParams,
  readField: FieldReader,
): Promise<SteppedEvent> {
  const params = { event: event.id };
  const reason = readField("reason");
  if (step === "open" || step === "archive")
    return request(`POST /events/{event}/${step}`, { params, body: readFilledFields(readField, ["reason"]) });
  if (!takesWinner(step)) return request(`POST /events/{event}/${step}`, { params, body: { reason } });
  const evidence = readFilledFields(readField, ["evidence", "link"]);
  const propose = () =>
    request("POST /events/{event}/propose", { params, body: { winner, ...evidence, reason } });
  if (step === "propose") return propose();
  const resolve = () => request("POST /events/{event}/resolve", { params, body: { winner, reason } });
  return Object.keys(evidence).length === 0 ? resolve() : resolveAfter(propose, resolve);
}

type Outcomes = Market["outcomes"];

/** Formats a payout, with the names of the outcomes of the market. */
export function formatPayout(
  payout: readonly [number, number] | null,
  outcomes: Outcomes,
  words: ConsoleText["market"],
): string {
  if (payout === null) return "";
  if (payout[0] === payout[1]) return words.half;
  return words.pays(payout[0] > 0 ? outcomes[0] : outcomes[1]);
}

export function formatPayoutChoice(
  word: PayoutName,
  outcomes: Outcomes,
  words: ConsoleText["market"],
): string {
  if (word === "half") return words.half;
  return words.pays(word === "yes" ? outcomes[0] : outcomes[1]);
}
