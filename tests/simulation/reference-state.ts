/** The reference exchange's state: plain arrays, no derived figures, nothing shared with src/core but types. */
import type { MarketStatus, Payout } from "../../src/core/markets/catalog.ts";
import type { CommandOf } from "../../src/core/events/command.ts";
import type { FeeSchedule } from "../../src/core/markets/market-terms.ts";
import type { ExchangeMode } from "../../src/core/exchange-mode.ts";
import type { OrderKind, Rules, Side } from "../../src/core/state.ts";
import type { RefPosition } from "./reference-position.ts";

export type RefWallet = {
  readonly address: string;
  readonly owner: string;
  cash: number;
  /** Positions by token id. */
  readonly positions: Map<string, RefPosition>;
  /** Worth of its fills at the prices of its own tokens; `realized` are the earnings of its disposals. */
  volume: bigint;
  realized: bigint;
};

export type RefEvent = { readonly id: string; converted: number };

export type RefMarket = {
  readonly event: RefEvent;
  readonly condition: string;
  readonly tokens: readonly [string, string];
  tick: number;
  minimum: number;
  negativeRisk: boolean;
  fees: FeeSchedule | undefined;
  autoRedeem: boolean | undefined;
  status: MarketStatus;
  payout: Payout | undefined;
  proposal: { payout: Payout; disputed: boolean } | undefined;
  resolvedAt: number;
  redeemed: number;
  burned: number;
  /** Last trade, in terms of the first token. */
  lastTrade: string | undefined;
  /** Worth of its fills at the prices of the incoming orders' tokens. */
  volume: bigint;
  recorded: { midpoint: number; minute: number } | undefined;
};

export type RefOrder = {
  readonly no: number;
  readonly id: string;
  readonly wallet: RefWallet;
  readonly market: RefMarket;
  readonly token: string;
  readonly side: Side;
  readonly limit: number;
  readonly kind: OrderKind;
  /** 0 if it stays until it is filled or cancelled. */
  readonly leavesAt: number;
  readonly apiKey: string;
  /** Place among the orders of its price, the lowest first. */
  readonly place: number;
  readonly group: RefGroup | undefined;
  readonly size: number;
  remaining: number;
};

export type RefGroup = {
  readonly owner: string;
  readonly name: string;
  limit: number;
  windowMs: number;
  isStopped: boolean;
  /** Fills since the latest reset, with the time from which they count no more. */
  fills: { readonly until: number; readonly lots: number }[];
};

/** Matches of orders, the latest last, as the commands that undo them name them. */
export type RefMatch = CommandOf<"fail-settlement">;

export type RefInvite = {
  readonly id: string;
  readonly list: string;
  readonly amount: number;
  readonly uses: number;
  readonly until: number | undefined;
  readonly operator: string;
  readonly reason: string;
  /** Owners who took it. */
  readonly used: string[];
  revoked: boolean;
};

export type Reference = {
  readonly rules: Rules;
  mode: ExchangeMode;
  readonly wallets: RefWallet[];
  readonly events: RefEvent[];
  readonly markets: RefMarket[];
  readonly banned: Set<string>;
  /** Resting orders in the order in which they were placed. */
  orders: RefOrder[];
  groups: RefGroup[];
  deposits: number;
  placed: number;
  traded: number;
  readonly matches: RefMatch[];
  readonly invites: RefInvite[];
};

export const createReference = (rules: Rules): Reference => ({
  rules,
  mode: "normal",
  wallets: [],
  events: [],
  markets: [],
  banned: new Set(),
  orders: [],
  groups: [],
  deposits: 0,
  placed: 0,
  traded: 0,
  matches: [],
  invites: [],
});

export const ONE = 10_000;

export const findWallet = (reference: Reference, address: string): RefWallet | undefined =>
  reference.wallets.find((wallet) => wallet.address === address);
export const findMarket = (reference: Reference, condition: string): RefMarket | undefined =>
  reference.markets.find((market) => market.condition === condition);

export const sharesOf = (wallet: RefWallet, token: string): number => wallet.positions.get(token)?.lots ?? 0;

/** True while it takes trades or keeps its orders. */
export const isOpen = ({ status }: RefMarket): boolean => status === "active" || status === "paused";

/** True unless the market is over; one that was closed without a payout may still win. */
export const mayWin = ({ status, payout }: Pick<RefMarket, "status" | "payout">): boolean =>
  status === "draft" || status === "active" || status === "paused" || (status === "resolved" && !payout);

export const findGroup = (
  { groups }: Reference,
  { owner, name }: { readonly owner: string; readonly name: string | undefined },
): RefGroup | undefined => groups.find((group) => group.owner === owner && group.name === name);

/** The end of the hundredth of a window in which a fill falls. */
export function endOfPart(at: number, windowMs: number): number {
  const partMs = Math.floor(windowMs / 100);
  return Math.ceil(at / partMs) * partMs;
}

/** Counts the shares of a trade for a group. */
export function countTrade(
  { group }: { readonly group: RefGroup | undefined },
  lots: number,
  at: number,
): void {
  group?.fills.push({ until: endOfPart(at, group.windowMs) + group.windowMs, lots });
}
