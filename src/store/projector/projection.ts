/**
 * The read tables as a function of the journal: the rows that the events of one batch result in. An account, position,
 * order or market has one row, however often the batch touched it. Used by the projector and by a rebuild from the
 * journal, both after the batch was applied to the state.
 */
import { canceledOrders } from "../../core/canceled-orders.ts";
import { elementAt } from "../../core/element-at.ts";
import type { CancelReason, Event, EventOf, Fill } from "../../core/event.ts";
import { feeAccount } from "../../core/fees.ts";
import { sumFills, fillValue } from "../../core/fill-totals.ts";
import { returnsOf } from "../../core/returns.ts";
import { shownPriceOf } from "../../core/shown-price.ts";
import type { Exchange, Market, Order, Outcome } from "../../core/state.ts";
import { addUpTo, NO_MICROS } from "../../core/units.ts";
import { builderCode } from "../tables/orders.ts";
import { addMarketSums, countPayment, countTrade, takeBackTrade } from "./count-figures.ts";
import { collectEnd, collectPaid, collectRedemption, countEnds } from "./ends.ts";
import { collectOperations } from "./projected-operations.ts";
import { PROJECTOR_LIMITS } from "./projector-limits.ts";
import { movePosition, touchAccount, touchBoth, touchHolder, touchMarket, touchOrder } from "./touch.ts";
import { createTouched } from "./touched.ts";
import type { TouchedState } from "./touched.ts";

type ShareEvent = EventOf<"sets-split" | "sets-merged" | "converted">;

const OUTCOMES = [0, 1] as const;

/**
 * Collects the state that the events of a batch touched; call it after the batch was applied. If a batch has more ends
 * than `manyEnds`, their rows are built only when they are written: all at once would block the process.
 */
export function collectTouched(
  exchange: Exchange,
  events: readonly Event[],
  manyEnds = PROJECTOR_LIMITS.manyEnds,
): TouchedState {
  const touched = createTouched();
  const hasMany = countEnds(events) > manyEnds;
  for (const [place, event] of events.entries())
    if (!hasMany || !collectEnd(touched, event, place)) collectEvent(touched, exchange, event, place);
  for (const market of touched.markets.values())
    touched.priced.set(market.no, { no: market.no, price: shownPriceOf(market) });
  return touched;
}

function collectEvent(touched: TouchedState, exchange: Exchange, event: Event, place: number): void {
  switch (event.type) {
    case "order-placed":
      return collectPlacement(touched, exchange, event);
    case "order-canceled":
    case "orders-canceled":
      for (const order of canceledOrders(event)) collectCancel(touched, order, event.reason);
      return undefined;
    case "account-opened":
    case "credited":
    case "debited":
      collectPayment(touched, exchange, event);
      return collectOperations(touched, exchange, event, place);
    case "redeemed":
      collectPaid(touched, event);
      return collectRedemption(touched, { place, event });
    case "sets-split":
    case "sets-merged":
    case "converted":
      collectShares(touched, event);
      return collectOperations(touched, exchange, event, place);
    case "settlement-failed":
      return collectFailure(touched, exchange, event, place);
    case "market-status-changed":
      return collectStatus(touched, event);
    case "resolution-proposed":
    case "resolution-disputed":
    case "market-resolved":
    case "resolution-undone":
      touched.steps.push({ place, event });
      return flagMarket(touched, event.market);
    case "mode-changed":
      touched.modes.push(event.mode);
      return undefined;
    case "banned":
    case "unbanned":
      touched.bans.set(event.address, event.type === "banned");
      return undefined;
    case "operated":
      touched.operated.push({ place, event });
      return undefined;
    case "request-done":
      touched.requests.push({ place, event });
      return undefined;
    case "listed":
      return collectListing(touched, exchange, event);
    case "prices-recorded":
      return collectRecords(touched, event);
  }
}

function collectPayment(
  touched: TouchedState,
  exchange: Exchange,
  event: EventOf<"account-opened" | "credited" | "debited">,
): void {
  const account = event.type === "account-opened" ? elementAt(exchange.accounts, event.no) : event.account;
  touchAccount(touched, account);
  countPayment(touched, account, event);
}

