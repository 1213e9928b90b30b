/** House market makers at the operator API: start, list with their state, stop. */
import { Type } from "typebox";
import type { Context } from "../../../context.ts";
import { HOUSE_MAKER_KINDS, encodeDetails } from "../../../core/events/audit-actions.ts";
import { bestAsk, bestBid } from "../../../core/orders/book.ts";
import { isOver, getProposalStage } from "../../../core/markets/lifecycle.ts";
import { listOwnOrders } from "../../../core/orders/order.ts";
import { isRejection, reject } from "../../../core/rejection.ts";
import type { Rejection } from "../../../core/rejection.ts";
import { getLots } from "../../../core/ledger/sets.ts";
import { availableCollateral } from "../../../core/state.ts";
import type { Account, Exchange, Market } from "../../../core/state.ts";
import {
  HALF,
  NO_LOTS,
  NO_MICROS,
  ONE,
  collateralText,
  micros,
  parseDecimal,
  priceText,
  sharesText,
  subtractMicros,
  ticks,
} from "../../../core/units.ts";
import type { Lots, Micros, Ticks } from "../../../core/units.ts";
import { worstCaseValue } from "../../../core/orders/worst-case-value.ts";
import type { Holdings } from "../../../core/orders/worst-case-value.ts";
import { sumDeposits, houseMakerSubject } from "../../../engine/operators/house-maker-registry.ts";
import type { HouseMaker, HouseMakerParams } from "../../../engine/operators/house-maker-registry.ts";
import { findSlugs } from "../../../store/reads/markets.ts";
import { readFirst } from "../../../store/sql/unavailable.ts";
import type { Endpoint } from "../../operation/endpoint.ts";
import { nearestHint } from "../../values/intended-amount.ts";
import { OrNull, timeAt } from "../../values/resolution-answer.ts";
import { AmountSchema, readCollateral } from "../../values/amount.ts";
import { changeOperation, readOperation, ReasonBody, HOUSE_MAKERS, changeBody } from "../operation.ts";
import type { ChangeCall } from "../operation.ts";
import { MarketParams, readMarketParam, unknownMarket } from "../path-params.ts";

// Quotes of a house market maker in a book without its orders, computed by the strategies of a higher layer.

export type HouseMakerQuotes = {
  /** Numbers of quotes on each side that reach the market's minimum size. */
  readonly bids: number;
  readonly asks: number;
  /** The largest quote, even if it is below the market's minimum size. */
  readonly largest: Lots;
  /** `b` of the logarithmic market scoring rule; `undefined` for another strategy. */
  readonly liquidity: Lots | undefined;
};

/** Counts the quotes under these parameters; without an account, the quotes at a start. */
export type CountQuotes = (
  terms: HouseMakerParams,
  market: Market,
  account: Account | undefined,
) => HouseMakerQuotes;

// The state of a house market maker, with the reason for every state except quoting.

const HOUSE_MAKER_STATES = ["quoting", "one-sided", "withdrawn", "waiting", "ended", "stopped"] as const;

type HouseMakerState = { readonly state: (typeof HOUSE_MAKER_STATES)[number]; readonly why: string };

/** Facts about a maker outside the exchange's state. */
type HouseMakerFacts = {
  readonly slug: string;
  /** Mode of the exchange. */
  readonly mode: string;
  /** False if the master key changed since the maker's start. */
  readonly signs: boolean;
};

type HouseMakerContext = Omit<HouseMakerFacts, "slug"> & {
  readonly market: Market;
  readonly quotes: HouseMakerQuotes;
  /** Loss if the worst outcome wins. */
  readonly loss: Micros;
  readonly banned: boolean;
};

function computeHouseMakerState(maker: HouseMaker, { market, ...at }: HouseMakerContext): HouseMakerState {
  if (maker.stopped !== undefined) return { state: "stopped", why: `${maker.stopped.operator} stopped it` };
  if (isOver(market.status)) return { state: "ended", why: `the market is ${market.status}` };
  if (!at.signs)
    return { state: "withdrawn", why: "the master key is another one: stop it and start it again" };
  if (at.banned) return { state: "withdrawn", why: "its account is banned" };
  return waitingState(market, at.mode) ?? quotingState(maker, at);
}

