/**
 * The seeded history of a sandbox: thirty days of an exchange with its demo catalog, run through the real core over
 * virtual time. The same seed, start, listings and rules give the same history, byte for byte.
 */
import type { Listing, Payout } from "../../core/markets/catalog.ts";
import type { Command, OperatorCommand } from "../../core/events/command.ts";
import { elementAt } from "../../core/values/element-at.ts";
import { encodeEvents } from "../../core/events/event-codec.ts";
import type { Event } from "../../core/events/event.ts";
import { createExchange, execute } from "../../core/exchange.ts";
import { exclusiveMarkets, isOpen } from "../../core/ledger/negative-risk.ts";
import { isRejection } from "../../core/rejection.ts";
import { availableCollateral, availableLots, tokenNumber } from "../../core/state.ts";
import type { Account, Exchange, Market, Rules } from "../../core/state.ts";
import { findChangedMarkets } from "../../core/events/touches.ts";
import { ONE, lots, micros, minLots, setValue } from "../../core/units.ts";
import { kindOfMarket } from "../../core/markets/market-version.ts";
import { drawExclusivePrices } from "../simulated-traders/first-price.ts";
import { MAKER_PARAMS, makeSimulatedWallet } from "../simulated-traders/trader-params.ts";
import type { SimulatedWallet } from "../simulated-traders/trader-params.ts";
import { createRandom, drawInteger } from "../simulated-traders/strategies/seeded-random.ts";
import type { Random } from "../simulated-traders/strategies/seeded-random.ts";
import { FIRST_OPERATOR } from "../../signing/operators.ts";
import type { OrderDomain } from "../../signing/orders/order-domain.ts";
import { GENESIS_HASH, batchHash } from "../../store/journal/journal.ts";
import type { Batch, JournalHead } from "../../store/journal/journal.ts";
import { drawTraders, drawTrader } from "./traders.ts";
import type { Trader } from "./traders.ts";
import { createMarketLife } from "./market-life.ts";
import type { MarketOutlook, Stage } from "./market-life.ts";
import { createSigner, findDomainByKind } from "./signed-placement.ts";

// Resolutions of the demo's past events, by the operator's commands. One market's first proposal is disputed, and the
// other outcome wins. Another market only has a proposal, and stays open.

type ResolutionPlan = {
  readonly payout: Payout;
  readonly way: "settled" | "disputed" | "proposed";
  readonly evidence: string;
};

/** An operator's command, `after` milliseconds after the end of the event. */
type ResolutionPlanStep = { readonly after: number; readonly command: (conditionId: string) => Command };

const FIRST_WINS: Payout = [1, 0];
const SECOND_WINS: Payout = [0, 1];
const SHEET_EVIDENCE = "The league's match sheet, signed by both scorers.";
const MINUTES_EVIDENCE = "The minutes of the governors' meeting, as published.";

/** Plans of resolution, by the market's slug. */
const RESOLUTION_PLANS: ReadonlyMap<string, ResolutionPlan> = new Map([
  ["mbl-round-19-comets-breakers-winner", { payout: FIRST_WINS, way: "settled", evidence: SHEET_EVIDENCE }],
  ["mbl-round-19-comets-breakers-points", { payout: FIRST_WINS, way: "settled", evidence: SHEET_EVIDENCE }],
  [
    "mbl-round-19-comets-breakers-overtime",
    { payout: SECOND_WINS, way: "settled", evidence: SHEET_EVIDENCE },
  ],
  ["mbl-round-20-breakers-owls-winner", { payout: SECOND_WINS, way: "disputed", evidence: SHEET_EVIDENCE }],
  ["mbl-round-20-breakers-owls-points", { payout: SECOND_WINS, way: "settled", evidence: SHEET_EVIDENCE }],
  ["mbl-round-20-breakers-owls-overtime", { payout: FIRST_WINS, way: "settled", evidence: SHEET_EVIDENCE }],
  ...["cut-by-half-a-point-or-more", "cut-by-less-than-half-a-point", "raise-its-rate"].map(
    (option) =>
      [
        `bank-of-aldermere-last-rate-decision-${option}`,
        { payout: SECOND_WINS, way: "settled", evidence: MINUTES_EVIDENCE },
      ] as const,
  ),
  [
    "bank-of-aldermere-last-rate-decision-hold-its-rate",
    { payout: FIRST_WINS, way: "settled", evidence: MINUTES_EVIDENCE },
  ],
  [
    "noon-toss-last-sun-or-ship",
    { payout: FIRST_WINS, way: "proposed", evidence: "The guildhall's book, page of the day: sun." },
  ],
]);

