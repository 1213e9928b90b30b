/** The residents of one market: the state of its maker, and their next turns as the exchange stands. */
import type { Context } from "../context.ts";
import type { Listing } from "../core/catalog.ts";
import { isRejection } from "../core/rejection.ts";
import type { Rejection } from "../core/rejection.ts";
import type { Market } from "../core/state.ts";
import { quoteStep } from "./strategies/fair-value.ts";
import { firstPrices } from "./first-price.ts";
import { lookAtMarket } from "./market-look.ts";
import type { Looker } from "./market-look.ts";
import { residentWallet } from "./resident-wallets.ts";
import type { ResidentWallet } from "./resident-wallets.ts";
import { INFORMED, MAKER, NOISE, RESIDENT_SEED } from "./resident-terms.ts";
import { stepInformed } from "./strategies/informed-trader.ts";
import type { Intent, Turn } from "./strategies/intent.ts";
import { startMaker, stepMaker } from "./strategies/maker.ts";
import type { MakerState } from "./strategies/maker.ts";
import { stepNoise } from "./strategies/noise-trader.ts";
import type { Random } from "./strategies/seeded-random.ts";

export type MarketResidents = {
  readonly conditionId: string;
  readonly maker: ResidentWallet;
  /** First price of outcome 0, in ticks, where the book and the trades tell none. */
  readonly firstPrice: number;
  /** True if an informed trader is among those who trade here. */
  readonly informed: boolean;
  /** State of the maker since its first turn of this run. */
  state: MakerState | undefined;
};

/** One market in so many has an informed trader. */
const INFORMED_EVERY = 3;

/** Makes the residents of the markets of these listings. */
export const residentsOf = (listings: readonly Listing[]): MarketResidents[] =>
  listings.flatMap((listing) => {
    const prices = firstPrices(listing, RESIDENT_SEED);
    return listing.markets.map((market, index) => ({
      conditionId: market.conditionId,
      maker: residentWallet(RESIDENT_SEED, `maker ${market.slug}`),
      firstPrice: prices[index],
      informed: index % INFORMED_EVERY === 0,
      state: undefined,
    }));
  });

/** A turn that was decided, with the market of its orders. */
export type DecidedTurn = {
  readonly market: Market;
  readonly intents: readonly Intent[];
  readonly turn: Turn;
};

/** Looks at a market that trades. */
async function lookAtOpen(context: Context, looker: Looker): ReturnType<typeof lookAtMarket> {
  const looked = await lookAtMarket(context, looker);
  return looked === undefined || isRejection(looked) || looked.market.status === "active"
    ? looked
    : undefined;
}

/** Decides a turn of the maker, of so many orders and cancels at most. */
export async function decideMaker(
  context: Context,
  residents: MarketResidents,
  { random, most }: { readonly random: Random; readonly most: number },
): Promise<DecidedTurn | Rejection | undefined> {
  const { conditionId } = residents;
  const looked = await lookAtOpen(context, { conditionId, address: residents.maker.address, random });
  if (looked === undefined || isRejection(looked)) return looked;
  const { market, turn } = looked;
  const terms = { ...MAKER, most };
  const state = residents.state ?? startMaker(knownPrice(market, turn) ?? residents.firstPrice, turn, terms);
  const next = stepMaker(state, turn, terms);
  residents.state = next.state;
  return { market, turn, intents: next.intents };
}

/** The price by which a maker goes on after a restart: the middle of the book, or the last trade. */
function knownPrice(market: Market, { market: { bestBid, bestAsk } }: Turn): number | undefined {
  return bestBid !== undefined && bestAsk !== undefined ? (bestBid + bestAsk) / 2 : market.lastTrade?.price;
}

/** Decides a trade of one of the other residents. */
export async function decideTrade(
  context: Context,
  residents: MarketResidents,
  { random, trader }: { readonly random: Random; readonly trader: ResidentWallet },
): Promise<DecidedTurn | Rejection | undefined> {
  const { conditionId } = residents;
  const looked = await lookAtOpen(context, { conditionId, address: trader.address, random });
  if (looked === undefined || isRejection(looked)) return looked;
  const { market, turn } = looked;
  const home = residents.state?.fair.home;
  const { edgeSteps, mostLots } = INFORMED;
  const edge = edgeSteps * quoteStep(market.tick);
  const informed =
    residents.informed && home !== undefined ? stepInformed(turn, { worth: home, edge, mostLots }) : [];
  return { market, turn, intents: informed.length > 0 ? informed : stepNoise(turn, NOISE) };
}
