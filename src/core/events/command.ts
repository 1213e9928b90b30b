/** Commands to the exchange. Each is either rejected with a reason or turned into events. */
import type { Rewriting } from "../orders/bet.ts";
import type { Listing, Payout } from "../markets/catalog.ts";
import type { ExchangeMode } from "../exchange-mode.ts";
import type { InvitedName, InviteRules } from "../people/invite.ts";
import type { Market, OrderKind, Outcome, SelfTradePolicy, Side, SignedFields } from "../state.ts";
import type { Lots, Micros, Ticks } from "../units.ts";

/** A verified order with its amounts read: the HTTP interface has checked the signature and the caller. */
export type PlaceOrder = {
  readonly type: "place-order";
  readonly id: string;
  /** Lower-case address of the wallet that pays and receives. */
  readonly maker: string;
  /** Lower-case address of the wallet that signs for the maker. */
  readonly owner: string;
  readonly tokenId: string;
  readonly side: Side;
  readonly kind: OrderKind;
  readonly postOnly: boolean;
  /** Expiration by the clock, ms since 1970; 0 means never. */
  readonly expiresAt: number;
  /** Stricter rule for the expiration; without it, any time in the future will do, at which the order leaves. */
  readonly expiry?: ExpiryRule;
  readonly limit: Ticks;
  /** Shares to trade; for a market buy the largest number that its budget could buy at the limit. */
  readonly lots: Lots;
  /** Collateral that a market buy may spend; `undefined` for all other orders. */
  readonly budget: Micros | undefined;
  /** The highest fee rate (0.0001) that the maker signed. Order versions without this field take the market's rate. */
  readonly highestFeeRate?: number;
  /** Choice for the case that the order meets one of its owner; the exchange's policy unless given. */
  readonly selfTrade?: SelfTradePolicy;
  /** Engine time after which the order is rejected, ms; at any time unless given. */
  readonly latestAt?: number;
  /** Id of the owner's open order that this one replaces: it is cancelled if this one is placed. */
  readonly replaces?: string;
  /** Name of the owner's order group that the order joins. */
  readonly group?: string;
  readonly apiKey: string;
  readonly signed: SignedFields;
};

/** Least time from an order's arrival to its expiration, and the time before it at which the order leaves the book, in ms. */
export type ExpiryRule = { readonly leastAheadMs: number; readonly leavesEarlyMs: number };

/** Cancels resting orders of an owner: all of them, or those of one key, market or token. */
export type CancelOrders = {
  readonly type: "cancel-orders";
  readonly owner: string;
  /** API key that placed the orders. */
  readonly apiKey?: string | undefined;
  readonly conditionId?: string | undefined;
  readonly tokenId?: string | undefined;
  readonly reason: "by-owner" | "no-heartbeat" | "disconnected";
};

/**
 * Changes an order group of an owner: makes it or gives it other terms, takes orders again after a stop, or removes it
 * with its resting orders.
 */
export type ChangeOrderGroup = { readonly owner: string; readonly name: string } & (
  | {
      readonly type: "set-order-group";
      readonly limit: Lots;
      /** Length of the window, ms; unless given, that of the group, or the standard of a new one. */
      readonly windowMs?: number | undefined;
    }
  | { readonly type: "reset-order-group" | "remove-order-group" }
);

/** Cancels resting orders for the operator: those of a wallet, of a market, or of a wallet in a market. */
export type TakeOutOrders = { readonly type: "take-out-orders" } & OrdersInQuestion;

/** Selects orders for an operator's command; it cannot select the orders of everybody in all markets. */
export type OrdersInQuestion =
  | {
      /** Lower-case address of a wallet. Contract wallets that it signs for are included. */
      readonly address: string;
      readonly conditionId?: undefined;
      readonly outcome?: undefined;
    }
  | {
      readonly address?: string | undefined;
      readonly conditionId: string;
      /** One outcome of the market, or both. */
      readonly outcome?: Outcome | undefined;
    };

/** Collateral for a wallet. */
export type AccountDeposit = { readonly address: string; readonly amount: Micros };