function waitingState(market: Market, mode: string): HouseMakerState | undefined {
  if (market.status !== "active") return { state: "waiting", why: `the market is ${market.status}` };
  const stage = getProposalStage(market);
  if (stage !== "none") return { state: "waiting", why: `a resolution is ${stage}` };
  return mode === "normal" ? undefined : { state: "waiting", why: `the exchange is in mode ${mode}` };
}

function quotingState(
  { maximumLoss }: HouseMaker,
  { quotes, loss }: Pick<HouseMakerContext, "quotes" | "loss">,
): HouseMakerState {
  if (quotes.bids > 0 && quotes.asks > 0) return { state: "quoting", why: "" };
  const lossText = `its loss at the worst winner is ${collateralText(loss)} of at most ${collateralText(maximumLoss)}`;
  if (quotes.bids + quotes.asks === 0)
    return { state: "withdrawn", why: `${lossText}: no quote fits what is left` };
  const [kept, left] = quotes.bids > 0 ? ["bids", "ask"] : ["asks", "bid"];
  return { state: "one-sided", why: `it has ${kept} only, since no ${left} fits: ${lossText}` };
}

// A house market maker in answers: its parameters, its account and its state, all computed from the ledger.

const text = (description: string) => Type.String({ description });

export const HouseMakerAnswer = Type.Object({
  conditionId: Type.String(),
  slug: Type.String(),
  run: Type.Integer({ description: "Its number among the makers that this market has had, from 1" }),
  account: text("Address of its account, which clients see as House"),
  kind: Type.Enum([...HOUSE_MAKER_KINDS]),
  state: Type.Enum([...HOUSE_MAKER_STATES]),
  why: text("Reason of a state other than quoting; empty otherwise"),
  budget: text("Collateral that it was given at its start"),
  moved: text("Collateral that operators added to its account since, less what they took out"),
  maximumLoss: text("Collateral that it may lose, whoever wins"),
  loss: text("Loss at the worst winner, or at the payout; below 0 of a profit"),
  startPrice: text("Price of the first outcome that it began at, in USDC from 0 to 1"),
  levels: Type.Integer({ description: "Most quotes on each side" }),
  liquidity: OrNull(text("b of the market scoring rule, in shares; null of another kind")),
  collateral: text("Collateral that its account has"),
  available: text("Collateral of it that no open order holds"),
  shares: Type.Tuple([Type.String(), Type.String()], { description: "Shares of each outcome" }),
  bids: Type.Integer({ description: "Resting orders that bid for the first outcome, whichever they trade" }),
  asks: Type.Integer({ description: "Resting orders that offer the first outcome, whichever they trade" }),
  startedAt: text("ISO 8601"),
  startedBy: text("Name of the operator"),
  stoppedAt: OrNull(Type.String()),
  stoppedBy: OrNull(Type.String()),
});
export type HouseMakerAnswer = Type.Static<typeof HouseMakerAnswer>;

type HouseMakerView = {
  readonly exchange: Exchange;
  readonly facts: HouseMakerFacts;
  readonly count: CountQuotes;
};

/** Describes a maker in the current state of the exchange. */
function describeHouseMaker(maker: HouseMaker, { exchange, facts, count }: HouseMakerView): HouseMakerAnswer {
  const market = exchange.marketByCondition.get(maker.conditionId);
  if (market === undefined) throw new Error(`market ${maker.conditionId} is not there`);
  const account = exchange.accountByAddress.get(maker.address);
  const funds = sumDeposits(maker);
  const quotes = count({ ...maker, budget: funds }, market, account);
  const holdings = readHoldings(account, market);
  const loss = subtractMicros(funds, worstCaseValue(holdings, market.payout));
  const banned = exchange.bans.has(maker.address);
  const orders = listOwnOrders(exchange, maker.address);
  const bids = orders.filter(({ bid }) => bid).length;
  return {
    conditionId: maker.conditionId,
    slug: facts.slug,
    ...describeRun(maker),
    ...computeHouseMakerState(maker, { market, quotes, loss, banned, ...facts }),
    loss: collateralText(loss),
    liquidity: quotes.liquidity === undefined ? null : sharesText(quotes.liquidity),
    collateral: collateralText(holdings.collateral),
    available: collateralText(account === undefined ? NO_MICROS : availableCollateral(account)),
    shares: [sharesText(holdings.shares[0]), sharesText(holdings.shares[1])],
    bids,
    asks: orders.length - bids,
  };
}

