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
import type { Event, EventKinds, EventOf } from "./event.ts";
import { flagsAfter, flagsOfListed, ownFlags } from "./flags.ts";
import { applyInviteDeed } from "./invites.ts";
import { isOver } from "./lifecycle.ts";
import { pickTerms } from "./market-terms.ts";
import { isOpen } from "./negative-risk.ts";
import type { Exchange, Market, MarketEvent } from "./state.ts";
import { addMicros, NO_LOTS, NO_MICROS, subtractMicros } from "./units.ts";

type Row<T extends keyof EventKinds> = (exchange: Exchange, event: EventKinds[T], at: number) => void;

const takeCanceled: Row<"order-canceled" | "orders-canceled"> = (exchange, event, at) =>
  takeOut(exchange, canceledOrders(event), at);

const ROWS: { readonly [T in keyof EventKinds]: Row<T> } = {
  "account-opened": openAccount,
  credited: (exchange, { account, amount }) => {
    account.collateral = addMicros(account.collateral, amount);
    exchange.deposits = addMicros(exchange.deposits, amount);
  },
  debited: (exchange, { account, amount }) => {
    account.collateral = subtractMicros(account.collateral, amount);
    exchange.deposits = subtractMicros(exchange.deposits, amount);
  },
  listed: applyListing,
  "market-status-changed": (_, { market, status }, at) => applyStatus(market, status, at),
  "order-placed": applyPlacement,
  "settlement-failed": applyFailure,
  "order-canceled": takeCanceled,
  "orders-canceled": takeCanceled,
  "sets-split": (_, event, at) => applySplit(event, at),
  "sets-merged": (_, event, at) => applyMerge(event, at),
  "resolution-proposed": (_, { market, payout }) => {
    market.proposal = { payout, disputed: false };
  },
  "resolution-disputed": (_, { market }) => applyDispute(market),
  "market-resolved": (_, event, at) => applyResolution(event, at),
  "resolution-undone": (_, { market }, at) => applyUndoing(market, at),
  redeemed: (_, event, at) => applyRedemption(event, at),
  converted: (_, event, at) => applyConversion(event, at),
  banned: ({ bans }, { address }) => void bans.add(address),
  unbanned: ({ bans }, { address }) => void bans.delete(address),
  "mode-changed": (exchange, { mode }) => {
    exchange.mode = mode;
  },
  operated: applyInviteDeed,
  "request-done": () => undefined,
  "prices-recorded": (_, { midpoints, minute }) => {
    for (const { market, midpoint } of midpoints) market.recorded = { midpoint, minute };
  },
};

/** Applies one event at engine time `at` (ms). */
export const applyEvent = (exchange: Exchange, event: Event, at: number): void =>
  applyRow(event.type, exchange, event, at);

function applyRow<T extends keyof EventKinds>(
  type: T,
  exchange: Exchange,
  event: EventKinds[T],
  at: number,
): void {
  ROWS[type](exchange, event, at);
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
