/**
 * Promises that must hold after a crash: the commands that the exchange acknowledged, refused, or left unanswered. The
 * clients keep them, outside of all that crashes.
 */
import type { Reply, Request } from "./exchange-calls.ts";
import type { Trader, Wallet } from "../../bench/support/order-requests.ts";

export type OrderPromise = {
  readonly id: string;
  /** Index of the trader that placed it. */
  readonly trader: number;
  /** True if its remainder rests in the book. */
  readonly rests: boolean;
  /** Ids of the trades in the placement's answer; `hashes` are the journal's hashes of their batch. */
  readonly tradeIds: Set<string>;
  readonly hashes: Set<string>;
  canceled: boolean;
  /** True once a cancel of it, or of all, got no answer. */
  mayBeCanceled: boolean;
};

/** A signed order without an answer: it may be placed or not, but not half and not twice. */
export type UnansweredOrder = { readonly id: string; readonly trader: number; readonly body: string };

export type OperationKind = "deposit" | "withdrawal" | "split" | "merge";

/** One change of a trader's balances. */
export type Operation = {
  readonly kind: OperationKind;
  /** Change of the collateral in micros; negative when it takes. */
  readonly collateral: number;
  readonly conditionId: string;
  /** The journal's hash in the answer, if any. */
  hash?: string;
};

export type TraderPromises = {
  /** Acknowledged operations, in order. */
  readonly operations: Operation[];
  /** The last operation, if it got no answer. */
  unanswered: Operation | undefined;
  /** The latest requests with a key, with their answers; the last one may have none. */
  readonly sent: SentRequest[];
};

/** A request that can be sent again. Its operation counts once it is done, also if only a repeat was answered. */
export type SentRequest = {
  readonly request: Request & { readonly key: string };
  readonly operation: Operation;
  answer: Reply["body"] | undefined;
};

export type Promises = {
  readonly orders: Map<string, OrderPromise>;
  /** Ids of refused orders, which must not exist but as killed. */
  readonly refused: Set<string>;
  unansweredOrders: UnansweredOrder[];
  readonly traders: TraderPromises[];
  /** Actions of operators, by their unique reason. */
  readonly operatorActions: Map<string, "acknowledged" | "unanswered">;
  /** Statuses of markets that an operator paused or resumed, by slug; `undefined` after an unanswered request. */
  readonly statuses: Map<string, string | undefined>;
  /** Wallets with their first API key. */
  readonly keys: Trader[];
  unansweredWallets: Wallet[];
};

export const createPromises = (traders: number): Promises => ({
  orders: new Map(),
  refused: new Set(),
  unansweredOrders: [],
  traders: Array.from({ length: traders }, () => ({ operations: [], unanswered: undefined, sent: [] })),
  operatorActions: new Map(),
  statuses: new Map(),
  keys: [],
  unansweredWallets: [],
});

/** Number of commands by kind. */
export type Counts = Record<string, number>;

export function count(counts: Counts, kind: string, by = 1): void {
  counts[kind] = (counts[kind] ?? 0) + by;
}
