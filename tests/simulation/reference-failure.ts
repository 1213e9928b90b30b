/** Settlements that fail after the match, in the reference: the parties give back what they got, or all of it stands. */
import type { SimulatedCommandOf, Outcome } from "./outcome.ts";
import { done, failureFactText, refused } from "./outcome.ts";
import { restingFee } from "./reference-fees.ts";
import { removeOrders } from "./reference-lifecycle.ts";
import { buyShares, priceOf, refPosition, sellShares } from "./reference-position.ts";
import { FEES } from "./reference-settlement.ts";
import { findMarket, findWallet, isOpen, ONE, sharesOf } from "./reference-state.ts";
import type { Reference, RefMarket, RefOrder, RefWallet } from "./reference-state.ts";

type FailSettlement = SimulatedCommandOf<"fail-settlement">;
/** Sums of one wallet: collateral that comes back, and by outcome the shares with their worth; below zero they go. */
type Sums = { readonly wallet: RefWallet; cash: number; readonly shares: number[]; readonly worth: number[] };

export function failSettlement(reference: Reference, command: FailSettlement, at: number): Outcome {
  const market = findMarket(reference, command.conditionId);
  if (market === undefined) return refused("unknown_market");
  if (!isOpen(market)) return refused("market_closed");
  const all = sumUp(reference, command);
  const lacks = ({ wallet, cash, shares }: Sums): boolean =>
    wallet.cash + cash < 0 ||
    market.tokens.some((token, index) => sharesOf(wallet, token) + shares[index]! < 0);
  if (all.some(lacks)) return refused("insufficient_balance");
  const canceled = all.flatMap((sums) => removeUncovered(reference, market, sums));
  for (const sums of all) giveBack(market, sums, at);
  return done(...canceled, failureFactText(command.fills.map(({ no }) => no)));
}

const newSums = (wallet: RefWallet): Sums => ({ wallet, cash: 0, shares: [0, 0], worth: [0, 0] });

/** Sums up each wallet's opposite trades, those of the incoming order's first, and the fees that come out of their purse. */
function sumUp(reference: Reference, { taker, fills }: FailSettlement): Sums[] {
  const byAddress = new Map<string, Sums>();
  let fees = 0;
  for (const { maker, lots, price, takerFee, makerFee } of fills) {
    for (const { address, outcome, side, fee } of [
      { ...taker, fee: takerFee },
      { ...maker, fee: makerFee },
    ]) {
      const wallet = findWallet(reference, address)!;
      const sums = byAddress.get(address) ?? newSums(wallet);
      byAddress.set(address, sums);
      const sign = side === "BUY" ? 1 : -1;
      const money = lots * (outcome === 0 ? price : ONE - price);
      sums.cash += sign * money + fee;
      sums.shares[outcome] = sums.shares[outcome]! - sign * lots;
      sums.worth[outcome] = sums.worth[outcome]! - sign * money;
      fees += fee;
    }
  }
  if (fees === 0) return [...byAddress.values()];
  const purse = byAddress.get(FEES) ?? newSums(findWallet(reference, FEES)!);
  purse.cash -= fees;
  return [...byAddress.set(FEES, purse).values()];
}

/** Takes out the latest orders of the wallet until those that are left are covered after it gave back. */
function removeUncovered(reference: Reference, market: RefMarket, { wallet, cash, shares }: Sums): string[] {
  const facts: string[] = [];
  const trim = (
    counts: (order: RefOrder) => boolean,
    need: (order: RefOrder) => number,
    left: number,
  ): void => {
    const own = reference.orders.filter((order) => order.wallet === wallet && counts(order));
    let needed = own.reduce((sum, order) => sum + need(order), 0);
    while (needed > left) {
      const last = own.pop()!;
      needed -= need(last);
      facts.push(...removeOrders(reference, [last], "settlement-failed"));
    }
  };
  if (cash < 0)
    trim(
      ({ side }) => side === "BUY",
      (order) => order.remaining * order.limit + restingFee(order, order.remaining),
      wallet.cash + cash,
    );
  for (const index of [0, 1] as const) {
    const token = market.tokens[index];
    if (shares[index]! < 0)
      trim(
        (order) => order.side === "SELL" && order.token === token,
        ({ remaining }) => remaining,
        sharesOf(wallet, token) + shares[index]!,
      );
  }
  return facts;
}

/** Moves the sums: shares that come back cost what they had fetched, those that go fetch what they had cost. */
function giveBack(market: RefMarket, { wallet, cash, shares, worth }: Sums, at: number): void {
  wallet.cash += cash;
  for (const index of [0, 1] as const)
    returnShares(wallet, { token: market.tokens[index], lots: shares[index]!, worth: worth[index]!, at });
}

type ReturnedShares = {
  readonly token: string;
  readonly lots: number;
  readonly worth: number;
  readonly at: number;
};

/** Moves shares and their worth back; neither counts as a purchase. */
export function returnShares(wallet: RefWallet, { token, lots, worth, at }: ReturnedShares): void {
  if (lots === 0) return;
  const position = refPosition(wallet, token);
  const { bought } = position;
  const size = Math.abs(lots);
  const price = priceOf(BigInt(Math.abs(worth)), size);
  if (lots > 0) buyShares(wallet, { token, lots: size, price, at });
  else sellShares(wallet, { token, lots: size, price, at });
  position.bought = lots > 0 ? bought : bought - BigInt(size);
}
