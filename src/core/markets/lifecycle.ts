/**
 * The life of a market: the steps from one status to another, and the conditions of a resolution. A proposal stands
 * beside the status, since trading goes on while it is open. docs/operating/market-lifecycle.md draws these tables.
 */
import { listOrders } from "../orders/book.ts";
import { buildCancelEvents } from "../orders/canceled-orders.ts";
import type { MarketStatus, Payout } from "./catalog.ts";
import type { CommandOf, EventAction, MarketAction } from "../events/command.ts";
import { elementAt } from "../values/element-at.ts";
import type { CancelReason, Event, EventOf } from "../events/event.ts";
import { exclusiveMarkets, isNo, isOpen, isYes, mayWin } from "../ledger/negative-risk.ts";
import { isRejection, reject } from "../rejection.ts";
import type { Rejection } from "../rejection.ts";
import { buildRedemption, unknownMarket } from "../ledger/sets.ts";
import { marketNumber, tokenNumber } from "../state.ts";
import type { Account, Exchange, Market, MarketEvent } from "../state.ts";
import { collateralText } from "../units.ts";

type Decision = Event[] | Rejection;

type MarketStep = MarketAction | "propose-resolution" | "resolve-market";

/** The steps that change the status of a market. */
export const STATUS_STEPS = {
  "open-market": { from: ["draft"], to: "active" },
  "pause-market": { from: ["active"], to: "paused" },
  "resume-market": { from: ["paused"], to: "active" },
  "resolve-market": { from: ["active", "paused"], to: "resolved" },
  "undo-resolution": { from: ["resolved"], to: "paused" },
  "archive-market": { from: ["draft", "active", "paused", "resolved"], to: "archived" },
} as const satisfies {
  readonly [Step in MarketStep]?: { readonly from: readonly MarketStatus[]; readonly to: MarketStatus };
};

export type ProposalStage = "none" | "proposed" | "disputed";

/** The steps that change the proposal of a market that is active or paused. */
export const PROPOSAL_STEPS = {
  "propose-resolution": { from: ["none", "disputed"], to: "proposed" },
  "dispute-resolution": { from: ["proposed"], to: "disputed" },
  "resolve-market": { from: ["none", "proposed", "disputed"], to: "none" },
  "archive-market": { from: ["none", "proposed", "disputed"], to: "none" },
} as const satisfies {
  readonly [Step in MarketStep]?: { readonly from: readonly ProposalStage[]; readonly to: ProposalStage };
};

export const getProposalStage = ({ proposal }: Market): ProposalStage => {
  if (proposal === undefined) return "none";
  return proposal.disputed ? "disputed" : "proposed";
};

function takesStep(market: Market, step: keyof typeof PROPOSAL_STEPS): boolean {
  const from: readonly ProposalStage[] = PROPOSAL_STEPS[step].from;
  return from.includes(getProposalStage(market));
}

export function decideMarketAction(exchange: Exchange, command: CommandOf<MarketAction>): Decision {
  const market = exchange.marketByCondition.get(command.conditionId);
  if (market === undefined) return unknownMarket(command.conditionId);
  switch (command.type) {
    case "open-market":
    case "pause-market":
    case "resume-market":
      return decideStatus(market, command.type);
    case "dispute-resolution":
      return decideDispute(market);
    case "undo-resolution":
      return decideUndoing(market);
    case "archive-market":
      return decideArchiving(market);
  }
}

/** Decides a change of status. A step that was already taken changes nothing. */
function decideStatus(market: Market, step: keyof typeof STATUS_STEPS): Decision {
  const { to } = STATUS_STEPS[step];
  if (market.status === to) return [];
  return rejectStatus(market, step) ?? [{ type: "market-status-changed", market, status: to }];
}

function rejectStatus({ status }: Market, step: keyof typeof STATUS_STEPS): Rejection | undefined {
  const from: readonly MarketStatus[] = STATUS_STEPS[step].from;
  if (from.includes(status)) return undefined;
  const expected = `expected a market that is ${from.join(" or ")}, got ${status}`;
  if (status === "draft") return reject("market_not_open", expected);
  if (status === "resolved" && step === "resolve-market") return reject("market_already_resolved", expected);
  return isOver(status) ? reject("market_closed", expected) : reject("market_not_draft", expected);
}

