/**
 * Facts: the effects of commands. The store, the journal, the read tables and replay all read the same events. An
 * event holds everything that applying it needs, and applying it cannot fail.
 */
import type { Listing, MarketStatus, Payout } from "../markets/catalog.ts";
import type { Operate } from "./command.ts";
import type { ExchangeMode } from "../exchange-mode.ts";
import type { MarketTerms } from "../markets/market-terms.ts";
import type { RequestName } from "../request.ts";
import type { Rejection } from "../rejection.ts";
import type { Account, Market, Order, SignedFields } from "../state.ts";
import type { Lots, Micros, Ticks } from "../units.ts";

export type CancelReason =
  | "by-owner"
  /** An operator cancelled the order, for the reason in the audit log. */
  | "by-operator"
  /** The order's key stopped sending heartbeats. */
  | "no-heartbeat"
  /** The last connection of the order's key ended, which had asked for it. */
  | "disconnected"
  | "expired"
  /** The order met one of its owner. */
  | "self-trade"
  /** The incoming order met one of its owner, which was cancelled too. */
  | "self-trade-both"
  /** Another order of its owner took its place. */
  | "replaced"
  /** The order's group reached its limit, or its owner removed the group. */
  | "group-limit"
  | "group-removed"
  /** The order met as many resting orders as one order may. */
  | "match-limit"
  /** A fill-and-kill order could not fill the remainder. */
  | "not-filled"
  | "market-resolved"
  | "market-archived"
  | "banned"
  /** The settlement of a match failed, and took back collateral or shares that the order needed. */
  | "settlement-failed";

/** One execution of an incoming order against a resting one, at the resting order's price in terms of outcome 0. */
export type Fill = {
  readonly no: number;
  readonly maker: Order;
  readonly lots: Lots;
  readonly price: Ticks;
  readonly takerFee: Micros;
  readonly makerFee: Micros;
};

/** One side of a match, with the fields of its order. */
export type MatchedParty = Pick<Order, "account" | "outcome" | "side">;

/** A fill whose settlement failed. */
export type FailedFill = Omit<Fill, "maker"> & { readonly maker: MatchedParty };

/** A market as it will trade once the listing is applied. Descriptive fields are in the listing itself. */
export type ListedMarket = MarketTerms & {
  readonly no: number;
  readonly status: MarketStatus;
  readonly payout: Payout | undefined;
};

/** Shares of outcome 0 and of outcome 1. */
export type OutcomeShares = readonly [Lots, Lots];

export type Event =
  | {
      readonly type: "account-opened";
      readonly no: number;
      readonly address: string;
      readonly owner: string;
      /** The first deposit. */
      readonly credit: Micros;
    }
  | { readonly type: "credited"; readonly account: Account; readonly amount: Micros }
  | {
      readonly type: "debited";
      readonly account: Account;
      readonly amount: Micros;
      readonly by: "owner" | "operator";
    }
  | { readonly type: "listed"; readonly listing: Listing; readonly markets: readonly ListedMarket[] }
  /** Another price step; resting orders stay where they are. */
  | { readonly type: "tick-changed"; readonly market: Market; readonly tick: Ticks }
  | { readonly type: "market-status-changed"; readonly market: Market; readonly status: MarketStatus }
  | {
      readonly type: "order-placed";
      readonly order: Order;
      readonly signed: SignedFields;
      readonly fills: readonly Fill[];
      /** Reason why the remainder was given up; `undefined` when it rests, or nothing was left. */
      readonly ended: CancelReason | undefined;
      /** Number of the order that it replaces, which the event before cancels. */
      readonly replaces?: number | undefined;
      /** Rejection of a killed order, of which nothing was filled. The journal does not contain it. */
      readonly refusal?: Rejection;
    }
  /** A match whose settlement failed: the fills of the incoming order `taker`, whose parties give back what they got. */
  | {
      readonly type: "settlement-failed";
      readonly market: Market;
      readonly taker: MatchedParty;
      readonly undone: readonly FailedFill[];
    }
  | { readonly type: "order-canceled"; readonly order: Order; readonly reason: CancelReason }
  /** Cancels several orders, in the order in which they leave the book; canceled-orders.ts makes this event. */
  | { readonly type: "orders-canceled"; readonly orders: readonly Order[]; readonly reason: CancelReason }
  /** Terms of an order group, new or changed. */
  | {
      readonly type: "order-group-set";
      readonly owner: string;
      readonly name: string;
      readonly limit: Lots;
      readonly windowMs: number;
    }
  /** An order group that stopped, takes orders again, or is no more. */
  | {
      readonly type: "order-group-changed";
      readonly owner: string;
      readonly name: string;
      readonly change: "stopped" | "reset" | "removed";
    }
  | { readonly type: "sets-split"; readonly account: Account; readonly market: Market; readonly lots: Lots }
  | { readonly type: "sets-merged"; readonly account: Account; readonly market: Market; readonly lots: Lots }
  | {
      readonly type: "resolution-proposed";
      readonly market: Market;
      readonly payout: Payout;
      readonly evidence: string;
      readonly link: string;
    }
  | { readonly type: "resolution-disputed"; readonly market: Market }
  | { readonly type: "market-resolved"; readonly market: Market; readonly payout: Payout }
  | { readonly type: "resolution-undone"; readonly market: Market }
  | {
      readonly type: "redeemed";
      readonly account: Account;
      readonly market: Market;
      readonly lots: OutcomeShares;
      readonly paid: Micros;
    }
  | {
      readonly type: "converted";
      readonly account: Account;
      /** The markets whose outcome 1 is given, and those whose outcome 0 is got: all other open markets of the event. */
      readonly given: readonly Market[];
      readonly got: readonly Market[];
      readonly lots: Lots;
    }
  | { readonly type: "banned" | "unbanned"; readonly address: string }
  | { readonly type: "mode-changed"; readonly mode: ExchangeMode }
  | (Omit<Operate, "type" | "command" | "parts"> & { readonly type: "operated" })
  /** A request that was carried out, with the result behind its answer: JSON without secrets. */
  | (RequestName & { readonly type: "request-done"; readonly result: unknown })
  | {
      readonly type: "prices-recorded";
      readonly minute: number;
      /** Shown prices in half ticks of outcome 0. */
      readonly midpoints: readonly { readonly market: Market; readonly midpoint: number }[];
    };

export type EventOf<T extends Event["type"]> = Extract<Event, { type: T }>;

/** Events by kind: the rows of a table with one for each kind. */
export type EventKinds = { readonly [E in Event as E["type"]]: E };
