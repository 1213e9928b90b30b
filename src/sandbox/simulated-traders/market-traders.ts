/** The simulated traders of one market: the state of its maker, and their next steps on the current market. */
import { randomInt } from "node:crypto";
import type { Context } from "../../context.ts";
import { bestAsk, bestBid } from "../../core/orders/book.ts";
import type { Listing } from "../../core/markets/catalog.ts";
import { elementAt } from "../../core/values/element-at.ts";
import { isRejection, reject } from "../../core/rejection.ts";
import type { Rejection } from "../../core/rejection.ts";
import type { Account, Exchange, Market } from "../../core/state.ts";
import { kindOfMarket } from "../../core/markets/market-version.ts";
import { readOrderPayload } from "../../http/trading/orders/order-payload.ts";
import { place } from "../../http/trading/orders/placement.ts";
import { signOrder } from "../../signing/orders/order-digest.ts";
import type { MarketTuning } from "../../store/sandbox/simulation-settings.ts";
import { describeOrder } from "./described-order.ts";
import { drawFirstPrices } from "./first-price.ts";
import {
  INFORMED_PARAMS,
  MAKER_PARAMS,
  NOISE_PARAMS,
  SIMULATION_SEED,
  completeTuning,
  makeSimulatedWallet,
} from "./trader-params.ts";
import type { SimulatedWallet } from "./trader-params.ts";
import { computeQuoteStep } from "./strategies/fair-value.ts";
import type { Intent, PlaceIntent, StepInput } from "./strategies/intent.ts";
import { stepLmsr } from "./strategies/lmsr-maker.ts";
import { startMaker, stepMaker } from "./strategies/maker.ts";
import type { MakerState } from "./strategies/maker.ts";
import { readAccountHoldings, viewMarket } from "./strategies/market-view.ts";
import type { Random } from "./strategies/seeded-random.ts";
import { stepInformed, stepNoise } from "./strategies/traders.ts";

// The current state of a market, and a wallet's holdings and orders there.

export type MarketSnapshot = { readonly market: Market; readonly turn: StepInput };

type Observer = {
  readonly conditionId: string;
  /** Lower-case address. */
  readonly address: string;
  readonly random: Random;
};

/** Reads a market and a wallet's holdings; `undefined` if the market is not listed or the wallet has no account. */
export const readMarketSnapshot = (
  { engine }: Context,
  { conditionId, address, random }: Observer,
): Promise<MarketSnapshot | Rejection | undefined> =>
  engine.examine((exchange, at) => {
    const found = findMarketAndAccount(exchange, conditionId, address);
    if (found === undefined) return undefined;
    const { market, account } = found;
    return {
      market,
      turn: { market: viewMarket(market), own: readAccountHoldings(account, market), random, now: at },
    };
  });

function findMarketAndAccount(
  exchange: Exchange,
  conditionId: string,
  address: string,
): { readonly market: Market; readonly account: Account } | undefined {
  const market = exchange.marketByCondition.get(conditionId);
  const account = exchange.accountByAddress.get(address);
  return market === undefined || account === undefined ? undefined : { market, account };
}

export type MarketTraders = {
  readonly conditionId: string;
  readonly slug: string;
  readonly maker: SimulatedWallet;
  /** First price of outcome 0, in ticks, for a market without a book and trades. */
  readonly firstPrice: number;
  /** True if one of the market's traders is informed. */
  readonly informed: boolean;
  /** Parameters that an operator can change. */
  tuning: MarketTuning;
  /** Strategy state since the first step with these parameters, of a maker that quotes around a fair value. */
  state: MakerState | undefined;
};

/** Every n-th market has an informed trader. */
const INFORMED_EVERY = 3;

type Tunings = Readonly<Record<string, Partial<MarketTuning>>>;

/** Makes the simulated traders of these listings' markets, with the stored parameters. */
export const createMarketTraders = (listings: readonly Listing[], tunings: Tunings = {}): MarketTraders[] =>
  listings.flatMap((listing) => {
    const prices = drawFirstPrices(listing, SIMULATION_SEED);
    return listing.markets.map((market, index) => ({
      conditionId: market.conditionId,
      slug: market.slug,
      maker: makeSimulatedWallet(SIMULATION_SEED, `maker ${market.slug}`),
      firstPrice: elementAt(prices, index),
      informed: index % INFORMED_EVERY === 0,
      tuning: completeTuning(tunings[market.conditionId]),
      state: undefined,
    }));
  });

/** A planned step, with the market of its orders. */
export type PlannedStep = {
  readonly market: Market;
  readonly intents: readonly Intent[];
  readonly turn: StepInput;
};

/** Reads a market; `undefined` unless the market trades and its simulated traders are active. */
async function readOpenMarketSnapshot(
  context: Context,
  { conditionId, tuning }: MarketTraders,
  looker: Omit<Observer, "conditionId">,
): ReturnType<typeof readMarketSnapshot> {
  if (!tuning.trading) return undefined;
  const looked = await readMarketSnapshot(context, { conditionId, ...looker });
  return looked === undefined || isRejection(looked) || looked.market.status === "active"
    ? looked
    : undefined;
}

