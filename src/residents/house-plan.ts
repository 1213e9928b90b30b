/** Plans the steps of a house market maker: its options as strategy parameters, and the quotes that follow from them. */
import type { Account, Market } from "../core/state.ts";
import { lots, NO_LOTS } from "../core/units.ts";
import type { Lots, Micros } from "../core/units.ts";
import type { HouseTerms } from "../engine/house.ts";
import type { HouseQuotes } from "../http/admin/house-makers.ts";
import type { Intent, Turn } from "./strategies/intent.ts";
import { liquidityOf, stepLmsr } from "./strategies/lmsr-maker.ts";
import { startMaker, stepMaker } from "./strategies/maker.ts";
import type { MakerState, MakerTerms } from "./strategies/maker.ts";
import { standingIn, viewMarket } from "./strategies/market-view.ts";
import type { MarketView, Standing } from "./strategies/market-view.ts";
import { seededRandom } from "./strategies/seeded-random.ts";

export type HousePlan = { readonly state: MakerState | undefined; readonly intents: readonly Intent[] };

/** Maximum orders and cancels of one step. */
const MAX_A_TURN = 20;

/** Plans the next step; `state` is from the previous step. The market scoring rule needs no state. */
export function planHouse(terms: HouseTerms, turn: Turn, state: MakerState | undefined): HousePlan {
  const { kind, budget: funds, maximumLoss, levels, startPrice } = terms;
  const bounds = { funds, maximumLoss, levels, most: MAX_A_TURN };
  if (kind === "lmsr")
    return { state: undefined, intents: stepLmsr(turn, { ...bounds, startPrice, levels }) };
  const maker = { ...bounds, ...FAIR_VALUE, levelLots: levelLots(terms) };
  return stepMaker(state ?? startMaker(knownPrice(turn, terms), turn, maker), turn, maker);
}

/** Parameters of quotes around a fair value, which follows the maker's own fills and never wanders: the money is real. */
const FAIR_VALUE: Pick<MakerTerms, "refillBelow" | "takes" | "spread" | "volatility" | "homing"> = {
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
const levelLots = ({ maximumLoss, levels }: HouseTerms): Lots =>
  lots(Math.max(Math.floor(maximumLoss / MICROS_PER_LOT / levels), 1));
const MICROS_PER_LOT = 10_000;

/** Returns the middle of the maker's own quotes after a restart; the start price if it has none. */
function knownPrice({ own }: Turn, { startPrice }: HouseTerms): number {
  const prices = (bid: boolean): number[] =>
    own.orders.flatMap((order) => (order.bid === bid ? [order.price] : []));
  const [bids, asks] = [prices(true), prices(false)];
  return bids.length > 0 && asks.length > 0 ? (Math.max(...bids) + Math.min(...asks)) / 2 : startPrice;
}

/**
 * Counts the quotes of a maker in a book without its orders. It may use its account's funds, or its budget before it
 * has an account.
 */
export function quotesOfHouse(terms: HouseTerms, market: Market, account: Account | undefined): HouseQuotes {
  const own = account === undefined ? untouched(terms.budget) : withoutOrders(standingIn(account, market));
  const turn = { market: viewMarket(market), own, random: seededRandom("house"), now: 0 };
  const placed = placedIn(planHouse(terms, turn, undefined));
  const smallest: MarketView = { ...turn.market, minimumLots: lots(1) };
  const sizes = placedIn(planHouse(terms, { ...turn, market: smallest }, undefined)).map((one) => one.lots);
  const bids = placed.filter(({ side, outcome }) => (side === "BUY") === (outcome === 0)).length;
  return {
    bids,
    asks: placed.length - bids,
    largest: lots(Math.max(0, ...sizes)),
    liquidity:
      terms.kind === "lmsr" ? lots(Math.floor(liquidityOf(terms.maximumLoss, terms.startPrice))) : undefined,
  };
}

const placedIn = ({ intents }: HousePlan) => intents.filter((intent) => intent.type === "place");

const untouched = (collateral: Micros): Standing => ({
  collateral,
  available: collateral,
  shares: [NO_LOTS, NO_LOTS],
  unheld: [NO_LOTS, NO_LOTS],
  orders: [],
});

const withoutOrders = ({ collateral, shares }: Standing): Standing => ({
  collateral,
  available: collateral,
  shares,
  unheld: shares,
  orders: [],
});
