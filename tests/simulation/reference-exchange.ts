/**
 * A second, naive exchange: straightforward code over plain arrays, written from the rules and not from src/core.
 * The simulation runs every command on both and compares.
 */
import type { CatalogMarket } from "../../src/core/catalog.ts";
import type { RejectionCode } from "../../src/core/rejection.ts";
import type { Outcome, SimulatedCommand } from "./outcome.ts";
import { placeOrder } from "./reference-orders.ts";
import {
  addShares,
  doubleMidpoint,
  findMarket,
  findWallet,
  heldCash,
  heldShares,
  ONE,
  sharesOf,
} from "./reference-state.ts";
import type { Reference, RefMarket, RefOrder, RefWallet } from "./reference-state.ts";

type Named<T extends SimulatedCommand["type"]> = Extract<SimulatedCommand, { type: T }>;

const done = (...facts: string[]): Outcome => ({ refusals: [], facts });
const refused = (...refusals: RejectionCode[]): Outcome => ({ refusals, facts: [] });

/** Executes a command at `at` (ms) and tells what happened. */
export function executeReference(reference: Reference, command: SimulatedCommand, at: number): Outcome {
  switch (command.type) {
    case "place-order":
      return placeOrder(reference, command, at);
    case "cancel-order":
      return cancelOrder(reference, command);
    case "expire-orders":
      return expire(reference, at);
    case "record-prices":
      return recordPrices(reference, at);
    case "open-account":
      return openAccount(reference, command);
    case "credit":
      return credit(reference, command);
    case "list":
      return list(reference, command);
    case "pause-market":
    case "resume-market":
      return pauseOrResume(reference, command);
    case "resolve-market":
      return resolve(reference, command);
    case "split":
    case "merge":
      return changeSets(reference, command);
    case "redeem":
      return redeem(reference, command);
  }
}

function cancelOrder(reference: Reference, command: Named<"cancel-order">): Outcome {
  const order = reference.orders.find((one) => one.id === command.id && one.wallet.owner === command.owner);
  if (order === undefined) return refused("order_not_found");
  return done(...takeOut(reference, [order], "by-owner"));
}

function takeOut(reference: Reference, orders: readonly RefOrder[], reason: string): string[] {
  reference.orders = reference.orders.filter((order) => !orders.includes(order));
  return orders.map((order) => `canceled ${order.id} ${order.remaining} ${reason}`);
}

function expire(reference: Reference, at: number): Outcome {
  const due = reference.orders.filter((order) => order.expiresAt !== 0 && order.expiresAt <= at);
  due.sort((a, b) => a.expiresAt - b.expiresAt);
  return done(...takeOut(reference, due, "expired"));
}

function recordPrices(reference: Reference, at: number): Outcome {
  const minute = Math.floor(at / 60_000);
  const recorded: string[] = [];
  for (const market of reference.markets) {
    const midpoint = doubleMidpoint(reference, market);
    if (midpoint === undefined || market.recorded?.midpoint === midpoint) continue;
    if (market.recorded?.minute === minute) continue;
    market.recorded = { midpoint, minute };
    recorded.push(`${market.condition} ${midpoint}`);
  }
  return recorded.length === 0 ? done() : done(`prices ${minute} ${recorded.join(", ")}`);
}

function openAccount(reference: Reference, command: Named<"open-account">): Outcome {
  const { address, owner, credit: first } = command;
  const known = findWallet(reference, address);
  if (known !== undefined) return known.owner === owner ? done() : refused("wallet_taken");
  if (BigInt(first) + BigInt(reference.deposits) > BigInt(Number.MAX_SAFE_INTEGER))
    return refused("amount_too_large");
  reference.wallets.push({ address, owner, cash: first, shares: new Map() });
  reference.deposits += first;
  return done(`opened ${reference.wallets.length} ${address} of ${owner} with ${first}`);
}

function credit(reference: Reference, command: Named<"credit">): Outcome {
  const { address, amount } = command;
  const wallet = findWallet(reference, address);
  const refusals: RejectionCode[] = [];
  if (amount <= 0) refusals.push("invalid_amounts");
  if (wallet === undefined) refusals.push("unknown_account");
  if (BigInt(amount) + BigInt(reference.deposits) > BigInt(Number.MAX_SAFE_INTEGER))
    refusals.push("amount_too_large");
  if (refusals.length > 0 || wallet === undefined) return refused(...refusals);
  wallet.cash += amount;
  reference.deposits += amount;
  return done(`credited ${address} ${amount}`);
}

function list(reference: Reference, command: Named<"list">): Outcome {
  const { markets } = command.listing;
  const names = markets.flatMap((market) => [market.conditionId, ...market.tokenIds]);
  if (new Set(names).size < names.length || markets.some((market) => contradicts(reference, market)))
    return refused("listing_conflict");
  const facts = markets.map((terms) => listMarket(reference, terms));
  return done(`listed ${facts.join(", ")}`);
}

function contradicts(reference: Reference, terms: CatalogMarket): boolean {
  return reference.markets.some((market) => {
    const sameTokens = market.tokens.join() === terms.tokenIds.join();
    const overlap = market.tokens.some((token) => terms.tokenIds.includes(token));
    return market.condition === terms.conditionId ? !sameTokens : overlap;
  });
}

