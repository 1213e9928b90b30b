/**
 * Expected balances of a wallet, computed from its trader's acknowledged operations and from the list of all trades.
 * They are compared with the exchange's collateral, shares and holds.
 */
import { parseDecimal } from "../../src/core/units.ts";
import type { OrderState, PartyState, TradeState } from "./order-checks.ts";
import type { TraderPromises } from "./promises.ts";

type Amounts = { readonly balance: string; readonly held: string };
export type BalanceState = {
  readonly collateral: Amounts;
  readonly positions: readonly (Amounts & {
    readonly asset_id: string;
    readonly condition_id: string;
  })[];
};

const MICRO_PLACES = 6;
const LOT_PLACES = 2;
const PRICE_PLACES = 4;
const LOTS_PER_SET = 100;
const MICROS_PER_SET = 1_000_000;
/** Collateral that the sandbox gives to a new wallet, in micros. */
const FIRST_CREDIT = 10_000 * MICROS_PER_SET;

/** Parses decimal text, also negative, into a whole number of the smallest unit. */
export function toUnits(text: string, places: number): number {
  const size = parseDecimal(text.replace(/^-/, ""), places);
  if (size === undefined) throw new Error(`expected a decimal of ${places} places, got "${text}"`);
  return text.startsWith("-") ? -size : size;
}

export const microsOf = (text: string): number => toUnits(text, MICRO_PLACES);

export type WalletRecord = {
  readonly address: string;
  readonly promised: TraderPromises;
  readonly trades: readonly TradeState[];
  readonly orders: ReadonlyMap<string, OrderState>;
  /** Both tokens of each market, by condition id. */
  readonly tokens: ReadonlyMap<string, readonly [string, string]>;
};

/** Lists differences from the expected balances, in words; empty when all agree. */
export function listBalanceFaults(known: WalletRecord, state: BalanceState | undefined): string[] {
  if (state === undefined) return [`wallet ${known.address} is gone`];
  const has = expectedOf(known);
  const held = heldBy(known);
  const broken: string[] = [];
  const compare = (what: string, wanted: number, got: number): void => {
    if (wanted !== got) broken.push(`${known.address} should have ${wanted} of ${what}, and has ${got}`);
  };
  compare("collateral", has.collateral, microsOf(state.collateral.balance));
  compare("held collateral", held.collateral, microsOf(state.collateral.held));
  for (const { asset_id: token, ...position } of state.positions) {
    compare(`token ${token}`, has.shares.get(token) ?? 0, toUnits(position.balance, LOT_PLACES));
    compare(`held token ${token}`, held.shares.get(token) ?? 0, toUnits(position.held, LOT_PLACES));
    has.shares.delete(token);
  }
  for (const [token, lots] of has.shares) compare(`token ${token}`, lots, 0);
  return broken;
}

type Holdings = { collateral: number; readonly shares: Map<string, number> };

const add = (shares: Map<string, number>, token: string, lots: number): unknown =>
  shares.set(token, (shares.get(token) ?? 0) + lots);

function expectedOf({ address, promised, trades, tokens }: WalletRecord): Holdings {
  const holdings: Holdings = { collateral: FIRST_CREDIT, shares: new Map() };
  for (const { kind, collateral, conditionId } of promised.operations) {
    holdings.collateral += collateral;
    if (kind !== "split" && kind !== "merge") continue;
    const lots = (-collateral / MICROS_PER_SET) * LOTS_PER_SET;
    for (const token of tokens.get(conditionId) ?? []) add(holdings.shares, token, lots);
  }
  for (const trade of trades)
    for (const party of [trade, ...trade.maker_orders])
      if (party.maker_address === address) settle(holdings, party, toUnits(trade.size, LOT_PLACES));
  return holdings;
}

function settle(holdings: Holdings, party: PartyState, lots: number): void {
  const sign = party.side === "BUY" ? 1 : -1;
  holdings.collateral -= sign * lots * toUnits(party.price, PRICE_PLACES) + microsOf(party.fee);
  add(holdings.shares, party.asset_id, sign * lots);
}

/** Holds of the wallet's open orders; a buy holds collateral at its limit. */
function heldBy({ address, orders }: WalletRecord): Holdings {
  const held: Holdings = { collateral: 0, shares: new Map() };
  for (const order of orders.values()) {
    if (order.maker_address !== address || order.status !== "live") continue;
    const lots = toUnits(order.original_size, LOT_PLACES) - toUnits(order.size_matched, LOT_PLACES);
    if (order.side === "BUY") held.collateral += lots * toUnits(order.price, PRICE_PLACES);
    else add(held.shares, order.asset_id, lots);
  }
  return held;
}