const describeRun = (maker: HouseMaker) => ({
  run: maker.run,
  account: maker.address,
  kind: maker.kind,
  budget: collateralText(maker.budget),
  moved: collateralText(maker.moved),
  maximumLoss: collateralText(maker.maximumLoss),
  startPrice: priceText(maker.startPrice),
  levels: maker.levels,
  startedAt: timeAt(maker.started.at),
  startedBy: maker.started.operator,
  stoppedAt: maker.stopped === undefined ? null : timeAt(maker.stopped.at),
  stoppedBy: maker.stopped?.operator ?? null,
});

const readHoldings = (account: Account | undefined, market: Market): Holdings =>
  account === undefined
    ? { collateral: NO_MICROS, shares: [NO_LOTS, NO_LOTS] }
    : {
        collateral: account.collateral,
        shares: [getLots(account, market, 0), getLots(account, market, 1)],
      };

// Parameters of a house market maker: parsed, completed from the market, and rejected if they give no quotes.

const DEFAULT_LEVELS = 10;
const MAX_LEVELS = 20;

const HouseMakerStart = changeBody({
  maximumLoss: AmountSchema("Collateral that it may lose, whoever wins"),
  budget: Type.Optional(
    AmountSchema(
      "Collateral that its account is credited with, at least the maximum loss; unless given, as much",
    ),
  ),
  kind: Type.Optional(Type.Enum([...HOUSE_MAKER_KINDS], { description: "lmsr unless given" })),
  price: Type.Optional(
    AmountSchema(
      "Price of the first outcome that it begins at, from 0 to 1; unless given the middle of the book, the last trade, or even odds",
    ),
  ),
  levels: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: MAX_LEVELS,
      description: `Most quotes on each side; ${DEFAULT_LEVELS} unless given`,
    }),
  ),
});

type GivenStart = Type.Static<typeof HouseMakerStart>;
type GivenMakerParams = Omit<HouseMakerParams, "startPrice"> & { readonly price: Ticks | undefined };

/** Parses the parameters; `price` is undefined if not given. */
export function readMakerParams(body: GivenStart): GivenMakerParams | Rejection {
  const { kind = "lmsr", levels = DEFAULT_LEVELS } = body;
  const maximumLoss = readCollateral(body.maximumLoss, "maximumLoss");
  if (isRejection(maximumLoss)) return maximumLoss;
  const budget = body.budget === undefined ? maximumLoss : readCollateral(body.budget, "budget");
  if (isRejection(budget)) return budget;
  if (budget < maximumLoss)
    return reject(
      "invalid_payload",
      `budget: expected at least the maximum loss of ${collateralText(maximumLoss)}, got ${collateralText(budget)}`,
    );
  const price = body.price === undefined ? undefined : readPrice(body.price);
  return isRejection(price) ? price : { kind, levels, maximumLoss, budget, price };
}

function readPrice(given: string | number): Ticks | Rejection {
  const price = parseDecimal(String(given), PRICE_DECIMALS);
  if (price !== undefined && price > 0 && price < ONE) return ticks(price);
  return reject(
    "invalid_payload",
    `price: expected a decimal above 0 and below 1 with up to ${PRICE_DECIMALS} decimals, got ${JSON.stringify(given)}` +
      nearestHint(given, { places: PRICE_DECIMALS, least: 1, most: ONE - 1 }),
  );
}

const PRICE_DECIMALS = 4;

/** Determines the start price, and rejects parameters whose quotes all stay below the market's minimum size. */
function planStart(
  { price, ...given }: GivenMakerParams,
  market: Market,
  count: CountQuotes,
): HouseMakerParams | Rejection {
  if (isOver(market.status)) return reject("market_closed", `the market is ${market.status}`);
  const startPrice = price ?? chooseStartPrice(market);
  if (startPrice < market.tick || startPrice > ONE - market.tick)
    return reject(
      "invalid_payload",
      `price: expected one from ${priceText(market.tick)} to ${priceText(ticks(ONE - market.tick))} in this market, ` +
        `got ${priceText(startPrice)}`,
    );
  const terms = { ...given, startPrice };
  const { bids, asks, largest } = count(terms, market, undefined);
  if (bids + asks > 0) return terms;
  return reject(
    "invalid_payload",
    `maximumLoss: expected about ${collateralText(computeMinimumLoss(given.maximumLoss, largest, market))} or more at this price, so that ` +
      `quotes reach the market's smallest size of ${sharesText(market.minimumLots)}; ` +
      `got ${collateralText(given.maximumLoss)}, for which the largest has ${sharesText(largest)}`,
  );
}

