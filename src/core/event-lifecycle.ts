/**
 * Steps of all markets of an event together: decided for each market against the same state, and then taken by all of
 * them or by none. A winner is chosen for the markets that exclude each other.
 */
import type { Payout } from "./catalog.ts";
import type { CommandOf, EventAction } from "./command.ts";
import { elementAt } from "./element-at.ts";
import type { Event } from "./event.ts";
import {
  decideArchiving,
  decideStatus,
  refuseProposal,
  refuseResolution,
  refuseStatus,
  resolutionEvents,
  rivalsIn,
  STATUS_STEPS,
} from "./lifecycle.ts";
import type { MarketPayout, Rivals } from "./lifecycle.ts";
import { isRejection, reject } from "./rejection.ts";
import type { Rejection } from "./rejection.ts";
import type { Exchange, Market, MarketEvent } from "./state.ts";

type Decision = Event[] | Rejection;
type WinnerCommand = CommandOf<"propose-winner" | "resolve-event">;

/** The step that each market takes. */
const MARKET_STEPS = {
  "open-event": "open-market",
  "pause-event": "pause-market",
  "resume-event": "resume-market",
  "archive-event": "archive-market",
} as const satisfies { readonly [Action in EventAction]: keyof typeof STATUS_STEPS };

const YES: Payout = [1, 0];
const NO: Payout = [0, 1];

export function decideForEvent(
  exchange: Exchange,
  command: CommandOf<EventAction> | WinnerCommand,
): Decision {
  const event = exchange.events.get(command.eventId);
  if (event === undefined) return unknownEvent(command.eventId);
  if (event.markets.length === 0)
    return reject("unknown_market", `expected an event with markets, event ${event.id} has none`);
  switch (command.type) {
    case "open-event":
    case "pause-event":
    case "resume-event":
    case "archive-event":
      return decideSteps(event, MARKET_STEPS[command.type]);
    case "propose-winner":
      return decideProposals(event, command);
    case "resolve-event":
      return decideResolutions(exchange, event, command.winner);
  }
}

export const unknownEvent = (id: string): Rejection => reject("unknown_event", `no event has id ${id}`);

/** Markets whose status does not take the step stay as they are; where none does, the step is refused. */
function decideSteps({ markets }: MarketEvent, step: keyof typeof STATUS_STEPS): Decision {
  const { from, to } = STATUS_STEPS[step];
  const fitting = markets.filter(({ status }) => from.some((one) => one === status));
  if (fitting.length > 0) return decideEach(fitting, (market) => decideStep(market, step));
  const first = elementAt(markets, 0);
  return markets.some(({ status }) => status === to)
    ? []
    : (refuseOf(first, refuseStatus(first, step)) ?? []);
}

const decideStep = (market: Market, step: keyof typeof STATUS_STEPS): Decision =>
  step === "archive-market" ? decideArchiving(market) : decideStatus(market, step);

/** The decisions of all markets, or the first refusal. */
function decideEach(markets: readonly Market[], decideOne: (market: Market) => Decision): Decision {
  const events: Event[] = [];
  for (const market of markets) {
    const decision = decideOne(market);
    if (isRejection(decision)) return refuseOf(market, decision);
    for (const event of decision) events.push(event);
  }
  return events;
}

/** A refusal of the whole step, which names the market in its way. */
function refuseOf(market: Market, refusal: Rejection): Rejection;
function refuseOf(market: Market, refusal: Rejection | undefined): Rejection | undefined;
function refuseOf({ conditionId }: Market, refusal: Rejection | undefined): Rejection | undefined {
  return refusal && { ...refusal, hint: `market ${conditionId}: ${refusal.hint}; no market was changed` };
}

function decideProposals(event: MarketEvent, command: CommandOf<"propose-winner">): Decision {
  const open = listUndecided(event, command.winner);
  if (isRejection(open)) return open;
  const { evidence, link } = command;
  const left = open.filter(({ market, payout }) => !isProposed(market, payout));
  return (
    refuseAny(event, left, refuseProposal) ??
    left.map((one) => ({ type: "resolution-proposed", ...one, evidence, link }))
  );
}

const isProposed = ({ proposal }: Market, payout: Payout): boolean =>
  proposal !== undefined && !proposal.disputed && isSame(proposal.payout, payout);

function decideResolutions(exchange: Exchange, event: MarketEvent, winner: string): Decision {
  const open = decideWinner(event, winner);
  return isRejection(open) ? open : resolutionEvents(exchange, open);
}

/** The markets that resolve with this winner, each with its payout; refused where one of them cannot. */
export function decideWinner(event: MarketEvent, winner: string): MarketPayout[] | Rejection {
  const open = listUndecided(event, winner);
  return isRejection(open) ? open : (refuseAny(event, open, refuseResolution) ?? open);
}

function refuseAny(
  event: MarketEvent,
  resolutions: readonly MarketPayout[],
  refuse: (resolution: MarketPayout, rivals: Rivals) => Rejection | undefined,
): Rejection | undefined {
  const rivals = rivalsIn(event);
  for (const resolution of resolutions) {
    const refusal = refuse(resolution, rivals);
    if (refusal !== undefined) return refuseOf(resolution.market, refusal);
  }
  return undefined;
}

/**
 * The markets that this winner decides, each with its payout: all but those that are resolved so already, and losers
 * that were archived without a payout. Refused where several markets may win, and where nothing is left to decide.
 */
function listUndecided(event: MarketEvent, winner: string): MarketPayout[] | Rejection {
  const { id, markets } = event;
  if (!markets.some(({ conditionId }) => conditionId === winner))
    return reject("unknown_market", `expected a market of event ${id} as the winner, got ${winner}`);
  const other = markets.find(({ negativeRisk }) => !negativeRisk);
  if (other !== undefined)
    return reject(
      "not_negative_risk",
      `expected an event of which exactly one market wins; market ${other.conditionId} of event ${id} may win beside others: resolve each by itself`,
    );
  const open = markets
    .map((market) => ({ market, payout: market.conditionId === winner ? YES : NO }))
    .filter(({ market, payout }) => !isDecided(market, payout));
  if (open.length > 0) return open;
  return reject("market_already_resolved", `all markets of event ${id} are resolved with this winner`);
}

/** True if nothing is left to do: the market has this payout, or was archived as one that did not win. */
const isDecided = ({ payout, status }: Market, wanted: Payout): boolean =>
  payout === undefined ? status === "archived" && wanted === NO : isSame(payout, wanted);

const isSame = (one: Payout, other: Payout): boolean => one[0] === other[0] && one[1] === other[1];
