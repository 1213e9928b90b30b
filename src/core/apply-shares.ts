/** Applies changes of shares other than fills: sets, redemptions, conversions, and the effect of a resolution on backing. */
import { elementAt } from "./element-at.ts";
import type { EventOf } from "./event.ts";
import { isNo } from "./negative-risk.ts";
import { acquire, assertCovered, dispose, positionOf } from "./position.ts";
import type { Market } from "./state.ts";
import {
  addLots,
  addMicros,
  conversionPrice,
  HALF,
  payoutPrice,
  setValue,
  sharePrice,
  subtractMicros,
  times,
} from "./units.ts";

const OUTCOMES = [0, 1] as const;

/** Turns collateral into complete sets: a purchase of both outcomes at half a unit each. */
export function applySplit({ account, market, lots }: EventOf<"sets-split">, at: number): void {
  const value = setValue(lots);
  account.collateral = subtractMicros(account.collateral, value);
  market.backing = addMicros(market.backing, value);
  for (const outcome of OUTCOMES) acquire(positionOf(account, market, outcome), lots, sharePrice(HALF), at);
  assertCovered(account, positionOf(account, market, 0));
}

/** Turns complete sets back into collateral: a sale of both outcomes at half a unit each. */
export function applyMerge({ account, market, lots }: EventOf<"sets-merged">, at: number): void {
  const value = setValue(lots);
  account.collateral = addMicros(account.collateral, value);
  market.backing = subtractMicros(market.backing, value);
  for (const outcome of OUTCOMES) {
    const position = positionOf(account, market, outcome);
    dispose(account, position, { lots, price: sharePrice(HALF), at });
    assertCovered(account, position);
  }
}

export function applyRedemption(event: EventOf<"redeemed">, at: number): void {
  const { account, market, lots, paid } = event;
  const payout = market.payout ?? [0, 0];
  for (const outcome of OUTCOMES) {
    const price = payoutPrice(payout, outcome);
    dispose(account, positionOf(account, market, outcome), { lots: lots[outcome], price, at });
  }
  account.collateral = addMicros(account.collateral, paid);
  market.backing = subtractMicros(market.backing, paid);
  market.redeemed = addLots(market.redeemed, addLots(lots[0], lots[1]));
}

/**
 * Applies a conversion. The given shares leave at their own average cost, so they earn nothing; the received ones cost the
 * rest.
 */
export function applyConversion(event: EventOf<"converted">, at: number): void {
  const { account, given, got, lots } = event;
  const averages = given.map((market) => {
    const position = positionOf(account, market, 1);
    const { average } = position;
    dispose(account, position, { lots, price: average, at });
    assertCovered(account, position);
    return average;
  });
  const price = conversionPrice(averages, got.length);
  for (const market of got) {
    acquire(positionOf(account, market, 0), lots, price, at);
    market.backing = addMicros(market.backing, setValue(lots));
  }
  for (const market of [...given, ...got]) market.burned = addLots(market.burned, lots);
  account.collateral = addMicros(account.collateral, times(setValue(lots), given.length - 1));
  const { event: parent } = elementAt(given, 0);
  parent.converted = addLots(parent.converted, lots);
}

/** Pays back what conversions paid ahead, from burned shares of the outcome that won. */
export function payBurned(market: Market): void {
  if (isNo(market.payout)) market.backing = subtractMicros(market.backing, setValue(market.burned));
}

export function unpayBurned(market: Market): void {
  if (isNo(market.payout)) market.backing = addMicros(market.backing, setValue(market.burned));
}
