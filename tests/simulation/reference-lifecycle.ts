/** Operators' commands in the reference: the life of a market from its opening to the archive, and bans. */
import type { RejectionCode } from "../../src/core/rejection.ts";
import { supply } from "./reference-figures.ts";
import { payOut } from "./reference-ledger.ts";
import { cancelFactText, done, refused } from "./outcome.ts";
import type { SimulatedCommandOf, Outcome } from "./outcome.ts";
import { findMarket, isOpen, mayWin, sharesOf } from "./reference-state.ts";
import type { Reference, RefMarket, RefOrder } from "./reference-state.ts";

export type Payout = NonNullable<RefMarket["payout"]>;

/** Removes these orders from the book. */
export function removeOrders(reference: Reference, orders: readonly RefOrder[], reason: string): string[] {
  reference.orders = reference.orders.filter((order) => !orders.includes(order));
  return orders.map(({ id, size, remaining }) =>
    cancelFactText(id, { matched: size - remaining, canceled: remaining }, reason),
  );
}

export const ordersIn = (reference: Reference, market: RefMarket): RefOrder[] =>
  reference.orders.filter((order) => order.market === market);

export function open(reference: Reference, condition: string): Outcome {
  const market = findMarket(reference, condition);
  if (market === undefined) return refused("unknown_market");
  if (market.status === "resolved" || market.status === "archived") return refused("market_closed");
  if (market.status === "active") return done();
  if (market.status === "paused") return refused("market_not_draft");
  market.status = "active";
  return done(`active ${market.condition}`);
}

export function pauseOrResume(
  reference: Reference,
  condition: string,
  step: "pause-market" | "resume-market",
): Outcome {
  const market = findMarket(reference, condition);
  if (market === undefined) return refused("unknown_market");
  if (market.status === "draft") return refused("market_not_open");
  if (!isOpen(market)) return refused("market_closed");
  const status = step === "pause-market" ? "paused" : "active";
  if (market.status === status) return done();
  market.status = status;
  return done(`${status} ${market.condition}`);
}

/** Lists the refusals of a proposal or resolution that a market's status causes. */
export function refuseDecision({ status }: RefMarket): RejectionCode[] {
  if (status === "draft") return ["market_not_open"];
  if (status === "archived") return ["market_closed"];
  return status === "resolved" ? ["market_already_resolved"] : [];
}

/** Refuses a payout by which not exactly one market of a negative-risk event would pay YES. */
export function refusePayout(reference: Reference, market: RefMarket, [yes, no]: Payout): RejectionCode[] {
  if (!market.negativeRisk) return [];
  const others = reference.markets.filter(
    (other) => other !== market && other.negativeRisk && other.event === market.event,
  );
  const half = yes > 0 && no > 0;
  const won = others.some(({ payout }) => payout?.[1] === 0);
  const undecided = others.some(mayWin);
  const last = yes === 0 && others.length > 0 && !won && !undecided;
  return half || (yes > 0 && won) || last ? ["invalid_payout"] : [];
}

export function propose(reference: Reference, command: SimulatedCommandOf<"propose-resolution">): Outcome {
  const { conditionId, payout } = command;
  const market = findMarket(reference, conditionId);
  if (market === undefined) return refused("unknown_market");
  const refusals = [...refuseDecision(market), ...refusePayout(reference, market, payout)];
  if (market.proposal?.disputed === false) refusals.push("proposal_exists");
  if (refusals.length > 0) return refused(...refusals);
  market.proposal = { payout, disputed: false };
  return done(`proposed ${conditionId} ${payout.join("/")}`);
}

export function dispute(reference: Reference, condition: string): Outcome {
  const market = findMarket(reference, condition);
  if (market === undefined) return refused("unknown_market");
  if (market.proposal === undefined || market.proposal.disputed) return refused("no_proposal");
  market.proposal.disputed = true;
  return done(`disputed ${market.condition}`);
}

export function resolve(
  reference: Reference,
  command: SimulatedCommandOf<"resolve-market">,
  at: number,
): Outcome {
  const { conditionId, payout } = command;
  const market = findMarket(reference, conditionId);
  if (market === undefined) return refused("unknown_market");
  const refusals = [...refuseDecision(market), ...refusePayout(reference, market, payout)];
  if (refusals.length > 0) return refused(...refusals);
  const facts = removeOrders(reference, ordersIn(reference, market), "market-resolved");
  Object.assign(market, { status: "resolved", payout, proposal: undefined, resolvedAt: at, redeemed: 0 });
  facts.push(`resolved ${conditionId} ${payout.join("/")}`);
  if (!(market.autoRedeem ?? reference.rules.autoRedeem)) return done(...facts);
  const holders = reference.wallets.filter((wallet) =>
    market.tokens.some((token) => sharesOf(wallet, token) > 0),
  );
  return done(...facts, ...holders.map((wallet) => payOut(market, wallet, at)));
}

export function undo(reference: Reference, condition: string): Outcome {
  const market = findMarket(reference, condition);
  if (market === undefined) return refused("unknown_market");
  if (market.status !== "resolved") return refused("market_not_resolved");
  const missed = market.negativeRisk && market.burned < market.event.converted;
  if (market.redeemed > 0 || missed) return refused("already_redeemed");
  Object.assign(market, { status: "paused", payout: undefined, resolvedAt: 0 });
  return done(`undone ${market.condition}`);
}

export function archive(reference: Reference, condition: string): Outcome {
  const market = findMarket(reference, condition);
  if (market === undefined) return refused("unknown_market");
  if (market.status === "archived") return done();
  const owned = market.tokens.some((token) => supply(reference, token) > 0);
  if (isOpen(market) && owned) return refused("market_has_shares");
  const facts = removeOrders(reference, ordersIn(reference, market), "market-archived");
  market.status = "archived";
  market.proposal = undefined;
  return done(...facts, `archived ${market.condition}`);
}

export function ban(reference: Reference, { type, address }: SimulatedCommandOf<"ban" | "unban">): Outcome {
  if (reference.banned.has(address) === (type === "ban")) return done();
  if (type === "unban") {
    reference.banned.delete(address);
    return done(`unbanned ${address}`);
  }
  reference.banned.add(address);
  const orders = reference.orders.filter((order) => order.wallet.owner === address);
  return done(`banned ${address}`, ...removeOrders(reference, orders, "banned"));
}