/** Plans a step of the maker, with a maximum number of orders and cancels. */
export async function decideMaker(
  context: Context,
  residents: MarketTraders,
  { random, most }: { readonly random: Random; readonly most: number },
): Promise<PlannedStep | Rejection | undefined> {
  const looked = await readOpenMarketSnapshot(context, residents, {
    address: residents.maker.address,
    random,
  });
  if (looked === undefined || isRejection(looked)) return looked;
  const { market, turn } = looked;
  const { maker, maximumLoss, levels, spread, startPrice, startSold } = residents.tuning;
  const terms = { ...MAKER_PARAMS, maximumLoss, levels, spread, most };
  if (maker === "lmsr") return { market, turn, intents: stepLmsr(turn, { ...terms, startPrice, startSold }) };
  const state = residents.state ?? startMaker(findRestartPrice(market) ?? residents.firstPrice, turn, terms);
  const next = stepMaker(state, turn, terms);
  residents.state = next.state;
  return { market, turn, intents: next.intents };
}

/** Returns the price from which a maker continues after a restart: the middle of the book, or the last trade. */
export function findRestartPrice({ book, lastTrade }: Market): number | undefined {
  const [bid, ask] = [bestBid(book), bestAsk(book)];
  return bid !== undefined && ask !== undefined ? (bid + ask) / 2 : lastTrade?.price;
}

/** Plans a trade of a simulated trader other than the maker. */
export async function decideTrade(
  context: Context,
  residents: MarketTraders,
  { random, trader }: { readonly random: Random; readonly trader: SimulatedWallet },
): Promise<PlannedStep | Rejection | undefined> {
  const looked = await readOpenMarketSnapshot(context, residents, { address: trader.address, random });
  if (looked === undefined || isRejection(looked)) return looked;
  const { market, turn } = looked;
  const home = residents.state?.fair.home;
  const { edgeSteps, mostLots } = INFORMED_PARAMS;
  const edge = edgeSteps * computeQuoteStep(market.tick);
  const informed =
    residents.informed && home !== undefined ? stepInformed(turn, { worth: home, edge, mostLots }) : [];
  return { market, turn, intents: informed.length > 0 ? informed : stepNoise(turn, NOISE_PARAMS) };
}

// Orders of simulated traders take the way of clients' orders: signed, parsed and verified as a body of POST /order,
// then placed.

type TraderStep = {
  readonly wallet: SimulatedWallet;
  readonly market: Market;
  readonly intents: readonly Intent[];
};

/** Executes a step: its cancels, then its orders together. Returns the rejections; empty if everything was accepted. */
export async function executeStep(
  context: Context,
  { wallet, market, intents }: TraderStep,
): Promise<readonly Rejection[]> {
  const cancels = intents.filter((intent) => intent.type === "cancel");
  const orders = intents.filter((intent) => intent.type === "place");
  const canceled = await Promise.all(
    cancels.map(({ id }) => context.engine.submit({ type: "cancel-order", id, owner: wallet.address })),
  );
  const placed = await Promise.all(orders.map((order) => placeSigned(context, { wallet, market, order })));
  return [
    ...canceled.flatMap((outcome) => (outcome.type === "rejected" ? [outcome.rejection] : [])),
    ...placed.filter(isRejection),
  ];
}

/** Number of possible salts, each exact as a JSON number; each order draws one. */
const SALTS = 2 ** 47;

type SimulatedOrder = Omit<TraderStep, "intents"> & { readonly order: PlaceIntent };

async function placeSigned(context: Context, { wallet, market, order }: SimulatedOrder) {
  const domain = context.config.domains.find(
    ({ kind, struct }) => kind === kindOfMarket(market) && struct === "v2",
  );
  if (domain === undefined)
    return reject("invalid_payload", "no domain is for orders of version 2 of this market");
  const wanted = { ...order, wallet, market, expiration: 0 };
  const unsigned = describeOrder(wanted, { salt: randomInt(SALTS), at: context.clock(), struct: "v2" });
  const { signature } = signOrder(unsigned, domain, wallet.key);
  const payload = {
    order: { ...unsigned, signature },
    orderType: order.kind,
    owner: wallet.apiKey,
    postOnly: order.postOnly,
  };
  const command = await readOrderPayload(context, payload, { caller: wallet, dialect: "spec" });
  return isRejection(command) ? command : place(context, "spec", command);
}

// Backoff of the exchange's own traders, which leaves capacity to clients. No trader acts while the exchange takes only
// some orders. After each step all rest for nine times the step's duration.

export type Backoff = {
  /** True while the exchange takes all orders and no rest is due. */
  mayAct(): boolean;
  /** Starts the rest after a step that began at `began`, by the monotonic clock, and sent something. */
  restAfter(began: number): void;
  /** Rests if the exchange as a whole rejected orders; the rejection of a single order only skips that order. */
  restIfRefused(refusals: readonly Rejection[]): void;
};

/** Rest after a step, as a multiple of the step's duration. */
const REST_FACTOR = 9;
/** Rest after the exchange as a whole rejected orders, ms. */
const REJECTED_REST_MS = 5_000;

const EXCHANGE_WIDE_CODES: ReadonlySet<Rejection["code"]> = new Set(["not_accepting", "outcome_unknown"]);

export function createBackoff({ engine, clocks }: Pick<Context, "engine" | "clocks">): Backoff {
  const { monotonic } = clocks;
  let restUntil = 0;
  const restFor = (ms: number): void => {
    restUntil = Math.max(restUntil, monotonic() + ms);
  };
  return {
    mayAct: () => {
      const { mode, suspended } = engine.availability.now();
      return mode === "normal" && suspended === undefined && monotonic() >= restUntil;
    },
    restAfter: (began) => restFor(REST_FACTOR * (monotonic() - began)),
    restIfRefused: (refusals) => {
      if (refusals.some(({ code }) => EXCHANGE_WIDE_CODES.has(code))) restFor(REJECTED_REST_MS);
    },
  };
}