/** Returns the middle of the book or the last trade. A market with neither gets equal odds for each winner. */
function chooseStartPrice({ book, lastTrade, negativeRisk, event }: Market): Ticks {
  const [bid, ask] = [bestBid(book), bestAsk(book)];
  if (bid !== undefined && ask !== undefined) return ticks(Math.round((bid + ask) / 2));
  if (lastTrade !== undefined) return lastTrade.price;
  return negativeRisk ? ticks(Math.round(ONE / Math.max(event.markets.length, 2))) : HALF;
}

/** Computes the maximum loss at which the largest quote would have the market's minimum size. */
const computeMinimumLoss = (maximumLoss: Micros, largest: Lots, { minimumLots }: Market): Micros =>
  micros(Math.ceil((maximumLoss * minimumLots) / Math.max(largest, 1)));

/** GET /house-makers: all house market makers, including stopped ones. */
export const listHouseMakers = (count: CountQuotes): Endpoint =>
  readOperation({
    path: "/house-makers",
    summary: "List the house's makers with what they have and may lose, those that were stopped too",
    group: HOUSE_MAKERS,
    refuses: ["not_accepting", "unknown_market"],
    query: Type.Object({
      market: Type.Optional(
        Type.String({ description: "A condition id, or the slug of one market; all markets without it" }),
      ),
    }),
    answer: Type.Object({
      data: Type.Array(HouseMakerAnswer, { description: "In the order of their starts" }),
    }),
    read: async ({ context, query }) => {
      const only = query.market === undefined ? undefined : await readMarketParam(context, query.market);
      if (isRejection(only)) return only;
      const makers = context.house
        .list()
        .filter(({ conditionId }) => only === undefined || conditionId === only);
      const data = await describeMakers(context, makers, count);
      return isRejection(data) ? data : { data };
    },
  });

/** Describes makers in the current state of the exchange. */
export async function describeMakers(
  context: Context,
  makers: readonly HouseMaker[],
  count: CountQuotes,
): Promise<HouseMakerAnswer[] | Rejection> {
  const slugs = await findSlugs(
    await context.sql(),
    makers.map(({ conditionId }) => conditionId),
  );
  return context.engine.examine((exchange) =>
    makers.map((maker) => {
      const facts = collectMakerFacts(context, maker, slugs.get(maker.conditionId) ?? "");
      return describeHouseMaker(maker, { exchange, facts, count });
    }),
  );
}

/** Collects the facts outside the ledger that a maker's state depends on. */
const collectMakerFacts = (
  { house, engine }: Context,
  { conditionId, run, address }: Pick<HouseMaker, "conditionId" | "run" | "address">,
  slug: string,
): HouseMakerFacts => ({
  slug,
  mode: engine.availability.now().mode,
  signs: house.walletOf(conditionId, run).address === address,
});

type StartCall = ChangeCall<unknown, { readonly market: string }, GivenStart>;

/**
 * POST /markets/{market}/house-maker/start: the house makes the market from now on. One command opens the maker's account,
 * credits the budget and records the parameters, so that none of these exists alone.
 */
export const startHouseMaker = (count: CountQuotes): Endpoint =>
  changeOperation({
    path: "/markets/:market/house-maker/start",
    summary: "Let the house make a market, with a budget that is credited and a maximum loss",
    group: HOUSE_MAKERS,
    refuses: ["unknown_market", "market_closed", "amount_too_large"],
    role: "treasury",
    params: MarketParams,
    body: HouseMakerStart,
    answer: HouseMakerAnswer,
    act: async (call) => {
      const { context, params } = call;
      const conditionId = await readMarketParam(context, params.market);
      if (isRejection(conditionId)) return conditionId;
      return context.requestTurns.take([houseMakerSubject(conditionId)], () =>
        start(call, conditionId, count),
      );
    },
  });

