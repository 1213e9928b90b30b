/**
 * Orders in the reference. It thinks in the two tokens and their four kinds of orders, not in one unified book. It
 * looks at every resting order every time, and collects every reason to refuse.
 */
import type { CommandOf } from "../../src/core/events/command.ts";
import type { RejectionCode } from "../../src/core/rejection.ts";
import { cancelFactText, done, firstOf, refused } from "./outcome.ts";
import type { Outcome } from "./outcome.ts";
import { feeOfTrades } from "./reference-fees.ts";
import { freeCash, freeShares, needOf } from "./reference-figures.ts";
import { removeOrders } from "./reference-lifecycle.ts";
import { cancelUnmatched, countedLots, groupsReached, refuseGroup, stopReached } from "./reference-groups.ts";
import { rests, settle, settleKilled, staysInBook } from "./reference-settlement.ts";
import { findGroup, findWallet, ONE } from "./reference-state.ts";
import type { Reference, RefGroup, RefMarket, RefOrder, RefWallet } from "./reference-state.ts";

type PlaceOrder = CommandOf<"place-order">;

/** A resting order that the incoming one could match, with the price of the trade. */
export type Offer = { order: RefOrder; price: number; same: boolean };

type Times = { readonly at: number; readonly now: number };

/** Fields of an order that decide which offers it would take. */
export type OfferQuery = Pick<PlaceOrder, "tokenId" | "side" | "limit">;

export type Matching = {
  trades: { offer: Offer; lots: number }[];
  removed: RefOrder[];
  left: number;
  /** Shares that count for groups, with those of the trades. */
  counted: Map<RefGroup, number>;
  stopped: "self-trade" | "self-trade-both" | "match-limit" | "group-limit" | undefined;
};

export function placeOrder(reference: Reference, command: PlaceOrder, { at, now }: Times): Outcome {
  const market = reference.markets.find((one) => one.tokens.includes(command.tokenId));
  if (market === undefined) return refused("unknown_token");
  const replaced = reference.orders.find(
    ({ id, wallet }) => id === command.replaces && wallet.owner === command.owner,
  );
  if (replaced === undefined)
    return placeInMarket(
      reference,
      { command, market, replaced, at, now },
      command.replaces === undefined ? [] : ["replaced_not_open"],
    );
  // Everything is decided as if the other order were gone; it comes back if the new one is not placed.
  const before = reference.orders;
  reference.orders = before.filter((order) => order !== replaced);
  const outcome = placeInMarket(reference, { command, market, replaced, at, now }, []);
  const { refusals, facts } = outcome;
  const isPlaced = refusals.length === 0 && facts.some((fact) => isReplacement(fact, replaced));
  if (!isPlaced) {
    const gone = new Set(before.filter((order) => order !== replaced && !reference.orders.includes(order)));
    reference.orders = before.filter((order) => !gone.has(order));
    return outcome;
  }
  const { id, size, remaining } = replaced;
  const canceled = cancelFactText(id, { matched: size - remaining, canceled: remaining }, "replaced");
  return done(canceled, ...facts);
}

const isReplacement = (fact: string, replaced: RefOrder): boolean =>
  fact.startsWith("placed ") && fact.endsWith(` ${replaced.no}`);

type Placing = Times & {
  readonly command: PlaceOrder;
  readonly market: RefMarket;
  readonly replaced: RefOrder | undefined;
};

function placeInMarket(
  reference: Reference,
  { command, market, replaced, at, now }: Placing,
  alsoRefused: readonly RejectionCode[],
): Outcome {
  const wallet = findWallet(reference, command.maker);
  const offers = listOffers(reference, market, command);
  const matching = match(reference, command, { offers, at });
  const refusals = [
    ...alsoRefused,
    ...refuseTerms(market, command, { at, now }),
    ...refuseWallet(reference, wallet, command),
    ...refuseGroup(reference, command),
    ...refuseMatching(command, offers, matching),
    ...refuseCount(reference, market, command, matching),
  ];
  const kill = killOf(command, matching, refusals);
  if (kill !== undefined && wallet !== undefined) {
    const also = matching.stopped === "self-trade-both" ? matching.removed : [];
    const removed = removeOrders(reference, also, "self-trade");
    return done(...removed, settleKilled(reference, command, matching, kill));
  }
  if (refusals.length > 0 || wallet === undefined) return refused(...refusals);
  if (costOf(market, command, matching) > freeCash(reference, wallet)) return refused("insufficient_balance");
  const reached = groupsReached(matching);
  const facts = [
    ...removeOrders(reference, matching.removed, "self-trade"),
    ...cancelUnmatched(reference, reached, matching),
    settle(reference, { command, market, wallet, at, replaced }, matching),
    ...stopReached(reference, reached),
  ];
  return { refusals, facts };
}

