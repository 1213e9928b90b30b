/**
 * Applies an event to the state. An event was decided on exactly this state, so applying it cannot be rejected. Assertions
 * detect a wrong event, and stop the process before anything is acknowledged.
 */
import { addAccount, newAccount } from "./account-register.ts";
import { applyFailure } from "./apply-failure.ts";
import { applyPlacement, takeOut } from "./apply-placement.ts";
import {
  applyConversion,
  applyMerge,
  applyRedemption,
  applySplit,
  payBurned,
  unpayBurned,
} from "./apply-shares.ts";
import { canceledOrders } from "./canceled-orders.ts";
import { createBook } from "./book.ts";
import type { CatalogEvent, CatalogMarket, MarketStatus } from "./catalog.ts";
import { elementAt } from "./element-at.ts";
import type { Event, EventOf } from "./event.ts";
import { flagsAfter, flagsOfListed, ownFlags } from "./flags.ts";
import { applyInviteDeed } from "./invites.ts";
import { isOver } from "./lifecycle.ts";
import { pickTerms } from "./market-terms.ts";
import { isOpen } from "./negative-risk.ts";
import type { Exchange, Market, MarketEvent } from "./state.ts";
import { addMicros, NO_LOTS, NO_MICROS, subtractMicros } from "./units.ts";

/** Applies one event at engine time `at` (ms). */
export function applyEvent(exchange: Exchange, event: Event, at: number): void {
  switch (event.type) {
    case "order-placed":
      return applyPlacement(exchange, event, at);
    case "order-canceled":
    case "orders-canceled":
      return takeOut(exchange, canceledOrders(event), at);
    case "settlement-failed":
      return applyFailure(exchange, event, at);
    case "listed":
      return applyListing(exchange, event, at);
    case "prices-recorded":
      return applyRecords(event);
    case "operated":
      return applyInviteDeed(exchange, event, at);
    case "request-done":
      return undefined;
    case "mode-changed":
      return applyMode(exchange, event);
    case "account-opened":
    case "credited":
    case "debited":
    case "banned":
    case "unbanned":
      return applyToAccount(exchange, event);
    case "sets-split":
    case "sets-merged":
    case "redeemed":
    case "converted":
      return applyToShares(event, at);
    case "market-status-changed":
    case "resolution-proposed":
    case "resolution-disputed":
    case "market-resolved":
    case "resolution-undone":
      return applyToMarket(event, at);
  }
}

function applyMode(exchange: Exchange, { mode }: EventOf<"mode-changed">): void {
  exchange.mode = mode;
}

function applyRecords({ midpoints, minute }: EventOf<"prices-recorded">): void {
  for (const { market, midpoint } of midpoints) market.recorded = { midpoint, minute };
}

type AccountEvent = EventOf<"account-opened" | "credited" | "debited" | "banned" | "unbanned">;

function applyToAccount(exchange: Exchange, event: AccountEvent): void {
  switch (event.type) {
    case "account-opened":
      return openAccount(exchange, event);
    case "credited":
      event.account.collateral = addMicros(event.account.collateral, event.amount);
      exchange.deposits = addMicros(exchange.deposits, event.amount);
      return undefined;
    case "debited":
      event.account.collateral = subtractMicros(event.account.collateral, event.amount);
      exchange.deposits = subtractMicros(exchange.deposits, event.amount);
      return undefined;
    case "banned":
      exchange.bans.add(event.address);
      return undefined;
    case "unbanned":
      exchange.bans.delete(event.address);
      return undefined;
  }
}

type ShareEvent = EventOf<"sets-split" | "sets-merged" | "redeemed" | "converted">;

function applyToShares(event: ShareEvent, at: number): void {
  switch (event.type) {
    case "sets-split":
      return applySplit(event, at);
    case "sets-merged":
      return applyMerge(event, at);
    case "redeemed":
      return applyRedemption(event, at);
    case "converted":
      return applyConversion(event, at);
  }
}