export const isOver = (status: MarketStatus): boolean => status === "resolved" || status === "archived";

export function decideProposal(exchange: Exchange, command: CommandOf<"propose-resolution">): Decision {
  const market = exchange.marketByCondition.get(command.conditionId);
  if (market === undefined) return unknownMarket(command.conditionId);
  const { payout, evidence, link } = command;
  return (
    rejectProposal({ market, payout }, rivalsIn(market.event)) ?? [
      { type: "resolution-proposed", market, payout, evidence, link },
    ]
  );
}

function rejectProposal(resolution: MarketPayout, rivals: Rivals): Rejection | undefined {
  const { market } = resolution;
  const refusal = rejectStatus(market, "resolve-market");
  if (refusal !== undefined) return refusal;
  if (!takesStep(market, "propose-resolution"))
    return reject("proposal_exists", `${payoutText(market.proposal?.payout)} is proposed and not disputed`);
  return rejectPayout(resolution, rivals);
}

function decideDispute(market: Market): Decision {
  if (takesStep(market, "dispute-resolution")) return [{ type: "resolution-disputed", market }];
  return reject("no_proposal", `expected a proposal that is not disputed, got ${getProposalStage(market)}`);
}

export function decideResolution(exchange: Exchange, command: CommandOf<"resolve-market">): Decision {
  const resolution = decidePayout(exchange, command);
  return isRejection(resolution) ? resolution : resolutionEvents(exchange, [resolution]);
}

/** A market with the payout that it resolves to. */
export type MarketPayout = { readonly market: Market; readonly payout: Payout };

/** Finds the market of a resolution; rejects if the market cannot resolve to the payout. */
export function decidePayout(
  exchange: Exchange,
  { conditionId, payout }: { readonly conditionId: string; readonly payout: Payout },
): MarketPayout | Rejection {
  const market = exchange.marketByCondition.get(conditionId);
  if (market === undefined) return unknownMarket(conditionId);
  return rejectResolution({ market, payout }, rivalsIn(market.event)) ?? { market, payout };
}

const rejectResolution = (resolution: MarketPayout, rivals: Rivals): Rejection | undefined =>
  rejectStatus(resolution.market, "resolve-market") ?? rejectPayout(resolution, rivals);

/** Lists the events of a resolution: it cancels all resting orders, and pays holders in markets that pay at once. */
function resolutionEvents(exchange: Exchange, resolutions: readonly MarketPayout[]): Event[] {
  const events = resolutions.flatMap(({ market, payout }): Event[] => [
    ...cancelAll(market, "market-resolved"),
    { type: "market-resolved", market, payout },
  ]);
  const paid = resolutions.filter(({ market }) => paysAtOnce(exchange, market));
  for (const redeemed of listRedemptions(exchange, paid)) events.push(redeemed);
  return events;
}

/** True if the resolution of the market pays everyone; otherwise each holder redeems. */
export const paysAtOnce = (
  { rules }: Pick<Exchange, "rules">,
  { autoRedeem }: Pick<Market, "autoRedeem">,
): boolean => autoRedeem ?? rules.autoRedeem;

/** Yields the redemptions of everyone who has shares, by account. */
export function* listRedemptions(
  exchange: Exchange,
  resolutions: readonly MarketPayout[],
): Generator<EventOf<"redeemed">> {
  if (resolutions.length === 0) return;
  const byNumber = new Map(resolutions.map((resolution) => [resolution.market.no, resolution]));
  for (const account of exchange.accountByAddress.values()) {
    for (const { market, payout } of listHeldMarkets(account, byNumber)) {
      const redeemed = buildRedemption(account, market, payout);
      if (redeemed !== undefined) yield redeemed;
    }
  }
}