/**
 * An order that cannot rest is taken, and killed, if nothing but the book refuses it. So is one that is cancelled with the
 * order that it met.
 */
function killOf(
  command: PlaceOrder,
  { stopped }: Matching,
  refusals: readonly RejectionCode[],
): RejectionCode | undefined {
  const first = firstOf(refusals);
  const isKill = first === "fok_not_filled" || first === "fak_not_matched" || first === "self_trade";
  return isKill && (!rests(command) || stopped === "self-trade-both") ? first : undefined;
}

function refuseTerms(market: RefMarket, command: PlaceOrder, { at, now }: Times): RejectionCode[] {
  const { limit, kind, expiresAt, latestAt = at } = command;
  const rows: readonly (readonly [boolean, RejectionCode])[] = [
    [market.status === "draft", "market_not_open"],
    [market.status === "paused", "market_paused"],
    [market.status === "resolved" || market.status === "archived", "market_closed"],
    [command.postOnly && !rests(command), "post_only_kind"],
    [kind === "GTD" && expiresAt === 0, "expiration_required"],
    [rests(command) && expiresAt !== 0 && expiresAt <= now, "order_expired"],
    [
      rests(command) &&
        expiresAt !== 0 &&
        expiresAt - Math.floor(now / 1000) * 1000 < (command.expiry?.leastAheadMs ?? 0),
      "expiration_too_soon",
    ],
    [at > latestAt, "order_late"],
    [limit < market.tick || limit > ONE - market.tick, "price_out_of_range"],
    [limit % market.tick !== 0, "price_off_tick"],
    [rests(command) && command.lots < market.minimum, "size_below_minimum"],
    [(command.highestFeeRate ?? 10_000) < (market.fees?.rate ?? 0), "fee_rate_too_low"],
  ];
  return rows.filter(([wrong]) => wrong).map(([, code]) => code);
}

function refuseWallet(
  reference: Reference,
  wallet: RefWallet | undefined,
  command: PlaceOrder,
): RejectionCode[] {
  const refusals: RejectionCode[] = reference.banned.has(command.owner) ? ["user_banned"] : [];
  if (wallet === undefined) return [...refusals, "insufficient_balance"];
  const [has, needs] =
    command.side === "BUY"
      ? [freeCash(reference, wallet), command.budget ?? command.lots * command.limit]
      : [freeShares(reference, wallet, command.tokenId), command.lots];
  if (wallet.owner !== command.owner) refusals.push("wallet_taken");
  if (has < needs) refusals.push("insufficient_balance");
  return refusals;
}

function refuseMatching(command: PlaceOrder, offers: readonly Offer[], matching: Matching): RejectionCode[] {
  const { trades, left, stopped } = matching;
  const refusals: RejectionCode[] = [];
  if (command.postOnly && offers.length > 0) refusals.push("post_only_crosses");
  const met = stopped === "self-trade" || stopped === "self-trade-both";
  if (met && (trades.length === 0 || (command.kind === "FOK" && left > 0))) refusals.push("self_trade");
  if (command.kind === "FOK" && left > 0) refusals.push("fok_not_filled");
  if (command.kind === "FAK" && trades.length === 0) refusals.push("fak_not_matched");
  return refusals;
}

/** Refuses one more open order where those that rest already reach a limit. */
function refuseCount(
  { rules: { limits }, orders }: Reference,
  market: RefMarket,
  command: PlaceOrder,
  matching: Matching,
): RejectionCode[] {
  if (!staysInBook(command, matching)) return [];
  const inMarket = orders.filter((order) => order.market === market);
  const own = (order: RefOrder): boolean => order.wallet.address === command.maker;
  const full =
    inMarket.filter(own).length >= limits.ofAccountInMarket ||
    orders.filter(own).length >= limits.ofAccount ||
    inMarket.length >= limits.inMarket ||
    orders.length >= limits.inAll;
  return full ? ["too_many_orders"] : [];
}

