/** Random orders: mostly sensible and near the middle price, some at the very ends, some wrong in one or more ways. */
import type { CommandOf } from "../../src/core/events/command.ts";
import type { OrderKind, SelfTradePolicy, Side } from "../../src/core/state.ts";
import { affordableLots, lots, micros, ticks } from "../../src/core/units.ts";
import type { Ticks } from "../../src/core/units.ts";
import { NOT_SIGNED } from "../core/support/orders.ts";
import type { Random } from "../support/random.ts";
import { anyMarket, anyWallet } from "./generator.ts";
import type { Generator } from "./generator.ts";
import type { SimulatedCommandOf } from "./outcome.ts";
import { freeCash, freeShares } from "./reference-figures.ts";
import { listOffers } from "./reference-orders.ts";
import { ONE } from "./reference-state.ts";
import type { RefMarket, RefWallet } from "./reference-state.ts";

type PlaceOrder = CommandOf<"place-order">;

type OrderChoice = { id: string; at: number; market: RefMarket; wallet: RefWallet };

export function placeOrder(generator: Generator): PlaceOrder | SimulatedCommandOf<"record-prices"> {
  const market = anyMarket(generator);
  if (market === undefined) return { type: "record-prices" };
  const id = anyId(generator);
  generator.ids.push(id);
  return randomOrder(generator, { id, at: generator.at, market, wallet: anyWallet(generator) });
}

/**
 * Draws an order that replaces an open one: often the same with another size, whose place it may take, or one that would meet
 * it, else any order of the wallet. Now and then the order to replace is unknown, or another owner's.
 */
export function replaceOrder(generator: Generator): PlaceOrder | SimulatedCommandOf<"record-prices"> {
  const { random, reference, ids } = generator;
  const market = anyMarket(generator);
  const found = reference.orders.length > 0 ? random.pick(reference.orders) : undefined;
  if (market === undefined || found === undefined) return { type: "record-prices" };
  const id = anyId(generator);
  ids.push(id);
  const { wallet } = random.chance(5) ? random.pick(reference.orders) : found;
  const isSame = random.chance(60);
  const choice = { id, at: generator.at, market: isSame ? found.market : market, wallet };
  const drawn = { ...randomOrder(generator, choice), replaces: random.chance(4) ? "unknown" : found.id };
  if (!isSame) return drawn;
  const { token, side, remaining } = found;
  // A buy of the other outcome at the rest of the price meets a buy.
  const isMeeting = random.chance(20);
  const tokenId = isMeeting ? found.market.tokens.find((other) => other !== token)! : token;
  const limit = isMeeting ? ONE - found.limit : found.limit;
  const size = random.chance(70) ? random.between(1, remaining) : remaining + random.below(3);
  const kind = random.chance(90) ? ("GTC" as const) : drawn.kind;
  const terms = { tokenId, side, kind, limit: ticks(limit), lots: lots(size), budget: undefined };
  return { ...drawn, ...terms, expiresAt: 0, postOnly: random.chance(20) };
}

const GROUP_NAMES = ["quotes", "hedges", "null"] as const;
const WINDOWS = [1_000, 1_550, 15_000, 86_400_000] as const;

/** Draws a group of the owner that takes orders; now and then any, which may have stopped or be no group. */
function randomGroup({ random, reference }: Generator, owner: string): { readonly group?: string } {
  if (random.chance(3)) return { group: random.pick(GROUP_NAMES) };
  const open = reference.groups.filter((group) => group.owner === owner && !group.isStopped);
  return open.length > 0 && random.chance(40) ? { group: random.pick(open).name } : {};
}

/** Draws a change of a group of an owner, which may have none of this name. */
export function groupCommand(
  generator: Generator,
): SimulatedCommandOf<"set-order-group" | "reset-order-group" | "remove-order-group"> {
  const { random, scale, reference } = generator;
  const name = { owner: anyWallet(generator).owner, name: random.pick(GROUP_NAMES) };
  if (random.chance(50)) {
    const { groups } = reference;
    const known = groups.length > 0 && random.chance(90) ? random.pick(groups) : name;
    const type = random.chance(20) ? "remove-order-group" : "reset-order-group";
    return { type, owner: known.owner, name: known.name };
  }
  const limit = lots(random.chance(20) ? random.between(1, 9) : random.between(1, 400 * scale));
  return {
    type: "set-order-group",
    ...name,
    limit,
    windowMs: random.chance(80) ? random.pick(WINDOWS) : undefined,
  };
}