function listMarket(reference: Reference, terms: CatalogMarket): string {
  const { conditionId, tokenIds, tick, minimumLots, payout } = terms;
  let market = findMarket(reference, conditionId);
  const fixed = market !== undefined && isInUse(reference, market);
  if (market === undefined) {
    market = {
      condition: conditionId,
      tokens: tokenIds,
      tick,
      minimum: minimumLots,
      status: "draft",
      payout,
      lastTrade: undefined,
      volume: 0,
      recorded: undefined,
    };
    reference.markets.push(market);
  }
  if (!fixed) {
    const opened = market.status === "paused" ? "paused" : "active";
    const open = terms.active ? opened : "draft";
    const live = terms.closed ? "resolved" : open;
    Object.assign(market, { tick, minimum: minimumLots, payout, status: terms.archived ? "archived" : live });
  }
  const no = reference.markets.indexOf(market) + 1;
  return `${no} ${conditionId} ${market.status} tick ${market.tick} minimum ${market.minimum} pays ${market.payout?.join("/")}`;
}

/** Someone has shares or an open order, or it was paid out. */
function isInUse(reference: Reference, market: RefMarket): boolean {
  const paid = market.status === "resolved" && market.payout !== undefined;
  const ordered = reference.orders.some((order) => order.market === market);
  const owned = reference.wallets.some((wallet) =>
    market.tokens.some((token) => sharesOf(wallet, token) > 0),
  );
  return paid || ordered || owned;
}

function pauseOrResume(reference: Reference, command: Named<"pause-market" | "resume-market">): Outcome {
  const market = findMarket(reference, command.conditionId);
  if (market === undefined) return refused("unknown_market");
  if (market.status === "draft") return refused("market_not_open");
  if (market.status === "resolved" || market.status === "archived") return refused("market_closed");
  const status = command.type === "pause-market" ? "paused" : "active";
  if (market.status === status) return done();
  market.status = status;
  return done(`${status} ${market.condition}`);
}

function resolve(reference: Reference, command: Named<"resolve-market">): Outcome {
  const market = findMarket(reference, command.conditionId);
  if (market === undefined) return refused("unknown_market");
  if (market.status === "resolved") return refused("market_already_resolved");
  const orders = reference.orders.filter((order) => order.market === market);
  const facts = takeOut(reference, orders, "market-resolved");
  market.status = "resolved";
  market.payout = command.payout;
  return done(...facts, `resolved ${market.condition} ${command.payout.join("/")}`);
}

function changeSets(reference: Reference, command: Named<"split" | "merge">): Outcome {
  const { type, address, conditionId, lots } = command;
  const market = findMarket(reference, conditionId);
  const wallet = findWallet(reference, address);
  const refusals: RejectionCode[] = [];
  if (lots <= 0) refusals.push("invalid_amounts");
  if (market === undefined) refusals.push("unknown_market");
  if (market?.status === "draft") refusals.push("market_not_open");
  if (market?.status === "resolved" || market?.status === "archived") refusals.push("market_closed");
  if (wallet === undefined) refusals.push("unknown_account");
  if (market === undefined || wallet === undefined) return refused(...refusals);
  if (lots > mostSets(reference, { wallet, market }, type)) refusals.push("insufficient_balance");
  if (refusals.length > 0) return refused(...refusals);
  const sign = type === "split" ? 1 : -1;
  wallet.cash -= sign * lots * ONE;
  for (const token of market.tokens) addShares(wallet, token, sign * lots);
  return done(`sets-${type === "split" ? "split" : "merged"} ${address} ${conditionId} ${lots}`);
}

type Holding = { wallet: RefWallet; market: RefMarket };

function mostSets(reference: Reference, { wallet, market }: Holding, type: "split" | "merge"): number {
  if (type === "split") return (wallet.cash - heldCash(reference, wallet)) / ONE;
  return Math.min(
    ...market.tokens.map((token) => sharesOf(wallet, token) - heldShares(reference, wallet, token)),
  );
}

function redeem(reference: Reference, command: Named<"redeem">): Outcome {
  const market = findMarket(reference, command.conditionId);
  const wallet = findWallet(reference, command.address);
  const refusals: RejectionCode[] = [];
  if (market === undefined) refusals.push("unknown_market");
  if (wallet === undefined) refusals.push("unknown_account");
  const payout = market?.status === "resolved" ? market.payout : undefined;
  if (market !== undefined && payout === undefined) refusals.push("market_not_resolved");
  if (market === undefined || wallet === undefined || payout === undefined) return refused(...refusals);
  const [first, second] = market.tokens;
  if (sharesOf(wallet, first) + sharesOf(wallet, second) === 0) return done();
  const shares = sharesOf(wallet, first) * payout[0] + sharesOf(wallet, second) * payout[1];
  const paid = (shares * ONE) / (payout[0] + payout[1]);
  wallet.cash += paid;
  for (const token of market.tokens) wallet.shares.set(token, 0);
  return done(`redeemed ${command.address} ${command.conditionId} ${paid}`);
}