/** Lists the resting orders that an order would match, in the order of matching. */
export const listOffers = (reference: Reference, market: RefMarket, wanted: OfferQuery): Offer[] =>
  offersWithinLimit(wanted, offersFor(reference, market, wanted));

/**
 * Lists offers for one token: its opposite orders, and orders of the same side for the other token at ONE less their
 * price.
 */
function offersFor(reference: Reference, market: RefMarket, command: OfferQuery): Offer[] {
  const offers: Offer[] = [];
  for (const order of reference.orders) {
    if (order.market !== market) continue;
    const same = order.token === command.tokenId;
    if (same === (order.side === command.side)) continue;
    offers.push({ order, same, price: same ? order.limit : ONE - order.limit });
  }
  return offers;
}

/** Filters offers within the limit, best first, and at one price by their places. */
function offersWithinLimit(command: OfferQuery, offers: Offer[]): Offer[] {
  const byPlace = (a: Offer, b: Offer): number => a.order.place - b.order.place;
  if (command.side === "BUY")
    return offers
      .filter(({ price }) => price <= command.limit)
      .sort((a, b) => a.price - b.price || byPlace(a, b));
  return offers
    .filter(({ price }) => price >= command.limit)
    .sort((a, b) => b.price - a.price || byPlace(a, b));
}

type Offered = { readonly offers: readonly Offer[]; readonly at: number };

function match(reference: Reference, command: PlaceOrder, offered: Offered): Matching {
  const matching = matchOffers(reference, command, offered);
  const group = findGroup(reference, { owner: command.owner, name: command.group });
  const isReached = group !== undefined && (matching.counted.get(group) ?? 0) >= group.limit;
  return isReached && rests(command) && matching.stopped === undefined
    ? { ...matching, stopped: "group-limit" }
    : matching;
}

function matchOffers(reference: Reference, command: PlaceOrder, { offers, at }: Offered): Matching {
  const { budget, limit, owner, lots, selfTrade = reference.rules.selfTrade } = command;
  const matching: Matching = { trades: [], removed: [], left: lots, counted: new Map(), stopped: undefined };
  const { counted } = matching;
  const group = findGroup(reference, { owner, name: command.group });
  let spent = 0;
  let passed = 0;
  for (const offer of offers) {
    const wanted = budget === undefined ? matching.left : Math.floor((budget - spent) / offer.price);
    if (wanted === 0) break;
    if (group !== undefined && (counted.get(group) ?? 0) >= group.limit)
      return { ...matching, stopped: "group-limit" };
    if (matching.trades.length + matching.removed.length + passed === reference.rules.limits.metByOne)
      return { ...matching, stopped: "match-limit" };
    const of = offer.order.group;
    if (of !== undefined && (counted.get(of) ?? 0) >= of.limit) {
      passed += 1;
      continue;
    }
    const own = offer.order.wallet.owner === owner;
    if (own && selfTrade === "cancel-incoming") return { ...matching, stopped: "self-trade" };
    if (own && selfTrade !== "allow") {
      matching.removed.push(offer.order);
      if (selfTrade === "cancel-both") return { ...matching, stopped: "self-trade-both" };
      continue;
    }
    const traded = Math.min(wanted, offer.order.remaining);
    matching.trades.push({ offer, lots: traded });
    for (const one of [of, group])
      if (one !== undefined) counted.set(one, (counted.get(one) ?? countedLots(one, at)) + traded);
    spent += traded * offer.price;
    matching.left = budget === undefined ? matching.left - traded : Math.floor((budget - spent) / limit);
  }
  return matching;
}

/** Cost of a buy with its fees: of the matched part, and of the resting part. */
function costOf(market: RefMarket, command: PlaceOrder, matching: Matching): number {
  if (command.side === "SELL") return 0;
  const { trades, left } = matching;
  const taken = trades.map(({ offer, lots }) => ({ lots, price: offer.price }));
  const spent = taken.reduce((sum, { lots, price }) => sum + lots * price, 0);
  const size = taken.reduce((sum, { lots }) => sum + lots, left);
  const remaining = staysInBook(command, matching) ? left : 0;
  return spent + feeOfTrades(market.fees, taken) + needOf({ market, limit: command.limit, size, remaining });
}