/** Draws an id. Half of the ids end alike, since an index may hash their ends. */
function anyId({ random, ids }: Generator): string {
  const end = random.chance(50) ? random.below(4) : random.below(0x1_0000_0000);
  return `o${ids.length}-${end.toString(16).padStart(8, "0")}`;
}

export function cancelOrder(generator: Generator): SimulatedCommandOf<"cancel-order"> {
  const { random, reference, ids } = generator;
  if (reference.orders.length === 0 || random.chance(15)) {
    const id = ids.length > 0 && random.chance(80) ? random.pick(ids) : "unknown";
    return { type: "cancel-order", id, owner: anyWallet(generator).owner };
  }
  const order = random.pick(reference.orders);
  const owner = random.chance(10) ? anyWallet(generator).owner : order.wallet.owner;
  return { type: "cancel-order", id: order.id, owner };
}

/** Reasons for which the exchange itself cancels the orders of a key. */
const OF_KEYS = ["no-heartbeat", "disconnected"] as const;
const API_KEYS = ["key", "another key"] as const;

/**
 * Draws a cancellation of all orders of an owner, of one of its keys, or of a market or a token, which may have none.
 */
export function cancelOrders(generator: Generator): SimulatedCommandOf<"cancel-orders"> {
  const { random } = generator;
  const { owner } = anyWallet(generator);
  const cancel = { type: "cancel-orders", owner, reason: "by-owner" } as const;
  const market = anyMarket(generator);
  switch (random.below(4)) {
    case 0:
      return { ...cancel, apiKey: random.pick(API_KEYS), reason: random.pick(OF_KEYS) };
    case 1:
      return market === undefined ? cancel : { ...cancel, conditionId: market.condition };
    case 2:
      return market === undefined ? cancel : { ...cancel, tokenId: random.pick(market.tokens) };
    default:
      return cancel;
  }
}

export const SELF_TRADE_POLICIES: readonly SelfTradePolicy[] = [
  "allow",
  "cancel-resting",
  "cancel-incoming",
  "cancel-both",
];

const KINDS: readonly OrderKind[] = ["GTC", "GTC", "GTC", "GTC", "GTD", "GTD", "FOK", "FOK", "FAK", "FAK"];

function randomOrder(source: Generator, choice: OrderChoice): PlaceOrder {
  const { random } = source;
  const outcome = random.pick([0, 1] as const);
  const side = randomSide(source, choice, choice.market.tokens[outcome]);
  const kind = random.pick(KINDS);
  const bid = (side === "BUY") === (outcome === 0);
  const price = reachDeep(
    source,
    { kind, bid, tick: choice.market.tick },
    randomPrice(source, choice.market),
  );
  const limit = outcome === 0 ? price : ONE - price;
  const tokenId = choice.market.tokens[outcome];
  const terms = randomSize(source, choice, { side, kind, limit: ticks(limit), tokenId });
  return {
    type: "place-order",
    id: choice.id,
    maker: random.chance(0.7) ? "ghost" : choice.wallet.address,
    owner: random.chance(1) ? "thief" : choice.wallet.owner,
    tokenId: random.chance(0.5) ? "unknown" : tokenId,
    side,
    kind,
    postOnly: random.chance(kind === "GTC" || kind === "GTD" ? 15 : 2),
    expiresAt: randomExpiry(random, kind, choice.at),
    ...(random.chance(8) ? randomExpiryRule(random, kind, choice.at) : {}),
    limit: ticks(limit),
    ...terms,
    ...(random.chance(10) ? { highestFeeRate: random.pick([0, 49, 50, 700, 10_000]) } : {}),
    ...(random.chance(5) ? { latestAt: choice.at + random.between(-1, 3) } : {}),
    ...randomGroup(source, choice.wallet.owner),
    ...(random.chance(20) ? { selfTrade: random.pick(SELF_TRADE_POLICIES) } : {}),
    apiKey: random.pick(API_KEYS),
    signed: NOT_SIGNED,
  };
}

/** Draws a side; a wallet with nothing to sell mostly buys. */
function randomSide({ random, reference }: Generator, { wallet, market }: OrderChoice, token: string): Side {
  if (market.status !== "active") return random.pick(["BUY", "SELL"]);
  const shares = freeShares(reference, wallet, token);
  return random.chance(shares > 0 ? 60 : 10) ? "SELL" : "BUY";
}

