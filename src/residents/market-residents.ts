/** The simulated traders of one market: the state of its maker, and their next steps on the current market. */
import type { Context } from "../context.ts";
import { bestAsk, bestBid } from "../core/book.ts";
import type { Listing } from "../core/catalog.ts";
import { elementAt } from "../core/element-at.ts";
import { isRejection } from "../core/rejection.ts";
import type { Rejection } from "../core/rejection.ts";
import type { Market } from "../core/state.ts";
import type { MarketTuning } from "../store/sandbox/resident-settings.ts";
import { quoteStep } from "./strategies/fair-value.ts";
import { firstPrices } from "./first-price.ts";
import { lookAtMarket } from "./market-look.ts";
import type { Looker } from "./market-look.ts";
import { INFORMED, MAKER, NOISE, RESIDENT_SEED, completeTuning, residentWallet } from "./resident-terms.ts";
import type { ResidentWallet } from "./resident-terms.ts";
import { stepInformed } from "./strategies/informed-trader.ts";
import type { Intent, Turn } from "./strategies/intent.ts";
import { stepLmsr } from "./strategies/lmsr-maker.ts";
import { startMaker, stepMaker } from "./strategies/maker.ts";
import type { MakerState } from "./strategies/maker.ts";
import { stepNoise } from "./strategies/noise-trader.ts";
import type { Random } from "./strategies/seeded-random.ts";

export type MarketResidents = {
  readonly conditionId: string;
  readonly slug: string;
  readonly maker: ResidentWallet;
  /** First price of outcome 0, in ticks, used if neither book nor trades give a price. */
  readonly firstPrice: number;
  /** True if one of the market's traders is informed. */
  readonly informed: boolean;
  /** Parameters that an operator can change. */
  tuning: MarketTuning;
  /** State of a maker around a fair value since its first step with these parameters. */
  state: MakerState | undefined;
};

/** Every n-th market has an informed trader. */
const INFORMED_EVERY = 3;

type Tunings = Readonly<Record<string, Partial<MarketTuning>>>;

/** Makes the simulated traders of these listings' markets, with the stored parameters. */
export const residentsOf = (listings: readonly Listing[], tunings: Tunings = {}): MarketResidents[] =>
  listings.flatMap((listing) => {
    const prices = firstPrices(listing, RESIDENT_SEED);
    return listing.markets.map((market, index) => ({
      conditionId: market.conditionId,
      slug: market.slug,
      maker: residentWallet(RESIDENT_SEED, `maker ${market.slug}`),
      firstPrice: elementAt(prices, index),
      informed: index % INFORMED_EVERY === 0,
      tuning: completeTuning(tunings[market.conditionId]),
      state: undefined,
    }));
  });

/** A planned step, with the market of its orders. */
export type DecidedTurn = {
  readonly market: Market;
  readonly intents: readonly Intent[];
  readonly turn: Turn;
};

/** Reads a market if it trades and its simulated traders are active. */
async function lookAtOpen(
  context: Context,
  { conditionId, tuning }: MarketResidents,
  looker: Omit<Looker, "conditionId">,
): ReturnType<typeof lookAtMarket> {
  if (!tuning.trading) return undefined;
  const looked = await lookAtMarket(context, { conditionId, ...looker });
  return looked === undefined || isRejection(looked) || looked.market.status === "active"
    ? looked
    : undefined;
}

/** Plans a step of the maker, with a maximum number of orders and cancels. */
export async function decideMaker(
  context: Context,
  residents: MarketResidents,
  { random, most }: { readonly random: Random; readonly most: number },
): Promise<DecidedTurn | Rejection | undefined> {
  const looked = await lookAtOpen(context, residents, { address: residents.maker.address, random });
  if (looked === undefined || isRejection(looked)) return looked;
  const { market, turn } = looked;
  const { maker, maximumLoss, levels, spread, startPrice, startSold } = residents.tuning;
  const terms = { ...MAKER, maximumLoss, levels, spread, most };
  if (maker === "lmsr") return { market, turn, intents: stepLmsr(turn, { ...terms, startPrice, startSold }) };
  const state = residents.state ?? startMaker(knownPrice(market) ?? residents.firstPrice, turn, terms);
  const next = stepMaker(state, turn, terms);
  residents.state = next.state;
  return { market, turn, intents: next.intents };
}

/** Returns the price from which a maker continues after a restart: the middle of the book, or the last trade. */
export function knownPrice({ book, lastTrade }: Market): number | undefined {
  const [bid, ask] = [bestBid(book), bestAsk(book)];
  return bid !== undefined && ask !== undefined ? (bid + ask) / 2 : lastTrade?.price;
}

/** Plans a trade of a simulated trader other than the maker. */
export async function decideTrade(
  context: Context,
  residents: MarketResidents,
  { random, trader }: { readonly random: Random; readonly trader: ResidentWallet },
): Promise<DecidedTurn | Rejection | undefined> {
  const looked = await lookAtOpen(context, residents, { address: trader.address, random });
  if (looked === undefined || isRejection(looked)) return looked;
  const { market, turn } = looked;
  const home = residents.state?.fair.home;
  const { edgeSteps, mostLots } = INFORMED;
  const edge = edgeSteps * quoteStep(market.tick);
  const informed =
    residents.informed && home !== undefined ? stepInformed(turn, { worth: home, edge, mostLots }) : [];
  return { market, turn, intents: informed.length > 0 ? informed : stepNoise(turn, NOISE) };
}
