/**
 * Wallets with positions in many markets, drawn from a seed, and what they must have: a ledger of its own, in plain
 * whole numbers, written from the rules of average cost and realized profit. Orders that rest stay away from the
 * prices of fills, so that an order meets just the one that it is meant for, and prices are known without a book.
 */
import type { CatalogMarket, Payout } from "../../../src/core/catalog.ts";
import { lots as asLots, ticks } from "../../../src/core/units.ts";
import { hashOf, testListing, tokenOf, walletOf } from "../../support/exchange.ts";
import type { NamedMarket, TestExchange } from "../../support/exchange.ts";
import type { Random } from "../../support/random.ts";
import { startData } from "./data.ts";

export type Outcome = 0 | 1;
const OUTCOMES = [0, 1] as const;

/** Lots of 0.01 share, averages in 0.000001 a share, profit in 0.000001, time in milliseconds. */
export type Held = { lots: number; average: number; bought: number; realized: number; changedAt: number };

export type DrawnMarket = {
  readonly name: string;
  readonly no: number;
  readonly eventId: string;
  readonly eventSlug: string;
  readonly question: string;
  readonly icon: string;
  readonly endDate: string;
  readonly outcomes: readonly [string, string];
  readonly negativeRisk: boolean;
  /** Of outcome 0, in 0.0001. */
  bid: number | undefined;
  ask: number | undefined;
  last: number | undefined;
  payout: Payout | undefined;
  /** Whether orders may still be placed at the prices of fills. */
  quiet: boolean;
};

/** What a wallet traded and earned at a time, in 0.000001. */
export type Earned = {
  readonly wallet: string;
  readonly at: number;
  readonly volume: number;
  readonly realized: number;
};

export type Portfolios = {
  readonly random: Random;
  readonly exchange: TestExchange;
  readonly markets: readonly DrawnMarket[];
  readonly wallets: readonly string[];
  /** By wallet, market and outcome. */
  readonly held: Map<string, Held>;
  readonly earned: Earned[];
};

const QUOTER = walletOf("quoter");
const QUESTIONS = [
  "Will it rain?",
  "will it RAIN in Łódź?",
  "Will Zoë win 100% of the_sets?",
  "Rain",
  "A back\\slash and a 'quote'",
  "ÉTÉ 2027",
  "Will it snow before the rain does?",
];
const DATES = [
  "2026-07-01T00:00:00Z",
  "2026-07-01T00:00:00.500Z",
  "2026-07-01T12:30:00Z",
  "2027-01-01T00:00:00Z",
  "2025-12-31T23:59:59Z",
  undefined,
];
const EVENTS = 9;
const MARKETS_EACH = 5;

export const key = (wallet: string, market: DrawnMarket, outcome: Outcome): string =>
  `${wallet} ${market.no} ${outcome}`;

export const heldOf = ({ held }: Portfolios, wallet: string, market: DrawnMarket, outcome: Outcome): Held => {
  const name = key(wallet, market, outcome);
  const found = held.get(name) ?? { lots: 0, average: 0, bought: 0, realized: 0, changedAt: 0 };
  held.set(name, found);
  return found;
};

export async function drawPortfolios(random: Random, traders: number): Promise<Portfolios> {
  const exchange = await startData();
  const wallets = Array.from({ length: traders }, (_, index) => walletOf(`trader ${index}`));
  const markets: DrawnMarket[] = [];
  for (let event = 0; event < EVENTS; event += 1) markets.push(...(await listEvent(random, exchange, event)));
  for (const wallet of [QUOTER, ...wallets]) await exchange.open(wallet, "10000000");
  return { random, exchange, markets, wallets, held: new Map(), earned: [] };
}

async function listEvent(random: Random, exchange: TestExchange, event: number): Promise<DrawnMarket[]> {
  const negativeRisk = event % 3 === 0;
  const [eventId, eventSlug] = [String(100 + event), `event-${event}`];
  const drawn = Array.from({ length: MARKETS_EACH }, (_, index): DrawnMarket => ({
    name: `market ${event} ${index}`,
    no: event * MARKETS_EACH + index,
    eventId,
    eventSlug,
    question: random.pick(QUESTIONS),
    icon: random.chance(50) ? `https://example.com/${event}-${index}.png` : "",
    endDate: random.pick(DATES) ?? "",
    outcomes: random.chance(50) ? ["Yes", "No"] : [`Team ${index}`, "Others"],
    negativeRisk,
    bid: undefined,
    ask: undefined,
    last: undefined,
    payout: undefined,
    quiet: false,
  }));
  const listed = drawn.map((market): NamedMarket & Partial<CatalogMarket> => ({
    name: market.name,
    question: market.question,
    outcomes: market.outcomes,
    negativeRisk,
    tick: ticks(10),
    minimumLots: asLots(1),
    autoRedeem: false,
    ...(market.icon !== "" && { icon: market.icon }),
    ...(market.endDate !== "" && { endDate: market.endDate }),
  }));
  await exchange.list(testListing(listed, { id: eventId, slug: eventSlug, ticker: eventSlug, negativeRisk }));
  return drawn;
}

