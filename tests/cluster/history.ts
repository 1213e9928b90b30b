/**
 * History of a load: each operation of each client, from its first call to the answer that told its outcome. An operation
 * without a certain answer was sent again with the same id or key, and counts as one.
 */

type Call = {
  readonly client: number;
  readonly calledAt: number;
  /** Infinity while the outcome is not known. */
  readonly returnedAt: number;
  /** True if an attempt before the last one may have been carried out. */
  readonly sentAgain: boolean;
  /** Code of the refusal of a command that was not carried out. */
  readonly refused?: string;
};

export type Side = "BUY" | "SELL";

/** Placement of an order; shares in lots, prices in cents. */
export type Placement = Call & {
  readonly kind: "place";
  readonly id: string;
  readonly token: number;
  readonly side: Side;
  readonly cents: number;
  readonly lots: number;
  /** Ids of the trades in the answer. */
  readonly trades: readonly string[];
};

export type Cancellation = Call & {
  readonly kind: "cancel";
  readonly id: string;
  /** `gone`: the order was cancelled or filled already. `absent`: no such order. */
  readonly result: "cancelled" | "gone" | "absent" | undefined;
};

/** Change of an account's collateral in micros, of an amount that no other change has. */
export type Transfer = Call & {
  readonly kind: "credit" | "debit" | "withdrawal";
  readonly account: number;
  readonly micros: number;
  /** Collateral in the answer. */
  readonly balance: number | undefined;
};

export type OrderRead = Call & { readonly kind: "order"; readonly id: string; readonly found: FoundOrder };
export type BalanceRead = Call & {
  readonly kind: "balance";
  readonly account: number;
  /** Micros of collateral, and lots of each token. */
  readonly holdings: readonly number[];
};
export type BookRead = Call & {
  readonly kind: "book";
  /** Lots by level, as in `bid 40`, in terms of the first token. */
  readonly levels: Readonly<Record<string, number>>;
};

export type Command = Placement | Cancellation | Transfer;
export type Operation = Command | OrderRead | BalanceRead | BookRead;

/** An order as a read shows it, in lots; `undefined` where there is none. */
export type FoundOrder =
  | { readonly status: "live" | "matched" | "canceled"; readonly matched: number }
  | undefined;

/** One of the two sides of a trade. */
export type Party = {
  readonly order: string;
  readonly account: number;
  readonly token: number;
  readonly side: Side;
  readonly cents: number;
  /** Micros. */
  readonly fee: number;
};
export type Trade = {
  readonly id: string;
  readonly lots: number;
  readonly taker: Party;
  readonly maker: Party;
};

/** State of the exchange after a load, as far as the load could change it. */
export type FinalState = {
  readonly at: number;
  readonly orders: ReadonlyMap<string, FoundOrder>;
  readonly trades: readonly Trade[];
  /** Changes of collateral of each account without trades, in micros and without the first funds. */
  readonly transfers: readonly (readonly number[])[];
  /** Micros of collateral and lots of each token, of each account. */
  readonly holdings: readonly (readonly number[])[];
  readonly levels: BookRead["levels"];
};

/** True for a command that was carried out. */
export const isDone = ({ returnedAt, refused }: Call): boolean =>
  returnedAt !== Infinity && refused === undefined;

/** True for an operation that changes something. */
export const isCommand = (operation: Operation): operation is Command =>
  !["order", "balance", "book"].includes(operation.kind);