async function start(call: StartCall, conditionId: string, count: CountQuotes) {
  const { context, body, operator } = call;
  const given = readMakerParams(body);
  if (isRejection(given)) return given;
  const terms = await context.engine.examine((exchange) => {
    const market = exchange.marketByCondition.get(conditionId);
    return market === undefined ? unknownMarket(call.params.market) : planStart(given, market, count);
  });
  if (isRejection(terms)) return terms;
  const run = nextRun(context, conditionId);
  if (isRejection(run)) return run;
  const slugs = await readFirst(async () => findSlugs(await context.sql(), [conditionId]));
  const { address } = context.house.walletOf(conditionId, run);
  const maker = { ...terms, conditionId, run, address };
  const facts = collectMakerFacts(context, maker, slugs.get(conditionId) ?? "");
  return call.execute(
    {
      action: "start-house-maker",
      subject: conditionId,
      details: encodeDetails("start-house-maker", { ...terms, run, address }),
      command: { type: "open-account", address, owner: address, credit: terms.budget },
    },
    ({ exchange, at }) => {
      const begun = { started: { at, operator: operator.name }, moved: NO_MICROS, stopped: undefined };
      return describeHouseMaker({ ...maker, ...begun }, { exchange, facts, count });
    },
  );
}

/** Returns the number of the next run; rejects a second maker while one runs. */
function nextRun({ house }: Pick<Context, "house">, conditionId: string): number | Rejection {
  const latest = house.latestIn(conditionId);
  if (latest === undefined) return 1;
  if (latest.stopped !== undefined) return latest.run + 1;
  return reject(
    "invalid_payload",
    `market: expected one without a house maker, got ${conditionId}, where one runs: stop it first`,
  );
}

/**
 * POST /markets/{market}/house-maker/stop: cancels the orders of the house market maker, which places no more, and reports
 * the maker's remaining holdings.
 */
export const stopHouseMaker = (count: CountQuotes): Endpoint =>
  changeOperation({
    path: "/markets/:market/house-maker/stop",
    summary: "Stop the house's maker in a market; in a resolved one its shares are redeemed, too",
    group: HOUSE_MAKERS,
    refuses: ["unknown_market"],
    params: MarketParams,
    body: ReasonBody,
    answer: HouseMakerAnswer,
    act: async (call) => {
      const { context, params } = call;
      const conditionId = await readMarketParam(context, params.market);
      if (isRejection(conditionId)) return conditionId;
      return context.requestTurns.take([houseMakerSubject(conditionId)], () =>
        stop(call, conditionId, count),
      );
    },
  });

async function stop(
  { context, operator, execute }: ChangeCall<unknown, unknown, unknown>,
  conditionId: string,
  count: CountQuotes,
) {
  const maker = context.house.latestIn(conditionId);
  if (maker === undefined)
    return reject("invalid_payload", `market: expected one with a house maker, got ${conditionId}`);
  const slugs = await readFirst(async () => findSlugs(await context.sql(), [conditionId]));
  // A separate command before the audit entry: an audited command without changes would leave no entry. The queue keeps the
  // maker from placing orders meanwhile.
  const rejection = await cancelOrRedeem(context, maker);
  if (rejection !== undefined) return rejection;
  const facts = collectMakerFacts(context, maker, slugs.get(conditionId) ?? "");
  return execute(
    { action: "stop-house-maker", subject: conditionId, details: { address: maker.address } },
    ({ exchange, at }) => {
      const stopped = maker.stopped ?? { at, operator: operator.name };
      return describeHouseMaker({ ...maker, stopped }, { exchange, facts, count });
    },
  );
}

/** Cancels the orders of a maker in an open market, or redeems its shares in a resolved one. */
async function cancelOrRedeem(
  { engine }: Context,
  { conditionId, address }: HouseMaker,
): Promise<Rejection | undefined> {
  const mustRedeem = await engine.examine((exchange) => {
    const market = exchange.marketByCondition.get(conditionId);
    const account = exchange.accountByAddress.get(address);
    if (market?.payout === undefined || account === undefined) return false;
    return getLots(account, market, 0) + getLots(account, market, 1) > 0;
  });
  if (isRejection(mustRedeem)) return mustRedeem;
  const outcome = await engine.submit(
    mustRedeem
      ? { type: "redeem", address, owner: address, conditionId }
      : { type: "cancel-orders", owner: address, conditionId, reason: "by-owner" },
  );
  return outcome.type === "rejected" ? outcome.rejection : undefined;
}
