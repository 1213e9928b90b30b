/** The reference exchange's state: plain arrays, nothing derived is stored, nothing shared with src/core but types. */
import type { FeeSchedule, MarketStatus, Payout } from "../../src/core/catalog.ts";
import type { ExchangeMode } from "../../src/core/exchange-mode.ts";
import type { OrderKind, Rules, Side } from "../../src/core/state.ts";
import type { RefPosition } from "./reference-position.ts";

export type RefWallet = {
  readonly address: string;
  readonly owner: string;
  cash: number;
  /** By token id. */
  readonly positions: Map<string, RefPosition>;
  /** What its fills were worth at the prices of its own tokens, and what its disposals earned. */
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
  /** In terms of the first token. */
  lastTrade: string | undefined;
  /** What all its fills were worth, at the prices of the tokens that came in. */
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
  readonly expiresAt: number;
  readonly apiKey: string;
  readonly size: number;
  remaining: number;
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
  deposits: number;
  placed: number;
  traded: number;
};

export const createReference = (rules: Rules): Reference => ({
  rules,
  mode: "normal",
  wallets: [],
  events: [],
  markets: [],
  banned: new Set(),
  orders: [],
  deposits: 0,
  placed: 0,
  traded: 0,
});

export const ONE = 10_000;

export const findWallet = (reference: Reference, address: string): RefWallet | undefined =>
  reference.wallets.find((wallet) => wallet.address === address);
export const findMarket = (reference: Reference, condition: string): RefMarket | undefined =>
  reference.markets.find((market) => market.condition === condition);

export const sharesOf = (wallet: RefWallet, token: string): number => wallet.positions.get(token)?.lots ?? 0;

/** Trades are taken, or its orders kept. */
export const isOpen = ({ status }: RefMarket): boolean => status === "active" || status === "paused";

/** Not over, or closed with nobody knowing how. */
export const mayWin = ({ status, payout }: Pick<RefMarket, "status" | "payout">): boolean =>
  status === "draft" || status === "active" || status === "paused" || (status === "resolved" && !payout);
