/**
 * The exchange as a pure function: `decide` turns a command into events or a rejection and changes nothing;
 * `applyEvent` changes the state and cannot fail. Time comes in with the command.
 */
import { decideBan, decideMove, decideOpening, decideWithdrawal } from "./ledger/accounts.ts";
import { applyEvent } from "./events/apply.ts";
import { buildCancelEvents } from "./orders/canceled-orders.ts";
import type {
  CancelOrders,
  Command,
  CommandOf,
  EventAction,
  MarketAction,
  Operate,
} from "./events/command.ts";
import { decideConversion } from "./ledger/conversion.ts";
import { decideInvites, decideInviteUse, decideRevoking } from "./people/invites.ts";
import { DigestMap } from "./values/digest-map.ts";
import type { Event } from "./events/event.ts";
import { decideForEvent, decideMarketAction, decideProposal, decideResolution } from "./markets/lifecycle.ts";
import { listExpired } from "./orders/expiry-queue.ts";
import { decideFundings } from "./ledger/fundings.ts";
import { decideListing } from "./markets/list-markets.ts";
import { decideFailure } from "./ledger/failed-settlement.ts";
import { listOwnOrders } from "./orders/order.ts";
import { decideOrderGroup } from "./orders/order-groups.ts";
import { decideMode, rejectInMode } from "./mode.ts";
import { decidePlaceOrder } from "./orders/place-order.ts";
import { decideTicks } from "./markets/market-ticks.ts";
import { decidePriceRecords } from "./markets/shown-price.ts";
import { decideTakingOut } from "./orders/operator-cancellations.ts";
import { isRejection, reject } from "./rejection.ts";
import type { Rejection } from "./rejection.ts";
import { decideRedemption, decideSets } from "./ledger/sets.ts";
import type { Exchange, Rules } from "./state.ts";
import { NO_MICROS } from "./units.ts";

export type Decision = Event[] | Rejection;

/** Returns the rejection that answers a command. A killed order has its rejection in its event. */
export const getRejection = (decision: Decision): Rejection | undefined =>
  isRejection(decision) ? decision : decision.find((event) => event.type === "order-placed")?.refusal;

/** Creates an exchange without accounts, markets and orders. Account and market numbers start at 1. */
export function createExchange(rules: Rules): Exchange {
  return {
    rules,
    mode: "normal",
    bans: new Set(),
    accounts: [],
    accountByAddress: new DigestMap(),
    accountsByOwner: new DigestMap(),
    events: new Map(),
    markets: [],
    marketByCondition: new Map(),
    tokens: new DigestMap(),
    otherVersionTokens: new Map(),
    orders: new DigestMap(),
    expiries: [],
    orderGroups: new Map(),
    invites: new Map(),
    deposits: NO_MICROS,
    nextOrder: 1,
    nextTrade: 1,
  };
}

/** Decides a command and applies its events. Returns the events or the rejection; `at` and `now` are as for `decide`. */
export function execute(exchange: Exchange, command: Command, at: number, now = at): Decision {
  const decision = decide(exchange, command, at, now);
  if (!isRejection(decision)) for (const event of decision) applyEvent(exchange, event, at);
  return decision;
}

/**
 * Decides a command at engine time `at` (ms) without changing anything. Orders expire by `now` (ms), which is behind `at`
 * while engine time stands still. Expired orders must have been removed before, by `expire-orders` at the same times: a
 * placement matches whatever rests.
 */
export function decide(exchange: Exchange, command: Command, at: number, now = at): Decision {
  return (
    rejectInMode(exchange.mode, command, "set by the operator") ?? decideTaken(exchange, command, at, now)
  );
}

