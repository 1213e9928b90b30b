/**
 * The life of a market: the steps from one status to another, and the conditions of a resolution. A proposal stands
 * beside the status, since trading goes on while it is open. docs/market-lifecycle.md draws these tables.
 */
import { listOrders } from "./book.ts";
import { cancelsOf } from "./canceled-orders.ts";
import type { MarketStatus, Payout } from "./catalog.ts";
import type { CommandOf, MarketAction } from "./command.ts";
import type { CancelReason, Event, EventOf } from "./event.ts";
import { exclusiveMarkets, isNo, isOpen, isYes, mayWin } from "./negative-risk.ts";
import { isRejection, reject } from "./rejection.ts";
import type { Rejection } from "./rejection.ts";
import { redemptionOf, unknownMarket } from "./sets.ts";
import { marketNumber, tokenNumber } from "./state.ts";
import type { Account, Exchange, Market, MarketEvent } from "./state.ts";
import { collateralText } from "./units.ts";

type Decision = Event[] | Rejection;

export type MarketStep = MarketAction | "propose-resolution" | "resolve-market";

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

export const stageOf = ({ proposal }: Market): ProposalStage => {
  if (proposal === undefined) return "none";
  return proposal.disputed ? "disputed" : "proposed";
};

function takesStep(market: Market, step: keyof typeof PROPOSAL_STEPS): boolean {
  const from: readonly ProposalStage[] = PROPOSAL_STEPS[step].from;
  return from.includes(stageOf(market));
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
export function decideStatus(market: Market, step: keyof typeof STATUS_STEPS): Decision {
  const { to } = STATUS_STEPS[step];
  if (market.status === to) return [];
  return refuseStatus(market, step) ?? [{ type: "market-status-changed", market, status: to }];
}

export function refuseStatus({ status }: Market, step: keyof typeof STATUS_STEPS): Rejection | undefined {
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
    refuseProposal({ market, payout }, rivalsIn(market.event)) ?? [
      { type: "resolution-proposed", market, payout, evidence, link },
    ]
  );
}

export function refuseProposal(resolution: MarketPayout, rivals: Rivals): Rejection | undefined {
  const { market } = resolution;
  const refusal = refuseStatus(market, "resolve-market");
  if (refusal !== undefined) return refusal;
  if (!takesStep(market, "propose-resolution"))
    return reject("proposal_exists", `${payoutText(market.proposal?.payout)} is proposed and not disputed`);
  return refusePayout(resolution, rivals);
}

function decideDispute(market: Market): Decision {
  if (takesStep(market, "dispute-resolution")) return [{ type: "resolution-disputed", market }];
  return reject("no_proposal", `expected a proposal that is not disputed, got ${stageOf(market)}`);
}

export function decideResolution(exchange: Exchange, command: CommandOf<"resolve-market">): Decision {
  const market = exchange.marketByCondition.get(command.conditionId);
  if (market === undefined) return unknownMarket(command.conditionId);
  const resolution = { market, payout: command.payout };
  return refuseResolution(resolution, rivalsIn(market.event)) ?? resolutionEvents(exchange, [resolution]);
}

/** A market with the payout that it resolves to. */
export type MarketPayout = { readonly market: Market; readonly payout: Payout };

export const refuseResolution = (resolution: MarketPayout, rivals: Rivals): Rejection | undefined =>
  refuseStatus(resolution.market, "resolve-market") ?? refusePayout(resolution, rivals);

/** Lists the events of a resolution: it cancels all resting orders, and pays holders in markets that pay at once. */
export function resolutionEvents(exchange: Exchange, resolutions: readonly MarketPayout[]): Event[] {
  const events = resolutions.flatMap(({ market, payout }): Event[] => [
    ...cancelAll(market, "market-resolved"),
    { type: "market-resolved", market, payout },
  ]);
  const paid = resolutions.filter(({ market }) => paysAtOnce(exchange, market));
  for (const redeemed of redemptionsOf(exchange, paid)) events.push(redeemed);
  return events;
}

/** True if the resolution of the market pays everyone; otherwise each holder redeems. */
export const paysAtOnce = ({ rules }: Pick<Exchange, "rules">, { autoRedeem }: Market): boolean =>
  autoRedeem ?? rules.autoRedeem;

/** Yields the redemptions of everyone who has shares, by account. */
export function* redemptionsOf(
  exchange: Exchange,
  resolutions: readonly MarketPayout[],
): Generator<EventOf<"redeemed">> {
  if (resolutions.length === 0) return;
  const byNumber = new Map(resolutions.map((resolution) => [resolution.market.no, resolution]));
  for (const account of exchange.accountByAddress.values()) {
    for (const { market, payout } of heldOf(account, byNumber)) {
      const redeemed = redemptionOf(account, market, payout);
      if (redeemed !== undefined) yield redeemed;
    }
  }
}

/** Yields the markets in which the account may have shares: from its positions, if these are fewer than the markets. */
function* heldOf(
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
function refusePayout(
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
export type Rivals = { readonly winners: readonly Market[]; readonly open: number; readonly count: number };

export function rivalsIn(event: MarketEvent): Rivals {
  const markets = exclusiveMarkets(event);
  return {
    winners: markets.filter(({ payout }) => isYes(payout)),
    open: markets.filter(mayWin).length,
    count: markets.length,
  };
}

export function payoutText(payout: Payout | undefined): string {
  if (payout === undefined) return "none";
  if (isYes(payout)) return "YES";
  return isNo(payout) ? "NO" : "half to each outcome";
}

function decideUndoing(market: Market): Decision {
  if (market.status !== "resolved")
    return reject("market_not_resolved", `expected a market that is resolved, got ${market.status}`);
  if (market.redeemed > 0)
    return reject("already_redeemed", "shares were redeemed since the resolution, which stays");
  if (market.negativeRisk && market.burned !== market.event.converted)
    return reject("already_redeemed", "shares of the event were converted since the resolution, which stays");
  return [{ type: "resolution-undone", market }];
}

export function decideArchiving(market: Market): Decision {
  const step = decideStatus(market, "archive-market");
  if (isRejection(step) || step.length === 0 || !isOpen(market)) return step;
  if (market.backing > 0)
    return reject(
      "market_has_shares",
      `shares worth ${collateralText(market.backing)} are outstanding; resolve the market first`,
    );
  return [...cancelAll(market, "market-archived"), ...step];
}

const cancelAll = ({ book }: Market, reason: CancelReason): Event[] => cancelsOf(listOrders(book), reason);