/** Yields the markets in which the account may have shares: from its positions, if these are fewer than the markets. */
function* listHeldMarkets(
  { positions }: Account,
  byNumber: ReadonlyMap<number, MarketPayout>,
): Generator<MarketPayout> {
  if (positions.size >= byNumber.size) return yield* byNumber.values();
  for (const token of positions.keys()) {
    const resolution = byNumber.get(marketNumber(token));
    if (resolution === undefined) continue;
    const first = tokenNumber(resolution.market, 0);
    if (token === first || !positions.has(first)) yield resolution;
  }
}

/** Rejects impossible payouts: in a negative-risk event exactly one market resolves YES, and none to half. */
function rejectPayout(
  { market, payout }: MarketPayout,
  { winners, open, count }: Rivals,
): Rejection | undefined {
  if (!market.negativeRisk) return undefined;
  const got = `got ${payoutText(payout)}`;
  if (payout[0] === payout[1])
    return reject("invalid_payout", `expected YES or NO in a negative-risk market, ${got}`);
  const won = winners.find((other) => other !== market);
  if (isYes(payout) && won !== undefined)
    return reject("invalid_payout", `expected NO: market ${won.conditionId} resolved YES, ${got}`);
  const undecided = open > (mayWin(market) ? 1 : 0);
  if (isNo(payout) && won === undefined && !undecided && count > 1)
    return reject("invalid_payout", `expected YES: all other markets of the event resolved NO, ${got}`);
  return undefined;
}

/** The winners among an event's mutually exclusive markets, the number that may still win, and the number of all. */
type Rivals = { readonly winners: readonly Market[]; readonly open: number; readonly count: number };

function rivalsIn(event: MarketEvent): Rivals {
  const markets = exclusiveMarkets(event);
  return {
    winners: markets.filter(({ payout }) => isYes(payout)),
    open: markets.filter(mayWin).length,
    count: markets.length,
  };
}

function payoutText(payout: Payout | undefined): string {
  if (payout === undefined) return "none";
  if (isYes(payout)) return "YES";
  return isNo(payout) ? "NO" : "half to each outcome";
}

const rejectUnresolved = ({ status }: Market): Rejection | undefined =>
  status === "resolved"
    ? undefined
    : reject("market_not_resolved", `expected a market that is resolved, got ${status}`);

function decideUndoing(market: Market): Decision {
  const unresolved = rejectUnresolved(market);
  if (unresolved !== undefined) return unresolved;
  if (market.redeemed > 0)
    return reject("already_redeemed", "shares were redeemed since the resolution, which stays");
  if (market.negativeRisk && market.burned !== market.event.converted)
    return reject("already_redeemed", "shares of the event were converted since the resolution, which stays");
  return [{ type: "resolution-undone", market }];
}

function decideArchiving(market: Market): Decision {
  const step = decideStatus(market, "archive-market");
  if (isRejection(step) || step.length === 0 || !isOpen(market)) return step;
  if (market.backing > 0)
    return reject(
      "market_has_shares",
      `shares worth ${collateralText(market.backing)} are outstanding; resolve the market first`,
    );
  return [...cancelAll(market, "market-archived"), ...step];
}

const cancelAll = ({ book }: Market, reason: CancelReason): Event[] =>
  buildCancelEvents(listOrders(book), reason);

// Steps of all markets of an event together: decided for each market against the same state, and then taken by all of
// them or by none. A winner is chosen for the markets that exclude each other.

type EventDecision = Event[] | Rejection;
type WinnerCommand = CommandOf<"propose-winner" | "resolve-event">;

/** Market's step by event step. */
const MARKET_STEPS = {
  "open-event": "open-market",
  "pause-event": "pause-market",
  "resume-event": "resume-market",
  "undo-event": "undo-resolution",
  "archive-event": "archive-market",
} as const satisfies { readonly [Action in EventAction]: keyof typeof STATUS_STEPS };

const YES: Payout = [1, 0];
const NO: Payout = [0, 1];

export function decideForEvent(
  exchange: Exchange,
  command: CommandOf<EventAction> | WinnerCommand,
): EventDecision {
  const event = exchange.events.get(command.eventId);
  if (event === undefined) return unknownEvent(command.eventId);
  if (event.markets.length === 0)
    return reject("unknown_market", `expected an event with markets, event ${event.id} has none`);
  switch (command.type) {
    case "open-event":
    case "pause-event":
    case "resume-event":
    case "undo-event":
    case "archive-event":
      return decideSteps(event, MARKET_STEPS[command.type]);
    case "propose-winner":
      return decideProposals(event, command);
    case "resolve-event":
      return decideResolutions(exchange, event, command.winner);
  }
}