function collectStatus(touched: TouchedState, { market, status }: EventOf<"market-status-changed">): void {
  if (status === "active" || status === "archived") touched.opened.set(market.no, market);
  flagMarket(touched, market);
}

function collectCancel(touched: TouchedState, order: Order, reason: CancelReason): void {
  touched.canceled.set(order.no, reason);
  touchMarket(touched, order.market);
  touchOrder(touched, order);
}

function collectPlacement(touched: TouchedState, exchange: Exchange, event: EventOf<"order-placed">): void {
  const { order, fills, ended } = event;
  touched.placed.push({ order, builder: event.signed.builder, ended });
  touchHolder(touched, order);
  touchMarket(touched, order.market);
  for (const fill of fills) collectFill(touched, order, fill);
  if (fills.some(({ takerFee, makerFee }) => takerFee + makerFee > 0))
    touchAccount(touched, feeAccount(exchange));
  if (fills.length === 0) return;
  touchBoth(touched, order);
  const code = builderCode(event.signed.builder);
  if (code === undefined) return;
  const volume = sumFills(order, fills).micros;
  touched.builders.set(code, addUpTo(touched.builders.get(code) ?? NO_MICROS, volume));
}

function collectFill(touched: TouchedState, taker: Order, fill: Fill): void {
  const { no, maker, lots, price, takerFee, makerFee } = fill;
  const { market } = taker;
  touchOrder(touched, maker);
  touchBoth(touched, maker);
  countTrade(touched, { market, taker, fill });
  touched.trades.push({ no, market, taker, maker, lots, price, takerFee, makerFee });
  const before = touched.volumes.get(market.no)?.volume ?? NO_MICROS;
  touched.volumes.set(market.no, { market, volume: addUpTo(before, fillValue(taker, fill)) });
}

function collectShares(touched: TouchedState, event: ShareEvent): void {
  const { account } = event;
  touchAccount(touched, account);
  touched.traders.set(account.no, account);
  for (const [market, outcome] of movedShares(event)) {
    touchMarket(touched, market);
    movePosition(touched, account, market, outcome);
  }
  if (event.type === "sets-merged")
    addMarketSums(touched, { account, market: event.market, volume: NO_MICROS });
  if (event.type !== "converted") return;
  const { event: parent } = elementAt(event.given, 0);
  touched.converted.set(parent.id, parent);
}

function collectFailure(
  touched: TouchedState,
  exchange: Exchange,
  event: EventOf<"settlement-failed">,
  place: number,
): void {
  collectOperations(touched, exchange, event, place);
  const { market } = event;
  touchMarket(touched, market);
  for (const { account, shares } of returnsOf(exchange, event)) {
    touchAccount(touched, account);
    const moved = OUTCOMES.filter((outcome) => shares[outcome].lots !== 0);
    for (const outcome of moved) movePosition(touched, account, market, outcome);
    if (moved.length > 0) touched.traders.set(account.no, account);
  }
  for (const fill of event.undone) takeBackTrade(touched, { market, taker: event.taker, fill });
}

/** Lists the outcomes whose shares moved; the account may never have had shares of the others. */
function movedShares(event: ShareEvent): (readonly [Market, Outcome])[] {
  switch (event.type) {
    case "converted":
      return [
        ...event.given.map((market) => [market, 1] as const),
        ...event.got.map((market) => [market, 0] as const),
      ];
    case "sets-split":
    case "sets-merged":
      return OUTCOMES.map((outcome) => [event.market, outcome]);
  }
}

function collectListing(touched: TouchedState, exchange: Exchange, event: EventOf<"listed">): void {
  touched.listings.push(event);
  for (const { no } of event.markets) touchMarket(touched, elementAt(exchange.markets, no));
  const listed = exchange.events.get(event.listing.event.id);
  if (listed !== undefined) touched.events.set(listed.id, listed);
}

function collectRecords(touched: TouchedState, event: EventOf<"prices-recorded">): void {
  for (const { market, midpoint } of event.midpoints) {
    touched.records.push({ market, minute: event.minute, midpoint });
    touchMarket(touched, market);
  }
}

function flagMarket(touched: TouchedState, market: Market): void {
  touchMarket(touched, market);
  touched.flaggedMarkets.set(market.no, market);
  touched.flaggedEvents.set(market.event.id, market.event);
}