/** Returns the planned payout of the market; `undefined` for a market that continues. */
const findPlannedPayout = (slug: string): Payout | undefined => RESOLUTION_PLANS.get(slug)?.payout;

const HOUR_MS = 3_600_000;

/** Lists the steps that resolve the market with this slug; none for a market that continues. */
function listResolutionPlanSteps(slug: string): readonly ResolutionPlanStep[] {
  const resolutionPlan = RESOLUTION_PLANS.get(slug);
  if (resolutionPlan === undefined) return [];
  const { payout, way, evidence } = resolutionPlan;
  const proposed = propose(1, payout, evidence);
  if (way === "proposed") return [proposed];
  if (way === "settled") return [proposed, resolve(3, payout)];
  const other: Payout = [payout[1], payout[0]];
  return [
    propose(1, other, "The score that the radio read out."),
    step(4, "The radio read the score of the first half", (conditionId) => ({
      type: "dispute-resolution",
      conditionId,
    })),
    propose(20, payout, evidence),
    resolve(26, payout),
  ];
}

const propose = (hours: number, payout: Payout, evidence: string): ResolutionPlanStep =>
  step(hours, "The result is known", (conditionId) => ({
    type: "propose-resolution",
    conditionId,
    payout,
    evidence,
    link: "",
  }));

const resolve = (hours: number, payout: Payout): ResolutionPlanStep =>
  step(hours, "Nobody disputes the proposal", (conditionId) => ({
    type: "resolve-market",
    conditionId,
    payout,
  }));

/** Makes a step, `hours` after the end of the event, with the audit fields that the operator API would add. */
function step(
  hours: number,
  reason: string,
  commandOf: (conditionId: string) => OperatorCommand,
): ResolutionPlanStep {
  return {
    after: hours * HOUR_MS,
    command: (conditionId) => {
      const command = commandOf(conditionId);
      const details = "payout" in command ? { payout: command.payout } : {};
      return {
        type: "operate",
        operator: FIRST_OPERATOR,
        action: command.type,
        subject: conditionId,
        reason,
        details,
        command,
      };
    },
  };
}

// Account operations of traders: deposits, withdrawals, splits, merges, conversions and redemptions.

const UNIT = 1_000_000;

/**
 * Returns the commands of one random account operation; none if the trader lacks the collateral or shares for the
 * operation.
 */
function drawAccountOperation({ exchange, random }: Stage, { address }: SimulatedWallet): readonly Command[] {
  const account = exchange.accountByAddress.get(address);
  if (account === undefined) return [];
  const open = exchange.markets.filter((market) => market !== undefined && isOpen(market));
  const market = open[drawInteger(random, 0, open.length - 1)];
  const errand = elementAt(ACCOUNT_OPERATIONS, drawInteger(random, 0, ACCOUNT_OPERATIONS.length - 1));
  return market === undefined ? [] : errand(account, market, random);
}

type AccountOperation = (account: Account, market: Market, random: Random) => readonly Command[];

const deposit: AccountOperation = ({ address }, _, random) => [
  { type: "credit", address, amount: micros(drawInteger(random, 1, 20) * 100 * UNIT) },
];

const withdraw: AccountOperation = (account, _, random) => {
  const amount = micros(drawInteger(random, 1, 10) * 100 * UNIT);
  if (amount > availableCollateral(account)) return [];
  return [{ type: "withdraw", address: account.address, owner: account.owner, amount }];
};

const split: AccountOperation = (account, { conditionId }, random) => {
  const size = lots(drawInteger(random, 1, 20) * 1_000);
  if (setValue(size) > availableCollateral(account)) return [];
  return [{ type: "split", address: account.address, owner: account.owner, conditionId, lots: size }];
};

/** Merges in a market where the trader has shares of both outcomes. */
const merge: AccountOperation = (account, { event }) =>
  event.markets.flatMap((market): Command[] => {
    const [first, second] = [tokenNumber(market, 0), tokenNumber(market, 1)];
    const size = minLots(availableLots(account, first), availableLots(account, second));
    if (size === 0 || !isOpen(market)) return [];
    const { address, owner } = account;
    return [{ type: "merge", address, owner, conditionId: market.conditionId, lots: size }];
  });

const convert: AccountOperation = (account, { event }) => {
  const market = exclusiveMarkets(event).find(
    (one) => isOpen(one) && availableLots(account, tokenNumber(one, 1)) > 0,
  );
  if (market === undefined || !exclusiveMarkets(event).every(isOpen)) return [];
  const { address, owner } = account;
  const size = availableLots(account, tokenNumber(market, 1));
  return [{ type: "convert", address, owner, conditionIds: [market.conditionId], lots: size }];
};