function decideTaken(exchange: Exchange, command: Command, at: number, now: number): Decision {
  switch (command.type) {
    case "place-order":
      return decidePlaceOrder(exchange, command, at, now);
    case "cancel-order":
      return decideCancel(exchange, command);
    case "cancel-orders":
      return decideCancelOrders(exchange, command);
    case "set-order-group":
    case "reset-order-group":
    case "remove-order-group":
      return decideOrderGroup(exchange, command, at);
    case "take-out-orders":
      return decideTakingOut(exchange, command);
    case "expire-orders":
      return decideExpiry(exchange, now);
    case "record-prices":
      return [...decideTicks(exchange, command.markets), ...decidePriceRecords(command.markets, at)];
    case "open-account":
      return decideOpening(exchange, command);
    case "fund-accounts":
      return decideFundings(exchange, command);
    case "make-invites":
    case "revoke-invites":
    case "use-invite":
      return decideAboutInvites(exchange, command, at);
    case "credit":
    case "debit":
      return decideMove(exchange, command);
    case "withdraw":
      return decideWithdrawal(exchange, command);
    case "list":
      return decideListing(exchange, command);
    case "split":
    case "merge":
    case "redeem":
    case "convert":
      return decideShares(exchange, command);
    case "fail-settlement":
      return decideFailure(exchange, command);
    case "ban":
    case "unban":
      return decideBan(exchange, command);
    case "set-mode":
      return decideMode(exchange, command.mode);
    case "remember-request":
      return [];
    case "operate":
      return decideOperated(exchange, command, at, now);
    default:
      return decideLifecycle(exchange, command);
  }
}

type InviteCommand = CommandOf<"make-invites" | "revoke-invites" | "use-invite">;

function decideAboutInvites(exchange: Exchange, command: InviteCommand, at: number): Decision {
  switch (command.type) {
    case "make-invites":
      return decideInvites(exchange, command, at);
    case "revoke-invites":
      return decideRevoking(exchange, command);
    case "use-invite":
      return decideInviteUse(exchange, command, at);
  }
}

type LifecycleCommand = CommandOf<
  MarketAction | "propose-resolution" | "resolve-market" | EventAction | "propose-winner" | "resolve-event"
>;

function decideLifecycle(exchange: Exchange, command: LifecycleCommand): Decision {
  switch (command.type) {
    case "propose-resolution":
      return decideProposal(exchange, command);
    case "resolve-market":
      return decideResolution(exchange, command);
    case "open-event":
    case "pause-event":
    case "resume-event":
    case "undo-event":
    case "archive-event":
    case "propose-winner":
    case "resolve-event":
      return decideForEvent(exchange, command);
    default:
      return decideMarketAction(exchange, command);
  }
}

type ShareCommand = CommandOf<"split" | "merge" | "redeem" | "convert">;

function decideShares(exchange: Exchange, command: ShareCommand): Decision {
  switch (command.type) {
    case "split":
    case "merge":
      return decideSets(exchange, command);
    case "redeem":
      return decideRedemption(exchange, command);
    case "convert":
      return decideConversion(exchange, command);
  }
}

const decideExpiry = ({ expiries }: Exchange, now: number): Decision =>
  buildCancelEvents(listExpired(expiries, now), "expired");

function decideCancel(exchange: Exchange, command: CommandOf<"cancel-order">): Decision {
  const order = exchange.orders.get(command.id);
  if (order === undefined || order.account.owner !== command.owner) {
    return reject("order_not_found", `no open order of ${command.owner} has id ${command.id}`);
  }
  return buildCancelEvents([order], "by-owner");
}

/** Cancels the orders that match the filter; if none matches, there is no event and no rejection. */
function decideCancelOrders(exchange: Exchange, command: CancelOrders): Decision {
  const { owner, apiKey, conditionId, tokenId, reason } = command;
  const matchingOrders = listOwnOrders(exchange, owner).filter(
    (order) =>
      (apiKey === undefined || order.apiKey === apiKey) &&
      (conditionId === undefined || order.market.conditionId === conditionId) &&
      (tokenId === undefined || order.market.tokenIds[order.outcome] === tokenId),
  );
  return buildCancelEvents(matchingOrders, reason);
}

/** Decides the inner command, and adds an audit record with the operator and the reason. */
function decideOperated(exchange: Exchange, command: Operate, at: number, now: number): Decision {
  const { command: inner, type: _, parts = [], ...record } = command;
  const decision = inner === undefined ? [] : decideTaken(exchange, inner, at, now);
  if (isRejection(decision) || (inner !== undefined && decision.length === 0)) return decision;
  const { operator } = record;
  const further = parts.map((part): Event => ({ type: "operated", operator, ...part }));
  return [...decision, { type: "operated", ...record }, ...further];
}
