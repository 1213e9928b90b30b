/**
 * Plans the steps of a house market maker: turns the operator's options into strategy parameters, and these into
 * quotes.
 */
import type { Account, Market } from "../../core/state.ts";
import { lots, NO_LOTS } from "../../core/units.ts";
import type { Lots, Micros } from "../../core/units.ts";
import type { HouseMakerParams } from "../../engine/operators/house-maker-registry.ts";
import type { HouseMakerQuotes } from "../../http/admin/exchange/house-makers.ts";
import type { Intent, StepInput } from "./strategies/intent.ts";
import { computeLiquidityParameter, stepLmsr } from "./strategies/lmsr-maker.ts";
import { startMaker, stepMaker } from "./strategies/maker.ts";
import type { MakerState, MakerParams } from "./strategies/maker.ts";
import { readAccountHoldings, viewMarket } from "./strategies/market-view.ts";
import type { MarketView, AccountHoldings } from "./strategies/market-view.ts";
import { createRandom } from "./strategies/seeded-random.ts";

export type HouseMakerPlan = { readonly state: MakerState | undefined; readonly intents: readonly Intent[] };

/** Maximum orders and cancels of one step. */
const MAX_ORDERS_PER_STEP = 20;

/** Plans the next step; `state` is from the previous step. The market scoring rule needs no state. */
export function planHouseMaker(
  terms: HouseMakerParams,
  turn: StepInput,
  state: MakerState | undefined,
): HouseMakerPlan {
  const { kind, budget: funds, maximumLoss, levels, startPrice } = terms;
  const bounds = { funds, maximumLoss, levels, most: MAX_ORDERS_PER_STEP };
  if (kind === "lmsr")
    return { state: undefined, intents: stepLmsr(turn, { ...bounds, startPrice, levels }) };
  const maker = { ...bounds, ...FAIR_VALUE, levelLots: computeLevelLots(terms) };
  return stepMaker(state ?? startMaker(getRestartPrice(turn, terms), turn, maker), turn, maker);
}

/**
 * Parameters of quotes around a fair value. The fair value follows the maker's own fills and never wanders, since the
 * money is real.
 */
const FAIR_VALUE: Pick<MakerParams, "refillBelow" | "takes" | "spread" | "volatility" | "homing"> = {
  refillBelow: 1 / 3,
  takes: 1,
  spread: 1,
  volatility: 0,
  homing: 0,
};

/**
 * Usual size of a quote. At a price of a half, fills of all quotes on one side cost about three quarters of the maximum
 * loss.
 */
const computeLevelLots = ({ maximumLoss, levels }: HouseMakerParams): Lots =>
  lots(Math.max(Math.floor(maximumLoss / MICROS_PER_LOT / levels), 1));
const MICROS_PER_LOT = 10_000;

/**
 * Returns the price from which to continue after a restart: the middle of the maker's own quotes, else the start price.
 */
function getRestartPrice({ own }: StepInput, { startPrice }: HouseMakerParams): number {
  const prices = (bid: boolean): number[] =>
    own.orders.flatMap((order) => (order.bid === bid ? [order.price] : []));
  const [bids, asks] = [prices(true), prices(false)];
  return bids.length > 0 && asks.length > 0 ? (Math.max(...bids) + Math.min(...asks)) / 2 : startPrice;
}

/**
 * Counts the quotes that a maker without resting orders would place: with the account's funds, or with the budget
 * before the account exists.
 */
export function countHouseMakerQuotes(
  terms: HouseMakerParams,
  market: Market,
  account: Account | undefined,
): HouseMakerQuotes {
  const own =
    account === undefined
      ? emptyHoldings(terms.budget)
      : holdingsWithoutOrders(readAccountHoldings(account, market));
  const turn = { market: viewMarket(market), own, random: createRandom("house"), now: 0 };
  const placeIntents = listPlaceIntents(planHouseMaker(terms, turn, undefined));
  const smallest: MarketView = { ...turn.market, minimumLots: lots(1) };
  const sizes = listPlaceIntents(planHouseMaker(terms, { ...turn, market: smallest }, undefined)).map(
    (one) => one.lots,
  );
  const bids = placeIntents.filter(({ side, outcome }) => (side === "BUY") === (outcome === 0)).length;
  return {
    bids,
    asks: placeIntents.length - bids,
    largest: lots(Math.max(0, ...sizes)),
    liquidity:
      terms.kind === "lmsr"
        ? lots(Math.floor(computeLiquidityParameter(terms.maximumLoss, terms.startPrice)))
        : undefined,
  };
}

const listPlaceIntents = ({ intents }: HouseMakerPlan) => intents.filter((intent) => intent.type === "place");

const emptyHoldings = (collateral: Micros): AccountHoldings => ({
  collateral,
  available: collateral,
  shares: [NO_LOTS, NO_LOTS],
  unheld: [NO_LOTS, NO_LOTS],
  orders: [],
});

const holdingsWithoutOrders = ({ collateral, shares }: AccountHoldings): AccountHoldings => ({
  collateral,
  available: collateral,
  shares,
  unheld: shares,
  orders: [],
});