/** Lets this many things happen, one after the other, with time passing. */
export async function live(portfolios: Portfolios, steps: number): Promise<void> {
  const { random, exchange } = portfolios;
  for (let step = 0; step < steps; step += 1) {
    if (random.chance(20)) await exchange.wait(random.pick([1, 999, 1000, 60_000, 3_600_000, 7 * 3_600_000]));
    await happen(portfolios, random.pick(portfolios.markets));
  }
}

async function happen(portfolios: Portfolios, market: DrawnMarket): Promise<void> {
  const { random } = portfolios;
  const wallet = random.pick(portfolios.wallets);
  if (market.payout !== undefined) return redeem(portfolios, market, wallet);
  const drawn = random.below(100);
  if (drawn < 58) return fill(portfolios, market);
  if (drawn < 66) return split(portfolios, market, wallet);
  if (drawn < 74) return merge(portfolios, market, wallet);
  if (drawn < 82) return quote(portfolios, market);
  if (drawn < 87) return quoteClosely(portfolios, market);
  if (drawn < 95) return convert(portfolios, market, wallet);
  return resolve(portfolios, market);
}

function acquire(portfolios: Portfolios, held: Held, lots: number, price: number): void {
  const total = BigInt(held.lots) * BigInt(held.average) + BigInt(lots) * BigInt(price);
  held.average = held.lots === 0 ? price : floor(total, held.lots + lots);
  held.lots += lots;
  held.bought += lots;
  held.changedAt = portfolios.exchange.clock.now;
}

/** The profit in 0.000001. */
function dispose(portfolios: Portfolios, held: Held, lots: number, price: number): number {
  if (lots === 0) return 0;
  const profit = floor(BigInt(lots) * BigInt(price - held.average), 100);
  held.lots -= lots;
  held.realized += profit;
  held.changedAt = portfolios.exchange.clock.now;
  return profit;
}

function floor(dividend: bigint, divisor: number): number {
  const by = BigInt(divisor);
  const quotient = dividend / by;
  return Number(dividend < 0n && quotient * by !== dividend ? quotient - 1n : quotient);
}

type Party = {
  readonly wallet: string;
  readonly side: "BUY" | "SELL";
  readonly outcome: Outcome;
  readonly price: number;
};

const opposite = (outcome: Outcome): Outcome => (outcome === 0 ? 1 : 0);

/** An order of one wallet meets one of another: on the same token, or both buying or both selling a complete set. */
async function fill(portfolios: Portfolios, market: DrawnMarket): Promise<void> {
  const { random, wallets } = portfolios;
  if (market.quiet) return;
  const [first, outcome, price] = [
    random.pick(wallets),
    random.pick(OUTCOMES),
    random.between(300, 700) * 10,
  ];
  const second = random.pick(wallets.filter((wallet) => wallet !== first));
  const wanted = random.chance(20) ? random.between(1, 3) : random.between(1, 30_000);
  const make: Party = { wallet: first, side: random.chance(60) ? "BUY" : "SELL", outcome, price };
  const take: Party = random.chance(50)
    ? { wallet: second, side: make.side === "BUY" ? "SELL" : "BUY", outcome, price }
    : { wallet: second, side: make.side, outcome: opposite(outcome), price: 10_000 - price };
  const most = [make, take].map((party) => sellable(portfolios, market, party));
  const exactly = random.chance(30) ? Math.min(...most) : wanted;
  const lots = Math.min(wanted, exactly, ...most);
  if (lots < 1) return;
  for (const party of [make, take]) await order(portfolios, market, party, lots);
  for (const party of [make, take]) settle(portfolios, market, party, lots);
  market.last = make.outcome === 0 ? make.price : 10_000 - make.price;
}

const sellable = (portfolios: Portfolios, market: DrawnMarket, { wallet, side, outcome }: Party): number =>
  side === "BUY" ? Infinity : heldOf(portfolios, wallet, market, outcome).lots;

function order({ exchange }: Portfolios, market: DrawnMarket, party: Party, lots: number): Promise<string> {
  return exchange.place({
    account: party.wallet,
    tokenId: tokenOf(`${market.name} ${party.outcome === 0 ? "yes" : "no"}`),
    side: party.side,
    price: `0.${String(party.price).padStart(4, "0")}`,
    size: `${Math.floor(lots / 100)}.${String(lots % 100).padStart(2, "0")}`,
  });
}

function settle(portfolios: Portfolios, market: DrawnMarket, party: Party, lots: number): void {
  const { wallet, side, outcome, price } = party;
  const held = heldOf(portfolios, wallet, market, outcome);
  const volume = lots * price;
  let realized = 0;
  if (side === "BUY") acquire(portfolios, held, lots, price * 100);
  else realized = dispose(portfolios, held, lots, price * 100);
  earn(portfolios, wallet, volume, realized);
}

function earn({ earned, exchange }: Portfolios, wallet: string, volume: number, realized: number): void {
  earned.push({ wallet, at: exchange.clock.now, volume, realized });
}

const HALF = 500_000;

