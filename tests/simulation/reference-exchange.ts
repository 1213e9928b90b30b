/**
 * A second, naive exchange: straightforward code over plain arrays, written from the rules and not from src/core. The
 * simulation runs every command on both and compares.
 */
import type { MarketAction } from "../../src/core/events/command.ts";
import { done, operatedFactText, refused, tickText } from "./outcome.ts";
import type { SimulatedCommandOf, Outcome, SimulatedCommand, SimulatedOperate } from "./outcome.ts";
import { bestPrices, doublePrice } from "./reference-figures.ts";
import {
  changeSets,
  convert,
  credit,
  fundAccounts,
  openAccount,
  redeem,
  takeCash,
} from "./reference-ledger.ts";
import {
  archive,
  ban,
  dispute,
  open,
  pauseOrResume,
  propose,
  resolve,
  removeOrders,
  undo,
} from "./reference-lifecycle.ts";
import { proposeWinner, resolveEvent, stepAll } from "./reference-events.ts";
import { makeInvites, revokeInvites, useInvite } from "./reference-invites.ts";
import { failSettlement } from "./reference-failure.ts";
import { list } from "./reference-listing.ts";
import { changeGroup } from "./reference-groups.ts";
import { placeOrder } from "./reference-orders.ts";
import { refusalInMode, setMode } from "./reference-mode.ts";
import { findMarket, ONE } from "./reference-state.ts";
import type { Reference, RefWallet } from "./reference-state.ts";

/** Executes a command at engine time `at` (ms), where orders expire by `now` (ms), and returns its outcome. */
export function executeReference(
  reference: Reference,
  command: SimulatedCommand,
  at: number,
  now = at,
): Outcome {
  const refusal = refusalInMode(reference, command);
  return refusal === undefined ? executeAccepted(reference, command, { at, now }) : refused(refusal);
}

export type Times = { readonly at: number; readonly now: number };

function executeAccepted(reference: Reference, command: SimulatedCommand, times: Times): Outcome {
  const { at, now } = times;
  switch (command.type) {
    case "place-order":
      return placeOrder(reference, command, times);
    case "cancel-order":
      return cancelOrder(reference, command);
    case "cancel-orders":
      return cancelOrders(reference, command);
    case "set-order-group":
    case "reset-order-group":
    case "remove-order-group":
      return changeGroup(reference, command, at);
    case "take-out-orders":
      return takeOutOrders(reference, command);
    case "expire-orders":
      return expire(reference, now);
    case "record-prices":
      return recordPrices(reference, at);
    case "open-account":
      return openAccount(reference, command);
    case "fund-accounts":
      return fundAccounts(reference, command);
    case "make-invites":
      return makeInvites(reference, command, at);
    case "revoke-invites":
      return revokeInvites(reference, command);
    case "use-invite":
      return useInvite(reference, command, at);
    case "credit":
      return credit(reference, command);
    case "debit":
    case "withdraw":
      return takeCash(reference, command);
    case "list":
      return list(reference, command);
    case "open-market":
    case "pause-market":
    case "resume-market":
    case "dispute-resolution":
    case "undo-resolution":
    case "archive-market":
      return applyMarketAction(reference, command);
    case "propose-resolution":
      return propose(reference, command);
    case "resolve-market":
      return resolve(reference, command, at);
    case "open-event":
    case "pause-event":
    case "resume-event":
    case "undo-event":
    case "archive-event":
      return stepAll(reference, command);
    case "propose-winner":
      return proposeWinner(reference, command);
    case "resolve-event":
      return resolveEvent(reference, command, at);
    case "split":
    case "merge":
      return changeSets(reference, command, at);
    case "redeem":
      return redeem(reference, command, at);
    case "convert":
      return convert(reference, command, at);
    case "fail-settlement":
      return failSettlement(reference, command, at);
    case "ban":
    case "unban":
      return ban(reference, command);
    case "set-mode":
      return setMode(reference, command);
    case "remember-request":
      return done();
    case "operate":
      return operate(reference, command, times);
  }
}

