/**
 * The seeded history of a sandbox: thirty days of an exchange with its demo catalog, run through the real core over
 * virtual time. The same seed, start, listings and rules give the same history, byte for byte.
 */
import type { Listing } from "../core/catalog.ts";
import type { Command } from "../core/command.ts";
import { elementAt } from "../core/element-at.ts";
import type { Exchange, Rules } from "../core/state.ts";
import { ONE } from "../core/units.ts";
import { exclusivePrices } from "../residents/first-price.ts";
import { seededRandom } from "../residents/strategies/seeded-random.ts";
import type { Random } from "../residents/strategies/seeded-random.ts";
import type { OrderDomain } from "../signing/order-domain.ts";
import { castTraders, drawTrader } from "./cast.ts";
import type { Trader } from "./cast.ts";
import { endingPayout, endingSteps } from "./endings.ts";
import { doErrand } from "./errands.ts";
import { createMarketLife } from "./market-life.ts";
import type { Prospect, Stage } from "./market-life.ts";
import { drawTimes } from "./past-times.ts";
import { createSigner, domainOf } from "./signed-placement.ts";
import { createVirtualExchange } from "./virtual-exchange.ts";
import type { AppliedBatch } from "./virtual-exchange.ts";
import { MAKER, residentWallet } from "../residents/resident-terms.ts";

export type PastTerms = {
  readonly seed: string;
  /** First and last moment of the history, ms. */
  readonly from: number;
  readonly until: number;
  /** Events with their markets; each is listed at its creation date. */
  readonly listings: readonly Listing[];
  readonly rules: Rules;
  /** Domains that orders are signed for. */
  readonly domains: readonly OrderDomain[];
  /** Amount of trading; 1 is the normal amount. */
  readonly activity: number;
};

export type Past = {
  /** State after the last batch taken from `batches`. */
  readonly exchange: Exchange;
  /** Rejected commands. */
  readonly refused: readonly string[];
  /** The batches in order; each is decided and applied when it is taken. */
  readonly batches: Iterable<AppliedBatch>;
};

/** Commands created at a time, ms. */
type Happening = { readonly at: number; readonly commands: () => readonly Command[] };

export function makePast(terms: PastTerms): Past {
  const { exchange, refused, run } = createVirtualExchange(terms.rules);
  const stage = { exchange, signer: createSigner(terms.domains), random: seededRandom(terms.seed) };
  const happenings = plan(terms, stage);
  function* batches(): Generator<AppliedBatch> {
    for (const { at, commands } of happenings) {
      for (let [due] = exchange.expiries; due !== undefined && due.expiresAt <= at; [due] = exchange.expiries)
        yield* taken(run(due.expiresAt, []));
      yield* taken(run(at, commands()));
    }
  }
  return { exchange, refused, batches: { [Symbol.iterator]: batches } };
}

const taken = (batch: AppliedBatch | undefined): AppliedBatch[] => (batch === undefined ? [] : [batch]);

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;

/** Lists all planned events of the history, in time order. */
function plan(terms: PastTerms, stage: Stage): readonly Happening[] {
  const { random } = stage;
  const traders = castTraders(terms.seed, random);
  const happenings = [
    ...terms.listings.flatMap((listing) => planListing(terms, stage, { listing, traders })),
    ...traders.map((trader, index) => planArrival(terms, trader, index)),
    ...planErrands(terms, stage, traders),
  ];
  return happenings
    .filter(({ at }) => at <= terms.until)
    .map((happening, index) => ({ ...happening, index }))
    .sort((one, other) => one.at - other.at || one.index - other.index);
}

/** Plans the arrival of a trader: the first half at the beginning, the others within three weeks. */
function planArrival({ from }: PastTerms, { address, funds }: Trader, index: number): Happening {
  const late = Math.max(index - 15, 0) * 30 * HOUR_MS;
  const credit = { type: "open-account", address, owner: address, credit: funds } as const;
  return { at: from + late + index * MINUTE_MS, commands: () => [credit] };
}

const ERRANDS = 150;

function planErrands({ from, until }: PastTerms, stage: Stage, traders: readonly Trader[]): Happening[] {
  const { random } = stage;
  return drawTimes(ERRANDS, from + 24 * HOUR_MS, until - MINUTE_MS, random).map((at) => ({
    at,
    commands: () => doErrand(stage, drawTrader(traders, random)),
  }));
}

type PlannedListing = { readonly listing: Listing; readonly traders: readonly Trader[] };

function planListing(terms: PastTerms, stage: Stage, { listing, traders }: PlannedListing): Happening[] {
  const { event, markets } = listing;
  const listed = Math.max(instant(event.createdAt), terms.from);
  const prices = drawPrices(listing, stage.random);
  const open = markets.flatMap((market, index) => {
    const ended = endingSteps(market.slug);
    const maker = residentWallet(terms.seed, `maker ${market.slug}`);
    const payout = endingPayout(market.slug);
    const prospect: Prospect = {
      conditionId: market.conditionId,
      maker,
      startPrice: elementAt(prices, index),
      from: Math.max(instant(market.startDate), listed),
      until: Math.min(instant(market.endDate), terms.until),
      result: payout && (payout[0] * ONE) / (payout[0] + payout[1]),
    };
    const steps = ended.map(({ after, command }) => ({
      at: instant(market.endDate) + after,
      commands: () => [command(market.conditionId)],
    }));
    if (domainOf(terms.domains, market.negativeRisk) === undefined) return steps;
    return [...steps, ...planTrading(stage, prospect, { traders, activity: terms.activity })];
  });
  return [{ at: listed, commands: () => [{ type: "list", listing }] }, ...open];
}

const instant = (text: string | undefined): number => Date.parse(text ?? "");

/** Draws first prices of the markets, in ticks; those of mutually exclusive markets add up to one. */
function drawPrices({ event, markets }: Listing, random: Random): readonly number[] {
  return event.negativeRisk
    ? exclusivePrices({ markets }, random)
    : markets.map(() => ONE * (0.15 + 0.7 * random()));
}

const LEVELS = 2;
/** Levels on each side of the final book. */
const LAST_LEVELS = 10;
/** Number of quote updates in a market with average trading. */
const QUOTES = 85;
const TRADES_PER_QUOTE = 1;

type Traffic = { readonly traders: readonly Trader[]; readonly activity: number };

function planTrading(stage: Stage, prospect: Prospect, { traders, activity }: Traffic): Happening[] {
  const { random } = stage;
  const { from, until, maker } = prospect;
  const life = createMarketLife(stage, prospect);
  const count = Math.round(QUOTES * activity * (0.6 + 1.4 * random() ** 2));
  const funded = {
    type: "open-account",
    address: maker.address,
    owner: maker.address,
    credit: MAKER.funds,
  } as const;
  const quotes = drawTimes(count, from, until - MINUTE_MS, random);
  const trades = drawTimes(count * TRADES_PER_QUOTE, from + MINUTE_MS, until - MINUTE_MS, random);
  const last = until - Math.floor(random() * MINUTE_MS);
  return [
    { at: from, commands: () => [funded] },
    ...quotes.map((at) => ({ at, commands: () => life.quote(at, LEVELS) })),
    ...trades.map((at) => ({ at, commands: () => life.trade(drawTrader(traders, random), at) })),
    { at: last, commands: () => life.quote(last, LAST_LEVELS) },
  ];
}