function randomPrice({ random, middles, tiny }: Generator, market: RefMarket): number {
  const { tick } = market;
  const steps = ONE / tick;
  if (tiny && random.chance(80)) return random.between(1, Math.min(9, steps - 1)) * tick;
  const before = middles.get(market) ?? Math.floor(steps / 2);
  const middle = Math.min(steps - 1, Math.max(1, before + (random.chance(10) ? random.between(-1, 1) : 0)));
  middles.set(market, middle);
  if (random.chance(2)) return random.pick([0, -tick, ONE, ONE + tick]);
  if (random.chance(2)) return random.between(1, ONE - 1);
  if (random.chance(8)) return random.pick([tick, ONE - tick]);
  if (random.chance(10)) return random.between(1, steps - 1) * tick;
  const near = middle + random.between(-2, 2) + random.between(-1, 1);
  return Math.min(steps - 1, Math.max(1, near)) * tick;
}

/** Moves a third of the market orders' limits deep into the other side, so that many fill. */
function reachDeep(
  { random }: Generator,
  { kind, bid, tick }: { kind: OrderKind; bid: boolean; tick: number },
  price: number,
): number {
  if (kind === "GTC" || kind === "GTD" || random.chance(67) || price % tick !== 0) return price;
  const steps = random.between(1, 20) * (bid ? 1 : -1);
  return Math.min(ONE - tick, Math.max(tick, price + steps * tick));
}

type OrderTerms = { side: Side; kind: OrderKind; limit: Ticks; tokenId: string };

/**
 * Draws a size, or a budget for a market buy. Now and then it is all that the wallet has, or just more than that. A
 * budget may also take the best offer and leave less than a lot at the limit.
 */
function randomSize(
  source: Generator,
  { wallet, market }: OrderChoice,
  terms: OrderTerms,
): Pick<PlaceOrder, "lots" | "budget"> {
  const { random, reference } = source;
  const { side, kind, tokenId } = terms;
  const limit = Math.max(1, terms.limit);
  const cash = freeCash(reference, wallet);
  const shares = freeShares(reference, wallet, tokenId);
  const all = side === "BUY" ? Math.floor(cash / limit) : shares;
  const some = anySize(source);
  const within = random.chance(70) ? Math.max(1, Math.min(some, all)) : some;
  const size = random.chance(10) ? Math.max(1, all + random.between(-1, 1)) : within;
  if (side === "SELL" || kind === "GTC" || kind === "GTD") return { lots: lots(size), budget: undefined };
  const [best] = random.chance(25) ? listOffers(reference, market, terms) : [];
  const whole = best === undefined ? size * limit : best.order.remaining * best.price;
  const most = random.chance(10) ? cash + random.between(-1, 1) : whole + random.below(limit);
  const budget = micros(Math.max(limit, most));
  return { lots: affordableLots(budget, ticks(limit)), budget };
}

function anySize({ random, scale, tiny }: Generator): number {
  if (tiny && random.chance(80)) return random.between(1, 9);
  if (random.chance(25)) return random.between(1, 3);
  return random.chance(85) ? random.between(1, 200 * scale) : random.between(200, 3000 * scale);
}

/** Rules for expirations; an order never leaves before it may come. */
const EXPIRY_RULES = [
  { leastAheadMs: 1_000, leavesEarlyMs: 0 },
  { leastAheadMs: 10_000, leavesEarlyMs: 9_000 },
  { leastAheadMs: 60_000, leavesEarlyMs: 15_000 },
] as const;

/** Draws a rule, and at times the soonest expiration that it takes. */
function randomExpiryRule(random: Random, kind: OrderKind, at: number): Partial<PlaceOrder> {
  const expiry = random.pick(EXPIRY_RULES);
  const soonest = Math.floor(at / 1_000) * 1_000 + expiry.leastAheadMs;
  return kind === "GTD" && random.chance(30) ? { expiry, expiresAt: soonest } : { expiry };
}

function randomExpiry(random: Random, kind: OrderKind, at: number): number {
  if (kind === "GTD") {
    if (random.chance(2)) return 0;
    return random.chance(4)
      ? at - random.below(2)
      : at + random.between(1, random.pick([500, 20_000, 90_000]));
  }
  if (random.chance(95)) return 0;
  return at + random.between(-10, 10_000);
}