export type Command =
  | PlaceOrder
  | { readonly type: "cancel-order"; readonly id: string; readonly owner: string }
  | CancelOrders
  | ChangeOrderGroup
  | TakeOutOrders
  | { readonly type: "expire-orders" }
  /** Records the midpoints of these markets that changed, and refines the price steps of those near 0 or 1. */
  | { readonly type: "record-prices"; readonly markets: Iterable<Market> }
  /** Opens the wallet's account when it has none, with a first credit; does nothing when it has one. */
  | {
      readonly type: "open-account";
      readonly address: string;
      readonly owner: string;
      readonly credit: Micros;
    }
  /** Credits all of these wallets or none; wallets without an account get one, and sign for themselves. */
  | { readonly type: "fund-accounts"; readonly fundings: readonly AccountDeposit[] }
  /** Makes all of these invites or none, for the operator. */
  | {
      readonly type: "make-invites";
      readonly operator: string;
      readonly reason: string;
      readonly invites: readonly InviteRules[];
    }
  /** Revokes an invite, or all that share the id of their list. */
  | {
      readonly type: "revoke-invites";
      readonly operator: string;
      readonly reason: string;
      readonly id: string;
    }
  /** Credits a wallet with an invite's funds, once per owner; `name` is the result of the name that was asked for with it. */
  | {
      readonly type: "use-invite";
      readonly invite: string;
      readonly address: string;
      readonly owner: string;
      readonly name: InvitedName;
    }
  | { readonly type: "credit" | "debit"; readonly address: string; readonly amount: Micros }
  /** Withdraws collateral at the request of its owner. */
  | {
      readonly type: "withdraw";
      readonly address: string;
      readonly owner: string;
      readonly amount: Micros;
    }
  | {
      readonly type: "list";
      readonly listing: Listing;
      /** True to apply the listing's fees also to markets that already traded. New fees apply to later orders. */
      readonly changesFees?: boolean;
      /** True to apply the listing's price steps also to markets with orders or shares. */
      readonly changesTicks?: boolean;
      /** Conditions of markets that the listing pauses or resumes. In other markets an operator's pause stays. */
      readonly switches?: readonly string[];
      /** Changes of bets in the listing. The listing is rejected if one of the bets is fixed. */
      readonly rewrites?: readonly Rewriting[];
    }
  | { readonly type: MarketAction; readonly conditionId: string }
  | {
      readonly type: "propose-resolution";
      readonly conditionId: string;
      readonly payout: Payout;
      readonly evidence: string;
      readonly link: string;
    }
  | { readonly type: "resolve-market"; readonly conditionId: string; readonly payout: Payout }
  /** Takes one step for all markets of an event, or for none of them. */
  | { readonly type: EventAction; readonly eventId: string }
  | {
      readonly type: "propose-winner";
      readonly eventId: string;
      /** Condition of the market that resolves YES; all other markets of the event resolve NO. */
      readonly winner: string;
      readonly evidence: string;
      readonly link: string;
    }
  | { readonly type: "resolve-event"; readonly eventId: string; readonly winner: string }
  | {
      readonly type: "split" | "merge";
      readonly address: string;
      readonly owner: string;
      readonly conditionId: string;
      readonly lots: Lots;
    }
  | {
      readonly type: "redeem";
      readonly address: string;
      readonly owner: string;
      readonly conditionId: string;
    }
  /**
   * Turns shares of outcome 1 of these markets of a negative-risk event into shares of outcome 0 of its other open
   * markets. It also pays collateral for all but one of them.
   */
  | {
      readonly type: "convert";
      readonly address: string;
      readonly owner: string;
      readonly conditionIds: readonly string[];
      readonly lots: Lots;
    }
  /** Undoes the fills of an incoming order whose settlement fails. Rejected if a party cannot give back what it got. */
  | {
      readonly type: "fail-settlement";
      readonly conditionId: string;
      readonly taker: MatchedSide;
      readonly fills: readonly UnsettledFill[];
    }
  | { readonly type: "ban" | "unban"; readonly address: string }
  /** Sets the mode of the whole exchange. */
  | { readonly type: "set-mode"; readonly mode: ExchangeMode }
  /**
   * Remembers the command's request and does no more: the request's effect is outside the core. Modes that reject
   * commands of clients reject clients' requests of this kind, too.
   */
  | { readonly type: "remember-request"; readonly by: "client" | "exchange" }
  | Operate;

/** One side of a match: the wallet, with the outcome and the side of its order. */
export type MatchedSide = { readonly address: string; readonly outcome: Outcome; readonly side: Side };

/** A fill whose settlement failed; the price is in terms of outcome 0. */
export type UnsettledFill = {
  readonly no: number;
  readonly maker: MatchedSide;
  readonly lots: Lots;
  readonly price: Ticks;
  readonly takerFee: Micros;
  readonly makerFee: Micros;
};

/** Steps of a market that an operator takes without further parameters; docs/operating/market-lifecycle.md draws them. */
export type MarketAction =
  | "open-market"
  | "pause-market"
  | "resume-market"
  | "dispute-resolution"
  | "undo-resolution"
  | "archive-market";

/** Steps of all markets of an event that an operator takes without further parameters. */
export type EventAction = "open-event" | "pause-event" | "resume-event" | "undo-event" | "archive-event";

/** An operator's command with its entry in the audit log. Without a command, it records a step taken outside the core. */
export type Operate = {
  readonly type: "operate";
  readonly operator: string;
  readonly action: string;
  /** A condition id, an address, a key, a host or an event id. */
  readonly subject: string;
  readonly reason: string;
  readonly details: Readonly<Record<string, unknown>>;
  readonly command: OperatorCommand | undefined;
  /** Further entries, about parts of the command. */
  readonly parts?: readonly OperatedPart[];
};

export type OperatedPart = Pick<Operate, "action" | "subject" | "reason" | "details">;

/** Commands of operators: all commands except placements and `Operate` itself. */
export type OperatorCommand = Exclude<Command, PlaceOrder | Operate>;

export type CommandOf<T extends Command["type"]> = Extract<Command, { type: T }>;