const ACCOUNT_OPERATIONS: readonly AccountOperation[] = [
  deposit,
  withdraw,
  split,
  split,
  merge,
  merge,
  convert,
];

// Times of activity: over the whole period, and denser towards its end.

const MINUTE_MS = 60_000;
const DAY_MS = 24 * HOUR_MS;

/** Spans before the end of a period, ms, longest first, each with the share of the times that are drawn in the span. */
const SPANS = [
  { within: Infinity, share: 0.36 },
  { within: 7 * DAY_MS, share: 0.26 },
  { within: DAY_MS, share: 0.23 },
  { within: HOUR_MS, share: 0.15 },
] as const;

/** Draws `count` sorted times between `from` and `until`, ms. */
function drawTimes(count: number, from: number, until: number, random: Random): number[] {
  const times = SPANS.flatMap(({ within, share }) => {
    const start = Math.max(from, until - within);
    const some = Math.max(Math.round(count * share), 1);
    const interval = (until - start) / some;
    return Array.from({ length: some }, (_, index) => Math.floor(start + (index + random()) * interval));
  });
  return times.sort((one, other) => one - other);
}

// An exchange in memory over virtual time: commands are decided and applied as in the writer, and each batch is chained
// to the previous one. A rejected command changes nothing. This module writes nothing to disk.

export type AppliedBatch = { readonly batch: Batch; readonly events: readonly Event[] };

type VirtualExchange = {
  readonly exchange: Exchange;
  /** Rejections so far: each the command's type and the reason. */
  readonly refused: readonly string[];
  /** Decides and applies the commands at `at`, ms. Returns the batch; `undefined` if nothing changed. */
  run(at: number, commands: readonly Command[]): AppliedBatch | undefined;
};

function createVirtualExchange(rules: Rules): VirtualExchange {
  const exchange = createExchange(rules);
  let head: JournalHead = { seq: 0, at: 0, hash: GENESIS_HASH };
  const refused: string[] = [];
  const take = (command: Command, at: number): Event[] => {
    const decision = execute(exchange, command, at);
    if (!isRejection(decision)) return decision;
    refused.push(`${command.type}: ${decision.hint}`);
    return [];
  };
  return {
    exchange,
    refused,
    run(at, commands) {
      const expired = take({ type: "expire-orders" }, at);
      const events = [...expired, ...commands.flatMap((command) => take(command, at))];
      const markets = findChangedMarkets(exchange, events);
      events.push(...take({ type: "record-prices", markets }, at));
      if (events.length === 0) return undefined;
      const text = encodeEvents(events);
      const seq = head.seq + 1;
      const hash = batchHash(head.hash, seq, at, text);
      head = { seq, at, hash };
      return { batch: { seq, at, events: text, hash }, events };
    },
  };
}

