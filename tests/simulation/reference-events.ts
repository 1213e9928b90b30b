/** Steps of all markets of an event together in the reference: each market says no, or all of them take the step. */
import type { EventAction } from "../../src/core/events/command.ts";
import { supply } from "./reference-figures.ts";
import { payOut } from "./reference-ledger.ts";
import { ordersIn, refuseDecision, refusePayout, removeOrders } from "./reference-lifecycle.ts";
import type { Payout } from "./reference-lifecycle.ts";
import { done, refused } from "./outcome.ts";
import type { SimulatedCommandOf, Outcome } from "./outcome.ts";
import { isOpen, sharesOf } from "./reference-state.ts";
import type { Reference, RefMarket } from "./reference-state.ts";

const marketsOf = (reference: Reference, eventId: string): RefMarket[] =>
  reference.markets.filter(({ event }) => event.id === eventId);

export function stepAll(reference: Reference, { type, eventId }: SimulatedCommandOf<EventAction>): Outcome {
  const markets = marketsOf(reference, eventId);
  const [first] = markets;
  if (first === undefined) return refused("unknown_event");
  if (type === "archive-event") return archiveAll(reference, markets);
  if (type === "undo-event") return undoAll(markets);
  const from = { "open-event": "draft", "pause-event": "active", "resume-event": "paused" }[type];
  const to = type === "pause-event" ? "paused" : "active";
  const moved = markets.filter(({ status }) => status === from);
  for (const market of moved) market.status = to;
  if (moved.length > 0) return done(...moved.map(({ condition }) => `${to} ${condition}`));
  if (markets.some(({ status }) => status === to)) return done();
  if (first.status === "draft") return refused("market_not_open");
  return refused(isOpen(first) ? "market_not_draft" : "market_closed");
}

function archiveAll(reference: Reference, markets: readonly RefMarket[]): Outcome {
  const left = markets.filter(({ status }) => status !== "archived");
  const owned = (market: RefMarket): boolean => market.tokens.some((token) => supply(reference, token) > 0);
  if (left.some((market) => isOpen(market) && owned(market))) return refused("market_has_shares");
  const facts = left.flatMap((market) => {
    const canceled = removeOrders(reference, ordersIn(reference, market), "market-archived");
    Object.assign(market, { status: "archived", proposal: undefined });
    return [...canceled, `archived ${market.condition}`];
  });
  return done(...facts);
}

function undoAll(markets: readonly RefMarket[]): Outcome {
  const resolved = markets.filter(({ status }) => status === "resolved");
  if (resolved.length === 0)
    return markets.some(({ status }) => status === "paused") ? done() : refused("market_not_resolved");
  const isPaid = ({ redeemed, negativeRisk, burned, event }: RefMarket): boolean =>
    redeemed > 0 || (negativeRisk && burned < event.converted);
  if (resolved.some(isPaid)) return refused("already_redeemed");
  for (const market of resolved)
    Object.assign(market, { status: "paused", payout: undefined, resolvedAt: 0 });
  return done(...resolved.map(({ condition }) => `undone ${condition}`));
}

type Wanted = { readonly market: RefMarket; readonly payout: Payout };

/** The markets that a winner still decides; an outcome that refuses where there is none. */
function undecided(reference: Reference, eventId: string, winner: string): Wanted[] | Outcome {
  const markets = marketsOf(reference, eventId);
  if (markets.length === 0) return refused("unknown_event");
  if (markets.every(({ condition }) => condition !== winner)) return refused("unknown_market");
  if (markets.some(({ negativeRisk }) => !negativeRisk)) return refused("not_negative_risk");
  const left = markets.flatMap((market): Wanted[] => {
    const wins = market.condition === winner;
    if (market.payout === undefined)
      return market.status === "archived" && !wins ? [] : [{ market, payout: wins ? [1, 0] : [0, 1] }];
    const isSo = market.payout[0] === (wins ? 1 : 0) && market.payout[1] === (wins ? 0 : 1);
    return isSo ? [] : [{ market, payout: wins ? [1, 0] : [0, 1] }];
  });
  return left.length > 0 ? left : refused("market_already_resolved");
}

export function proposeWinner(reference: Reference, command: SimulatedCommandOf<"propose-winner">): Outcome {
  const found = undecided(reference, command.eventId, command.winner);
  if ("refusals" in found) return found;
  const left = found.filter(({ market: { proposal }, payout }) => {
    const isStanding = proposal?.disputed === false;
    return !isStanding || proposal.payout.join("/") !== payout.join("/");
  });
  for (const { market, payout } of left) {
    const refusals = [...refuseDecision(market), ...refusePayout(reference, market, payout)];
    if (market.proposal?.disputed === false) refusals.push("proposal_exists");
    if (refusals.length > 0) return refused(...refusals);
  }
  for (const { market, payout } of left) market.proposal = { payout, disputed: false };
  return done(...left.map(({ market, payout }) => `proposed ${market.condition} ${payout.join("/")}`));
}

export function resolveEvent(
  reference: Reference,
  command: SimulatedCommandOf<"resolve-event">,
  at: number,
): Outcome {
  const left = undecided(reference, command.eventId, command.winner);
  if ("refusals" in left) return left;
  for (const { market, payout } of left) {
    const refusals = [...refuseDecision(market), ...refusePayout(reference, market, payout)];
    if (refusals.length > 0) return refused(...refusals);
  }
  const facts = left.flatMap(({ market, payout }) => {
    const canceled = removeOrders(reference, ordersIn(reference, market), "market-resolved");
    Object.assign(market, { status: "resolved", payout, proposal: undefined, resolvedAt: at, redeemed: 0 });
    return [...canceled, `resolved ${market.condition} ${payout.join("/")}`];
  });
  const paying = left.filter(({ market }) => market.autoRedeem ?? reference.rules.autoRedeem);
  const paid = reference.wallets.flatMap((wallet) =>
    paying
      .filter(({ market }) => market.tokens.some((token) => sharesOf(wallet, token) > 0))
      .map(({ market }) => payOut(market, wallet, at)),
  );
  return done(...facts, ...paid);
}