function applyMarketAction(reference: Reference, command: SimulatedCommandOf<MarketAction>): Outcome {
  switch (command.type) {
    case "open-market":
      return open(reference, command.conditionId);
    case "pause-market":
    case "resume-market":
      return pauseOrResume(reference, command.conditionId, command.type);
    case "dispute-resolution":
      return dispute(reference, command.conditionId);
    case "undo-resolution":
      return undo(reference, command.conditionId);
    case "archive-market":
      return archive(reference, command.conditionId);
  }
}

/** Executes an operator's command and then its entry in the audit log; a command without effect leaves no entry. */
function operate(reference: Reference, noted: SimulatedOperate, times: Times): Outcome {
  const { command } = noted;
  const { refusals, facts } = command === undefined ? done() : executeAccepted(reference, command, times);
  if (refusals.length > 0 || (command !== undefined && facts.length === 0)) return { refusals, facts };
  const parts = (noted.parts ?? []).map((part) => operatedFactText({ operator: noted.operator, ...part }));
  return done(...facts, operatedFactText(noted), ...parts);
}

function cancelOrder(reference: Reference, command: SimulatedCommandOf<"cancel-order">): Outcome {
  const order = reference.orders.find((one) => one.id === command.id && one.wallet.owner === command.owner);
  if (order === undefined) return refused("order_not_found");
  return done(...removeOrders(reference, [order], "by-owner"));
}

function cancelOrders(reference: Reference, command: SimulatedCommandOf<"cancel-orders">): Outcome {
  const { owner, apiKey, conditionId, tokenId, reason } = command;
  const wanted = reference.orders.filter(
    (order) =>
      order.wallet.owner === owner &&
      [order.apiKey, undefined].includes(apiKey) &&
      [order.market.condition, undefined].includes(conditionId) &&
      [order.token, undefined].includes(tokenId),
  );
  return done(...removeOrders(reference, wanted, reason));
}

/** Takes out in the order of placing. */
function takeOutOrders(reference: Reference, command: SimulatedCommandOf<"take-out-orders">): Outcome {
  const { address, conditionId, outcome } = command;
  const market = conditionId === undefined ? undefined : findMarket(reference, conditionId);
  if (conditionId !== undefined && market === undefined) return refused("unknown_market");
  const isOwn = (wallet: RefWallet): boolean => wallet.address === address || wallet.owner === address;
  if (address !== undefined && !reference.wallets.some(isOwn)) return refused("unknown_account");
  const wanted = reference.orders.filter(
    (order) =>
      (address === undefined || isOwn(order.wallet)) &&
      (market === undefined || order.market === market) &&
      (outcome === undefined || order.token === order.market.tokens[outcome]),
  );
  return done(...removeOrders(reference, wanted, "by-operator"));
}

function expire(reference: Reference, now: number): Outcome {
  const due = reference.orders.filter((order) => order.leavesAt !== 0 && order.leavesAt <= now);
  due.sort((a, b) => a.leavesAt - b.leavesAt);
  return done(...removeOrders(reference, due, "expired"));
}

/** Makes the steps of open markets finer whose price is below 0.04 or above 0.96, and lists the facts. */
function refineTicks(reference: Reference): string[] {
  const facts: string[] = [];
  for (const market of reference.rules.refinesTicks === true ? reference.markets : []) {
    const { bid, ask } = bestPrices(reference, market);
    const isNarrow = bid !== undefined && ask !== undefined && ask - bid <= ONE / 10;
    const price = isNarrow || market.lastTrade !== undefined ? doublePrice(reference, market) : undefined;
    const isOpen = market.status === "active" || market.status === "paused";
    if (!isOpen || price === undefined || (price >= 800 && price <= 19_200)) continue;
    if (market.tick === 10 || market.tick % 10 !== 0) continue;
    market.tick = 10;
    facts.push(tickText(market.condition, 10));
  }
  return facts;
}

function recordPrices(reference: Reference, at: number): Outcome {
  const facts = refineTicks(reference);
  const minute = Math.floor(at / 60_000) + 1;
  const recorded: string[] = [];
  for (const market of reference.markets) {
    const midpoint = doublePrice(reference, market);
    if (midpoint === undefined || market.recorded?.midpoint === midpoint) continue;
    market.recorded = { midpoint, minute };
    recorded.push(`${market.condition} ${midpoint}`);
  }
  return recorded.length === 0 ? done(...facts) : done(...facts, `prices ${minute} ${recorded.join(", ")}`);
}