export type SeededHistoryParams = {
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

export type SeededHistory = {
  /** State after the last batch taken from `batches`. */
  readonly exchange: Exchange;
  /** Rejections so far: each the command's type and the reason. */
  readonly refused: readonly string[];
  /** The batches in order; each is decided and applied when it is taken. */
  readonly batches: Iterable<AppliedBatch>;
};

/** Commands that are created at `at`, ms. */
type PlannedCommands = { readonly at: number; readonly commands: () => readonly Command[] };

export function makeSeededHistory(terms: SeededHistoryParams): SeededHistory {
  const { exchange, refused, run } = createVirtualExchange(terms.rules);
  const stage = { exchange, signer: createSigner(terms.domains), random: createRandom(terms.seed) };
  const plannedCommands = planCommands(terms, stage);
  function* batches(): Generator<AppliedBatch> {
    for (const { at, commands } of plannedCommands) {
      for (let [due] = exchange.expiries; due !== undefined && due.leavesAt <= at; [due] = exchange.expiries)
        yield* listBatch(run(due.leavesAt, []));
      yield* listBatch(run(at, commands()));
    }
  }
  return { exchange, refused, batches: { [Symbol.iterator]: batches } };
}

const listBatch = (batch: AppliedBatch | undefined): AppliedBatch[] => (batch === undefined ? [] : [batch]);

/** Plans all commands of the history, in time order. */
function planCommands(terms: SeededHistoryParams, stage: Stage): readonly PlannedCommands[] {
  const { random } = stage;
  const traders = drawTraders(terms.seed, random);
  const plannedCommands = [
    ...terms.listings.flatMap((listing) => planListing(terms, stage, { listing, traders })),
    ...traders.map((trader, index) => planArrival(terms, trader, index)),
    ...planAccountOperations(terms, stage, traders),
  ];
  return plannedCommands
    .filter(({ at }) => at <= terms.until)
    .map((happening, index) => ({ ...happening, index }))
    .sort((one, other) => one.at - other.at || one.index - other.index);
}

/** Plans the first deposit of a trader: at the beginning for the first half, within three weeks for the rest. */
function planArrival(
  { from }: SeededHistoryParams,
  { address, funds }: Trader,
  index: number,
): PlannedCommands {
  const late = Math.max(index - 15, 0) * 30 * HOUR_MS;
  const credit = { type: "open-account", address, owner: address, credit: funds } as const;
  return { at: from + late + index * MINUTE_MS, commands: () => [credit] };
}

const ACCOUNT_OPERATION_COUNT = 150;

function planAccountOperations(
  { from, until }: SeededHistoryParams,
  stage: Stage,
  traders: readonly Trader[],
): PlannedCommands[] {
  const { random } = stage;
  return drawTimes(ACCOUNT_OPERATION_COUNT, from + 24 * HOUR_MS, until - MINUTE_MS, random).map((at) => ({
    at,
    commands: () => drawAccountOperation(stage, drawTrader(traders, random)),
  }));
}

type PlannedListing = { readonly listing: Listing; readonly traders: readonly Trader[] };

function planListing(
  terms: SeededHistoryParams,
  stage: Stage,
  { listing, traders }: PlannedListing,
): PlannedCommands[] {
  const { event, markets } = listing;
  const listed = Math.max(instant(event.createdAt), terms.from);
  const prices = drawPrices(listing, stage.random);
  const open = markets.flatMap((market, index) => {
    const resolutionSteps = listResolutionPlanSteps(market.slug);
    const maker = makeSimulatedWallet(terms.seed, `maker ${market.slug}`);
    const payout = findPlannedPayout(market.slug);
    const outlook: MarketOutlook = {
      conditionId: market.conditionId,
      maker,
      startPrice: elementAt(prices, index),
      from: Math.max(instant(market.startDate), listed),
      until: Math.min(instant(market.endDate), terms.until),
      result: payout && (payout[0] * ONE) / (payout[0] + payout[1]),
    };
    const steps = resolutionSteps.map(({ after, command }) => ({
      at: instant(market.endDate) + after,
      commands: () => [command(market.conditionId)],
    }));
    if (findDomainByKind(terms.domains, kindOfMarket(market)) === undefined) return steps;
    return [...steps, ...planTrading(stage, outlook, { traders, activity: terms.activity })];
  });
  return [{ at: listed, commands: () => [{ type: "list", listing }] }, ...open];
}

const instant = (text: string | undefined): number => Date.parse(text ?? "");

/** Draws first prices of the markets, in ticks; those of mutually exclusive markets add up to one. */
function drawPrices({ event, markets }: Listing, random: Random): readonly number[] {
  return event.negativeRisk
    ? drawExclusivePrices({ markets }, random)
    : markets.map(() => ONE * (0.15 + 0.7 * random()));
}

const LEVEL_COUNT = 2;
/** Levels of a maker's last quotes, on each side of the book. */
const LAST_LEVEL_COUNT = 10;
/** Number of quote updates in a market with average trading. */
const QUOTE_COUNT = 85;
const TRADES_PER_QUOTE = 1;

type TradingActivity = { readonly traders: readonly Trader[]; readonly activity: number };

function planTrading(
  stage: Stage,
  outlook: MarketOutlook,
  { traders, activity }: TradingActivity,
): PlannedCommands[] {
  const { random } = stage;
  const { from, until, maker } = outlook;
  const life = createMarketLife(stage, outlook);
  const count = Math.round(QUOTE_COUNT * activity * (0.6 + 1.4 * random() ** 2));
  const funded = {
    type: "open-account",
    address: maker.address,
    owner: maker.address,
    credit: MAKER_PARAMS.funds,
  } as const;
  const quotes = drawTimes(count, from, until - MINUTE_MS, random);
  const trades = drawTimes(count * TRADES_PER_QUOTE, from + MINUTE_MS, until - MINUTE_MS, random);
  const last = until - Math.floor(random() * MINUTE_MS);
  return [
    { at: from, commands: () => [funded] },
    ...quotes.map((at) => ({ at, commands: () => life.quote(at, LEVEL_COUNT) })),
    ...trades.map((at) => ({ at, commands: () => life.trade(drawTrader(traders, random), at) })),
    { at: last, commands: () => life.quote(last, LAST_LEVEL_COUNT) },
  ];
}
