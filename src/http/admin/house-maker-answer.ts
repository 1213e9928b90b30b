/** A house maker over the wire: its terms, its account and its state, all counted from the ledger. */
import { Type } from "typebox";
import { listOwnOrders } from "../../core/own-orders.ts";
import { lotsOf } from "../../core/sets.ts";
import { availableCollateral } from "../../core/state.ts";
import type { Account, Exchange, Market, Order } from "../../core/state.ts";
import {
  collateralText,
  NO_LOTS,
  NO_MICROS,
  priceText,
  sharesText,
  subtractMicros,
} from "../../core/units.ts";
import { worstWorth } from "../../core/worst-worth.ts";
import type { Holdings } from "../../core/worst-worth.ts";
import { fundsOf } from "../../engine/house.ts";
import type { HouseMaker } from "../../engine/house.ts";
import { HOUSE_KINDS } from "../../engine/house-terms.ts";
import { OrNull, timeAt } from "../resolution-answer.ts";
import type { CountQuotes } from "./house-quotes.ts";
import { HOUSE_STATES, houseState } from "./house-state.ts";

const text = (description: string) => Type.String({ description });

export const HouseMakerAnswer = Type.Object({
  conditionId: Type.String(),
  slug: Type.String(),
  run: Type.Integer({ description: "Its number among the makers that this market has had, from 1" }),
  account: text("Address of its account, which clients see as House"),
  kind: Type.Enum([...HOUSE_KINDS]),
  state: Type.Enum([...HOUSE_STATES]),
  why: text("Reason of a state other than quoting; empty otherwise"),
  budget: text("Collateral that it was given at its start"),
  moved: text("Collateral that operators added to its account since, less what they took out"),
  maximumLoss: text("Collateral that it may lose, whoever wins"),
  loss: text("Loss at the worst winner, or at the payout; below 0 of a profit"),
  startPrice: text("Price of the first outcome that it began at"),
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

/** Facts about a maker besides the exchange's state. */
export type HouseFacts = {
  readonly slug: string;
  /** Mode of the exchange. */
  readonly mode: string;
  /** False where the master key is another one than it began with. */
  readonly signs: boolean;
};

export type HouseView = {
  readonly exchange: Exchange;
  readonly facts: HouseFacts;
  readonly count: CountQuotes;
};

/** Describes a maker as the exchange stands. */
export function describeHouse(maker: HouseMaker, { exchange, facts, count }: HouseView): HouseMakerAnswer {
  const market = exchange.marketByCondition.get(maker.conditionId);
  if (market === undefined) throw new Error(`market ${maker.conditionId} is not there`);
  const account = exchange.accountByAddress.get(maker.address);
  const funds = fundsOf(maker);
  const quotes = count({ ...maker, budget: funds }, market, account);
  const holdings = holdingsOf(account, market);
  const loss = subtractMicros(funds, worstWorth(holdings, market.payout));
  const banned = exchange.bans.has(maker.address);
  return {
    conditionId: maker.conditionId,
    slug: facts.slug,
    ...describeRun(maker),
    ...houseState(maker, { market, quotes, loss, banned, ...facts }),
    loss: collateralText(loss),
    liquidity: quotes.liquidity === undefined ? null : sharesText(quotes.liquidity),
    collateral: collateralText(holdings.collateral),
    available: collateralText(account === undefined ? NO_MICROS : availableCollateral(account)),
    shares: [sharesText(holdings.shares[0]), sharesText(holdings.shares[1])],
    ...countOrders(listOwnOrders(exchange, maker.address)),
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

const holdingsOf = (account: Account | undefined, market: Market): Holdings =>
  account === undefined
    ? { collateral: NO_MICROS, shares: [NO_LOTS, NO_LOTS] }
    : {
        collateral: account.collateral,
        shares: [lotsOf(account, market, 0), lotsOf(account, market, 1)],
      };

function countOrders(orders: readonly Order[]) {
  const bids = orders.filter(({ bid }) => bid).length;
  return { bids, asks: orders.length - bids };
}
