/**
 * What the exchange acknowledged, what it refused, and what it left unanswered: the promises that must hold after a
 * crash. They are kept by the clients, outside whatever crashes.
 */
import type { Reply, Request } from "./exchange-calls.ts";
import type { Trader, Wallet } from "../../bench/support/order-requests.ts";

export type OrderPromise = {
  readonly id: string;
  /** Which trader placed it. */
  readonly trader: number;
  /** Whether what is left of it rests in the book. */
  readonly rests: boolean;
  /** Trades that the placement's answer named, and the journal's hashes of its batch. */
  readonly tradeIds: Set<string>;
  readonly hashes: Set<string>;
  canceled: boolean;
  /** Whether a cancel of it, or of all, got no answer. */
  mayBeCanceled: boolean;
};

/** A signed order that got no answer: it may be placed or not, but not half and not twice. */
export type UnansweredOrder = { readonly id: string; readonly trader: number; readonly body: string };

export type OperationKind = "deposit" | "withdrawal" | "split" | "merge";

/** What a trader did to the balances of the wallet, one after the other. */
export type Operation = {
  readonly kind: OperationKind;
  /** What it adds to the collateral, in micros; negative when it takes. */
  readonly collateral: number;
  readonly conditionId: string;
  /** The journal's hash that the answer named, where it did. */
  hash?: string;
};

export type TraderPromises = {
  /** In their order. */
  readonly operations: Operation[];
  /** The last one, when it got no answer. */
  unanswered: Operation | undefined;
  /** The latest requests with a key, with their answers; the last one may have none. */
  readonly sent: SentRequest[];
};

/** A request that can be sent again; its operation counts when it got no answer and is done after all. */
export type SentRequest = {
  readonly request: Request & { readonly key: string };
  readonly operation: Operation;
  answer: Reply["body"] | undefined;
};

export type Promises = {
  readonly orders: Map<string, OrderPromise>;
  /** Ids of orders that were refused, and must not exist. */
  readonly refused: Set<string>;
  unansweredOrders: UnansweredOrder[];
  readonly traders: TraderPromises[];
  /** Reasons that operators gave, each once, and whether what they did was acknowledged. */
  readonly deeds: Map<string, "acknowledged" | "unanswered">;
  /** Of markets that an operator paused or resumed, by slug; `undefined` when the last of it got no answer. */
  readonly statuses: Map<string, string | undefined>;
  /** Wallets with their first API key. */
  readonly keys: Trader[];
  unansweredWallets: Wallet[];
};

export const noPromises = (traders: number): Promises => ({
  orders: new Map(),
  refused: new Set(),
  unansweredOrders: [],
  traders: Array.from({ length: traders }, () => ({ operations: [], unanswered: undefined, sent: [] })),
  deeds: new Map(),
  statuses: new Map(),
  keys: [],
  unansweredWallets: [],
});

/** How many commands of each kind were acknowledged. */
export type Counts = Record<string, number>;

export function count(counts: Counts, kind: string, by = 1): void {
  counts[kind] = (counts[kind] ?? 0) + by;
}
