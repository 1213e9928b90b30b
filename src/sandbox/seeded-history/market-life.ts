/**
 * Life of one market in the seeded history: a maker quotes, and traders trade with it and each other, by the strategies
 * of the simulated traders. The price of a market with a result moves towards that result.
 */
import type { Command } from "../../core/events/command.ts";
import type { Account, Exchange, Market } from "../../core/state.ts";
import { ONE } from "../../core/units.ts";
import { stepInformed, stepNoise } from "../simulated-traders/strategies/traders.ts";
import type { Intent, StepInput } from "../simulated-traders/strategies/intent.ts";
import { startMaker, stepMaker } from "../simulated-traders/strategies/maker.ts";
import type { MakerState, MakerParams } from "../simulated-traders/strategies/maker.ts";
import { readAccountHoldings, viewMarket } from "../simulated-traders/strategies/market-view.ts";
import { drawNormal, drawInteger } from "../simulated-traders/strategies/seeded-random.ts";
import type { Random } from "../simulated-traders/strategies/seeded-random.ts";
import type { Trader } from "./traders.ts";
import type { Signer } from "./signed-placement.ts";
import { MAKER_PARAMS } from "../simulated-traders/trader-params.ts";
import type { SimulatedWallet } from "../simulated-traders/trader-params.ts";

/** Parameters of a market's life. */
export type MarketOutlook = {
  readonly conditionId: string;
  readonly maker: SimulatedWallet;
  /** First price of outcome 0, in ticks. */
  readonly startPrice: number;
  /** Start and end of its trading, ms. */
  readonly from: number;
  readonly until: number;
  /** Final worth of outcome 0, in ticks; `undefined` for a market that continues. */
  readonly result: number | undefined;
};

export type MarketLife = {
  /** Returns the orders and cancels of the maker at `at`, ms, with `levels` levels on each side. */
  quote(at: number, levels: number): readonly Command[];
  /** Returns the orders and cancels of a trader at `at`, ms. */
  trade(trader: Trader, at: number): readonly Command[];
};

export type Stage = { readonly exchange: Exchange; readonly signer: Signer; readonly random: Random };

/** Standard deviation of the price after an hour, in ticks, at a price of a half; nearer to 0 or 1 prices move less. */
const VOLATILITY = 70;
const REVERSION_RATE = 0.006;
/** Mean-reversion rate of a market that moves towards its result. */
const RESULT_REVERSION_RATE = 0.15;

export function createMarketLife(stage: Stage, outlook: MarketOutlook): MarketLife {
  const { exchange, random } = stage;
  let maker: MakerState | undefined;
  const turnOf = (address: string, now: number) => {
    const market = exchange.marketByCondition.get(outlook.conditionId);
    const account = exchange.accountByAddress.get(address);
    if (market === undefined || account === undefined || market.status !== "active") return undefined;
    return { market, turn: buildStepInput(market, account, { random, now }) };
  };
  return {
    quote(at, levels) {
      const input = turnOf(outlook.maker.address, at);
      if (input === undefined) return [];
      const terms = buildMakerParams(outlook, levels);
      const state = maker ?? startMaker(outlook.startPrice, input.turn, terms);
      const next = stepMaker(moveHomeToResult(state, outlook, at), input.turn, terms);
      maker = next.state;
      return buildCommands(stage, { ...input, wallet: outlook.maker, intents: next.intents });
    },
    trade(trader, at) {
      const input = turnOf(trader.address, at);
      if (input === undefined || maker === undefined) return [];
      const intents = decideTrade(
        trader,
        input.turn,
        estimateWorth(trader, maker, { prospect: outlook, random }),
      );
      return buildCommands(stage, { ...input, wallet: trader, intents });
    },
  };
}

const buildStepInput = (
  market: Market,
  account: Account,
  at: Pick<StepInput, "random" | "now">,
): StepInput => ({
  market: viewMarket(market),
  own: readAccountHoldings(account, market),
  ...at,
});

function buildMakerParams({ startPrice, result }: MarketOutlook, levels: number): MakerParams {
  const middle = (4 * startPrice * (ONE - startPrice)) / (ONE * ONE);
  return {
    ...MAKER_PARAMS,
    most: 4 * levels,
    refillBelow: 0.5,
    takes: 2,
    levels,
    // A continuing market keeps room for the simulated traders' number of levels, which its last book has.
    room: result === undefined ? MAKER_PARAMS.levels : levels,
    volatility: VOLATILITY * middle,
    homing: result === undefined ? REVERSION_RATE : RESULT_REVERSION_RATE,
  };
}

/** Moves the price that the fair value reverts to towards the market's result, slowly at first. */
function moveHomeToResult(
  state: MakerState,
  { startPrice, from, until, result }: MarketOutlook,
  at: number,
): MakerState {
  if (result === undefined) return state;
  const progress = Math.min((at - from) / (until - from), 1) ** 3;
  return { ...state, fair: { ...state.fair, home: startPrice + (result - startPrice) * progress } };
}

/** Returns a trader's opinion of the worth of outcome 0, in ticks; `undefined` for a trader without an opinion. */
function estimateWorth(
  { error }: Trader,
  { fair }: MakerState,
  { prospect: outlook, random }: { readonly prospect: MarketOutlook; readonly random: Random },
): number | undefined {
  if (error === undefined) return undefined;
  const informedPrice = outlook.result === undefined ? fair.home : (fair.price + outlook.result) / 2;
  return Math.min(Math.max(informedPrice + drawNormal(random) * error, 0), ONE);
}

function decideTrade(trader: Trader, at: StepInput, worth: number | undefined): readonly Intent[] {
  const { typicalLots } = trader;
  return worth === undefined
    ? stepNoise(at, { typicalLots, resting: 0.25, mostResting: 2 })
    : stepInformed(at, { worth, edge: 2 * at.market.tick, mostLots: typicalLots });
}

type Decided = {
  readonly market: Market;
  readonly turn: StepInput;
  readonly wallet: SimulatedWallet;
  readonly intents: readonly Intent[];
};

/** Share of resting orders that get an expiration. */
const EXPIRING_SHARE = 0.1;

function buildCommands({ signer, random }: Stage, { market, turn: at, wallet, intents }: Decided): Command[] {
  return intents.map((intent) => {
    if (intent.type === "cancel") return { type: "cancel-order", id: intent.id, owner: wallet.address };
    const expires = intent.kind === "GTC" && random() < EXPIRING_SHARE;
    const expiration = expires ? Math.floor(at.now / 1_000) + 3_600 * drawInteger(random, 1, 48) : 0;
    const kind = expires ? "GTD" : intent.kind;
    return signer.place({ ...intent, wallet, market, kind, expiration }, at.now);
  });
}