type MarketChange = EventOf<
  | "market-status-changed"
  | "resolution-proposed"
  | "resolution-disputed"
  | "market-resolved"
  | "resolution-undone"
>;

function applyToMarket(event: MarketChange, at: number): void {
  switch (event.type) {
    case "market-status-changed":
      return applyStatus(event.market, event.status, at);
    case "resolution-proposed":
      event.market.proposal = { payout: event.payout, disputed: false };
      return undefined;
    case "resolution-disputed":
      return applyDispute(event.market);
    case "market-resolved":
      return applyResolution(event, at);
    case "resolution-undone":
      return applyUndoing(event.market, at);
  }
}

function applyStatus(market: Market, status: MarketStatus, at: number): void {
  market.flags = flagsAfter(market.flags, market.status, status);
  market.status = status;
  if (status === "archived") market.proposal = undefined;
  market.changedAt = at;
}

function applyDispute(market: Market): void {
  if (market.proposal !== undefined) market.proposal = { ...market.proposal, disputed: true };
}

function applyResolution({ market, payout }: EventOf<"market-resolved">, at: number): void {
  market.payout = payout;
  market.proposal = undefined;
  market.resolvedAt = at;
  market.redeemed = NO_LOTS;
  payBurned(market);
  applyStatus(market, "resolved", at);
}

function applyUndoing(market: Market, at: number): void {
  unpayBurned(market);
  market.payout = undefined;
  market.resolvedAt = 0;
  applyStatus(market, "paused", at);
}

function openAccount(exchange: Exchange, event: EventOf<"account-opened">): void {
  const { no, address, owner, credit } = event;
  exchange.deposits = addMicros(exchange.deposits, credit);
  addAccount(exchange, newAccount({ no, address, owner, collateral: credit }));
}

function applyListing(exchange: Exchange, event: EventOf<"listed">, at: number): void {
  const { listing, markets } = event;
  const listedEvent = listEvent(exchange, listing.event);
  markets.forEach((listed, index) => {
    const terms = elementAt(listing.markets, index);
    const market = exchange.markets[listed.no] ?? newMarket(exchange, listedEvent, listed.no, terms);
    if (market.tick !== listed.tick) market.book = createBook(listed.tick);
    market.outcomes = terms.outcomes;
    Object.assign(market, pickTerms(listed));
    market.status = listed.status;
    market.flags = flagsOfListed(listed.status, terms);
    // Early journals have payouts of markets that are listed as open.
    market.payout = isOver(listed.status) ? listed.payout : undefined;
    if (!isOpen(market)) market.proposal = undefined;
    market.changedAt = at;
  });
}

function listEvent(exchange: Exchange, described: CatalogEvent): MarketEvent {
  const { id } = described;
  const event = exchange.events.get(id) ?? {
    id,
    listed: ownFlags(described),
    markets: [],
    converted: NO_LOTS,
  };
  event.listed = ownFlags(described);
  exchange.events.set(id, event);
  return event;
}

function newMarket(exchange: Exchange, event: MarketEvent, no: number, terms: CatalogMarket): Market {
  const market: Market = {
    no,
    event,
    conditionId: terms.conditionId,
    tokenIds: terms.tokenIds,
    outcomes: terms.outcomes,
    ...pickTerms(terms),
    status: "draft",
    flags: ownFlags(terms),
    payout: undefined,
    proposal: undefined,
    resolvedAt: 0,
    redeemed: NO_LOTS,
    burned: NO_LOTS,
    backing: NO_MICROS,
    volume: NO_MICROS,
    resting: [NO_MICROS, NO_MICROS, NO_MICROS],
    book: createBook(terms.tick),
    open: 0,
    lastTrade: undefined,
    recorded: undefined,
    changedAt: 0,
  };
  event.markets.push(market);
  exchange.markets[no] = market;
  exchange.marketByCondition.set(market.conditionId, market);
  exchange.tokens.set(market.tokenIds[0], { market, outcome: 0 });
  exchange.tokens.set(market.tokenIds[1], { market, outcome: 1 });
  return market;
}