async function split(portfolios: Portfolios, market: DrawnMarket, wallet: string): Promise<void> {
  const lots = portfolios.random.between(1, 5_000);
  await portfolios.exchange.submit({ type: "split", ...of(market, wallet), lots: asLots(lots) });
  for (const outcome of OUTCOMES)
    acquire(portfolios, heldOf(portfolios, wallet, market, outcome), lots, HALF);
}

const of = (market: DrawnMarket, wallet: string) => ({
  address: wallet,
  owner: wallet,
  conditionId: hashOf(market.name),
});

async function merge(portfolios: Portfolios, market: DrawnMarket, wallet: string): Promise<void> {
  const both = OUTCOMES.map((outcome) => heldOf(portfolios, wallet, market, outcome));
  const most = Math.min(...both.map((held) => held.lots));
  if (most === 0) return;
  const lots = portfolios.random.chance(50) ? most : portfolios.random.between(1, most);
  await portfolios.exchange.submit({ type: "merge", ...of(market, wallet), lots: asLots(lots) });
  for (const held of both) earn(portfolios, wallet, 0, dispose(portfolios, held, lots, HALF));
}

/** Quotes that are further apart than fills, on one side or both. */
async function quote(portfolios: Portfolios, market: DrawnMarket): Promise<void> {
  const { random } = portfolios;
  if (market.bid === undefined && random.chance(70))
    await bid(portfolios, market, random.between(1, 200) * 10);
  if (market.ask === undefined && random.chance(70))
    await ask(portfolios, market, random.between(800, 999) * 10);
}

/** A spread of about 0.10, after which nothing is filled any more. */
async function quoteClosely(portfolios: Portfolios, market: DrawnMarket): Promise<void> {
  if (market.quiet || portfolios.random.chance(50)) return;
  market.quiet = true;
  const low = portfolios.random.between(250, 700) * 10;
  await bid(portfolios, market, low);
  await ask(portfolios, market, low + portfolios.random.pick([10, 50, 990, 1000, 1010]));
}

async function bid(portfolios: Portfolios, market: DrawnMarket, price: number): Promise<void> {
  await order(portfolios, market, { wallet: QUOTER, side: "BUY", outcome: 0, price }, 100);
  market.bid = price;
}

async function ask(portfolios: Portfolios, market: DrawnMarket, price: number): Promise<void> {
  await order(portfolios, market, { wallet: QUOTER, side: "BUY", outcome: 1, price: 10_000 - price }, 100);
  market.ask = price;
}

/** NO shares of some markets of an event for YES shares of its others, at what the given ones cost less the cash. */
async function convert(portfolios: Portfolios, { eventId }: DrawnMarket, wallet: string): Promise<void> {
  const { random, markets, exchange } = portfolios;
  const open = markets.filter((market) => market.eventId === eventId && market.payout === undefined);
  const holding = open.filter((market) => heldOf(portfolios, wallet, market, 1).lots > 0);
  const given = holding.slice(0, random.between(1, 3));
  const got = open.filter((market) => !given.includes(market));
  if (!open[0]?.negativeRisk || given.length === 0 || got.length === 0) return;
  const noShares = given.map((market) => heldOf(portfolios, wallet, market, 1));
  const lots = random.between(1, Math.min(...noShares.map((held) => held.lots)));
  const conditionIds = given.map(({ name }) => hashOf(name));
  await exchange.submit({
    type: "convert",
    address: wallet,
    owner: wallet,
    conditionIds,
    lots: asLots(lots),
  });
  const mean = floor(BigInt(noShares.reduce((sum, held) => sum + held.average, 0)), given.length);
  const price = floor(BigInt(mean * given.length - 1_000_000 * (given.length - 1)), got.length);
  for (const held of noShares) earn(portfolios, wallet, 0, dispose(portfolios, held, lots, held.average));
  for (const market of got) acquire(portfolios, heldOf(portfolios, wallet, market, 0), lots, price);
}

/** One market of a negative-risk event is left to win. */
async function resolve({ random, exchange, markets }: Portfolios, market: DrawnMarket): Promise<void> {
  const others = markets.filter(({ eventId, payout }) => eventId === market.eventId && payout === undefined);
  if (market.negativeRisk && others.length < 3) return;
  const payout = market.negativeRisk
    ? ([0, 1] as const)
    : random.pick([
        [1, 0],
        [0, 1],
        [1, 1],
      ] as const);
  await exchange.submit({ type: "resolve-market", conditionId: hashOf(market.name), payout });
  Object.assign(market, { payout, bid: undefined, ask: undefined });
}

async function redeem(portfolios: Portfolios, market: DrawnMarket, wallet: string): Promise<void> {
  const both = OUTCOMES.map((outcome) => heldOf(portfolios, wallet, market, outcome));
  if (market.payout === undefined || both.every((held) => held.lots === 0)) return;
  await portfolios.exchange.submit({ type: "redeem", ...of(market, wallet) });
  const [yes, no] = market.payout;
  for (const outcome of OUTCOMES) {
    const price = ([yes, no][outcome]! * 1_000_000) / (yes + no);
    earn(portfolios, wallet, 0, dispose(portfolios, both[outcome]!, both[outcome]!.lots, price));
  }
}