export const unknownEvent = (id: string): Rejection => reject("unknown_event", `no event has id ${id}`);

/** Decides a step of all markets whose status allows it; rejects the step if no market's status does. */
function decideSteps({ markets }: MarketEvent, step: keyof typeof STATUS_STEPS): EventDecision {
  const { from, to } = STATUS_STEPS[step];
  const fitting = markets.filter(({ status }) => from.some((one) => one === status));
  if (fitting.length > 0) return decideEach(fitting, (market) => decideStep(market, step));
  const first = elementAt(markets, 0);
  return markets.some(({ status }) => status === to)
    ? []
    : (rejectionOfMarket(first, rejectStep(first, step)) ?? []);
}

const decideStep = (market: Market, step: keyof typeof STATUS_STEPS): EventDecision => {
  if (step === "undo-resolution") return decideUndoing(market);
  return step === "archive-market" ? decideArchiving(market) : decideStatus(market, step);
};

const rejectStep = (market: Market, step: keyof typeof STATUS_STEPS): Rejection | undefined =>
  step === "undo-resolution" ? rejectUnresolved(market) : rejectStatus(market, step);

/** Collects the events of all markets, or returns the first rejection. */
function decideEach(markets: readonly Market[], decideOne: (market: Market) => EventDecision): EventDecision {
  const events: Event[] = [];
  for (const market of markets) {
    const decision = decideOne(market);
    if (isRejection(decision)) return rejectionOfMarket(market, decision);
    for (const event of decision) events.push(event);
  }
  return events;
}

/** Turns a market's rejection into one of the whole step, which names the market. */
function rejectionOfMarket(market: Market, refusal: Rejection): Rejection;
function rejectionOfMarket(market: Market, refusal: Rejection | undefined): Rejection | undefined;
function rejectionOfMarket({ conditionId }: Market, refusal: Rejection | undefined): Rejection | undefined {
  return refusal && { ...refusal, hint: `market ${conditionId}: ${refusal.hint}; no market was changed` };
}

function decideProposals(event: MarketEvent, command: CommandOf<"propose-winner">): EventDecision {
  const open = listUndecided(event, command.winner);
  if (isRejection(open)) return open;
  const { evidence, link } = command;
  const left = open.filter(({ market, payout }) => !isProposed(market, payout));
  return (
    findFirstRejection(event, left, rejectProposal) ??
    left.map((one) => ({ type: "resolution-proposed", ...one, evidence, link }))
  );
}

const isProposed = ({ proposal }: Market, payout: Payout): boolean =>
  proposal !== undefined && !proposal.disputed && isSame(proposal.payout, payout);

function decideResolutions(exchange: Exchange, event: MarketEvent, winner: string): EventDecision {
  const open = decideWinner(event, winner);
  return isRejection(open) ? open : resolutionEvents(exchange, open);
}

/** Lists the markets that resolve with this winner, each with its payout; rejects if one of them cannot resolve. */
export function decideWinner(event: MarketEvent, winner: string): MarketPayout[] | Rejection {
  const open = listUndecided(event, winner);
  return isRejection(open) ? open : (findFirstRejection(event, open, rejectResolution) ?? open);
}

function findFirstRejection(
  event: MarketEvent,
  resolutions: readonly MarketPayout[],
  refuse: (resolution: MarketPayout, rivals: Rivals) => Rejection | undefined,
): Rejection | undefined {
  const rivals = rivalsIn(event);
  for (const resolution of resolutions) {
    const refusal = refuse(resolution, rivals);
    if (refusal !== undefined) return rejectionOfMarket(resolution.market, refusal);
  }
  return undefined;
}

/**
 * Lists the markets that this winner decides, each with its payout. Markets already resolved like that, and losers
 * archived without a payout, are left out. Rejects if several markets may win, or if nothing is left to decide.
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
