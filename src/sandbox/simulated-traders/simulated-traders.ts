/**
 * Runs the simulated traders of a sandbox at the set pace: makers in rotation, traders by chance. Clients have
 * priority: no trader acts while the exchange takes only some orders. After each step all rest for nine times the
 * step's duration.
 */
import { createSubjectQueues } from "../../base/async.ts";
import type { SubjectQueues } from "../../base/async.ts";
import { demoCatalog } from "../../listings/demo-catalog.ts";
import type { Context } from "../../context.ts";
import { elementAt } from "../../core/values/element-at.ts";
import { isRejection, reject } from "../../core/rejection.ts";
import type { Rejection } from "../../core/rejection.ts";
import type { Exchange, Market } from "../../core/state.ts";
import {
  NO_LOTS,
  NO_MICROS,
  ONE,
  collateralText,
  lots,
  priceText,
  sharesText,
  ticks,
} from "../../core/units.ts";
import type {
  SimulationControl,
  SimulationState,
  TuningChange,
} from "../../http/sandbox/simulation-control.ts";
import { FIRST_CREDIT } from "../../http/values/wallets.ts";
import { readSimulationSettings, saveSimulationSettings } from "../../store/sandbox/simulation-settings.ts";
import type {
  MarketTuning,
  SimulationPace,
  SimulationSettings,
} from "../../store/sandbox/simulation-settings.ts";
import {
  executeStep,
  createBackoff,
  decideMaker,
  decideTrade,
  findRestartPrice,
  createMarketTraders,
} from "./market-traders.ts";
import type { PlannedStep, MarketTraders, Backoff } from "./market-traders.ts";
import {
  MAKER_PARAMS,
  ORDERS_PER_SECOND,
  SIMULATION_SEED,
  TRADER_COUNT,
  TRADER_FUNDS,
  TRADER_REFILL_BELOW,
  completeTuning,
  listSimulatedAddresses,
  makeSimulatedWallet,
} from "./trader-params.ts";
import type { SimulatedWallet } from "./trader-params.ts";
import { computeAllowance, computeCoveredLots, computeWorstLoss } from "./strategies/loss-allowance.ts";
import { computeBounds, computeQuoteStep, clamp } from "./strategies/fair-value.ts";
import {
  computeLiquidityParameter,
  computeLmsrPrice,
  offersEnough,
  computeNetSold,
} from "./strategies/lmsr-maker.ts";
import { readAccountHoldings, viewMarket } from "./strategies/market-view.ts";
import type { AccountHoldings } from "./strategies/market-view.ts";
import { createRandom, drawInteger } from "./strategies/seeded-random.ts";
import type { Random } from "./strategies/seeded-random.ts";

// The simulated traders of this process: their markets, wallets and pace.

/** State that the simulated traders share. */
type Simulation = {
  readonly context: Context;
  readonly markets: readonly MarketTraders[];
  readonly traders: readonly SimulatedWallet[];
  readonly random: Random;
  readonly now: () => number;
  readonly way: Backoff;
  pace: SimulationPace;
  /** True once the accounts are open and the books were filled. */
  filled: boolean;
  next: number;
  /** Number of orders and cancels that the pace still allows; negative after a large step. */
  left: number;
};

/** Makes the demo's simulated traders with the stored parameters. A stored pace is valid until PRESAGE_RESIDENTS changes. */
function openSimulation(context: Context, { pace, markets }: SimulationSettings): Simulation {
  const { monotonic } = context.clocks;
  return {
    context,
    markets: createMarketTraders(demoCatalog(context.clock()), markets),
    traders: Array.from({ length: TRADER_COUNT }, (_, index) =>
      makeSimulatedWallet(SIMULATION_SEED, `trader ${index}`),
    ),
    random: createRandom(`${SIMULATION_SEED}/${context.engine.head().seq}`),
    now: monotonic,
    way: createBackoff(context),
    pace: selectPace(context, pace),
    filled: false,
    next: 0,
    left: 0,
  };
}

const selectPace = ({ config: { residents } }: Context, pace: SimulationSettings["pace"]): SimulationPace =>
  pace?.over === residents ? pace.set : residents;

/** Applies the settings of the state to which the exchange was restored. */
function applySettings(simulation: Simulation, { pace, markets }: SimulationSettings): void {
  simulation.pace = selectPace(simulation.context, pace);
  for (const residents of simulation.markets) {
    residents.tuning = completeTuning(markets[residents.conditionId]);
    residents.state = undefined;
  }
}

// State of a market's simulated traders for an operator: the maker's holdings and loss, and the reason for missing
// quotes.

type MarketState = SimulationState["markets"][number];

/** Describes the simulated traders of one market; an empty list if the exchange has no such market. */
function describeMarketTraders(
  { pace }: Pick<Simulation, "pace">,
  exchange: Exchange,
  residents: MarketTraders,
): MarketState[] {
  const market = exchange.marketByCondition.get(residents.conditionId);
  if (market === undefined) return [];
  const { conditionId, slug, informed, tuning, maker } = residents;
  const { trading, maximumLoss, levels, spread, startPrice } = tuning;
  const account = exchange.accountByAddress.get(maker.address);
  const own = account && readAccountHoldings(account, market);
  const fair = findFairValue(residents, own);
  const idle = pace === "off" ? "all residents are off" : explainIdle(residents, market, own);
  const held = idle === "" && own !== undefined ? explainWithdrawnSides(residents, market, own) : "";
  return [
    {
      market: slug,
      conditionId,
      trading,
      maker: tuning.maker,
      levels,
      spread,
      informed,
      b:
        tuning.maker === "lmsr"
          ? sharesText(lots(Math.floor(computeLiquidityParameter(maximumLoss, startPrice))))
          : null,
      fairValue: fair === undefined ? null : priceText(ticks(Math.round(fair))),
      inventory: [sharesText(own?.shares[0] ?? NO_LOTS), sharesText(own?.shares[1] ?? NO_LOTS)],
      collateral: collateralText(own?.collateral ?? NO_MICROS),
      loss: collateralText(own === undefined ? NO_MICROS : computeWorstLoss(own, MAKER_PARAMS)),
      maximumLoss: collateralText(maximumLoss),
      withdrawn: idle || held,
      outOfBudget: held !== "",
    },
  ];
}

const findFairValue = (
  { tuning, state }: MarketTraders,
  own: Pick<AccountHoldings, "shares"> | undefined,
): number | undefined => (tuning.maker === "lmsr" ? own && computeLmsrPrice(own, tuning) : state?.fair.price);

function explainIdle(
  { tuning }: MarketTraders,
  { status }: Market,
  own: AccountHoldings | undefined,
): string {
  if (!tuning.trading) return "the residents of this market are off";
  if (status !== "active") return `the market is ${status}`;
  return own === undefined ? "the maker has no account yet" : "";
}

/**
 * Explains which sides of the book get no quotes: their loss allowance does not cover the smallest quote at the fair
 * value.
 */
function explainWithdrawnSides(residents: MarketTraders, market: Market, own: AccountHoldings): string {
  const view = viewMarket(market);
  const { tuning } = residents;
  if (
    tuning.maker === "lmsr" &&
    !offersEnough({ market: view, own }, { ...MAKER_PARAMS, ...tuning, most: 0 })
  )
    return "no quotes: b is so small that no step of the price is worth the smallest order";
  const left = computeAllowance({ ...own, orders: [] }, view, {
    funds: MAKER_PARAMS.funds,
    maximumLoss: residents.tuning.maximumLoss,
  });
  const step = computeQuoteStep(market.tick);
  const fair = clamp(computeBounds(market.tick, 0), findFairValue(residents, own) ?? ONE / 2);
  const least = {
    price: ticks(Math.round(fair / step) * step),
    lots: lots(Math.max(market.minimumLots, ONE_SHARE)),
  };
  const withdrawnSides = [true, false].filter(
    (bid) => computeCoveredLots(left, { ...least, bid }, market.fees) < least.lots,
  );
  if (withdrawnSides.length === 0) return "";
  const sides = withdrawnSides.map((bid) => (bid ? "bids" : "asks")).join(" and ");
  return `no new ${sides}: a fill could take the loss beyond the maximum`;
}

const ONE_SHARE = 100;

/** Queue shared by traders' steps and operators' changes, which must never interleave. */
const STEP_QUEUE = ["steps"];

// Operator changes of the simulated traders, and their current state. A change waits for the running step, cancels the
// resting orders that no longer apply, is stored, and then takes effect. So no later order has the old parameters.

/** Functions that fill books with the current parameters: all books, or one market's. */
type FillBooks = {
  readonly all: () => Promise<void>;
  readonly one: (market: MarketTraders) => Promise<void>;
};

/** Creates the operators' control. A change completes once the books that the change emptied are filled again. */
const createSimulationControl = (
  simulation: Simulation,
  turns: SubjectQueues,
  fill: FillBooks,
): SimulationControl => ({
  wallets: cacheWallets(),
  describe: async () => {
    const markets = await simulation.context.engine.examine((exchange) =>
      simulation.markets.flatMap((market) => describeMarketTraders(simulation, exchange, market)),
    );
    return isRejection(markets) ? markets : { pace: simulation.pace, markets };
  },
  setPace: (pace) => turns.take(STEP_QUEUE, () => setPace(simulation, pace, fill)),
  tune: (conditionId, change) =>
    turns.take(STEP_QUEUE, async () => {
      const market = simulation.markets.find((one) => one.conditionId === conditionId);
      const refused = await tune(simulation, market, change);
      if (refused === undefined && market !== undefined) await fill.one(market);
      return refused;
    }),
});

/** Returns a function that caches the addresses on first use, since deriving them takes some hundred keys. */
function cacheWallets(): () => readonly string[] {
  let cachedAddresses: readonly string[] | undefined;
  return () => (cachedAddresses ??= listSimulatedAddresses());
}

async function setPace(
  simulation: Simulation,
  pace: SimulationPace,
  fill: FillBooks,
): Promise<Rejection | undefined> {
  const { ownSql, config } = simulation.context;
  const everybody = [...simulation.markets.map(({ maker }) => maker), ...simulation.traders];
  const refused = pace === "off" ? await cancelOrders(simulation, everybody) : undefined;
  if (refused !== undefined) return refused;
  const settings = await readSimulationSettings(ownSql);
  await saveSimulationSettings(ownSql, { ...settings, pace: { set: pace, over: config.residents } });
  const wasOff = simulation.pace === "off";
  simulation.pace = pace;
  if (!wasOff) return undefined;
  // A later tick fills the books if the exchange takes no orders now.
  simulation.filled = false;
  await fill.all();
  return undefined;
}

async function tune(
  simulation: Simulation,
  residents: MarketTraders | undefined,
  change: TuningChange,
): Promise<Rejection | undefined> {
  if (change.maximumLoss !== undefined && change.maximumLoss > MAKER_PARAMS.funds)
    return reject(
      "invalid_payload",
      `maximumLoss: expected at most the ${collateralText(MAKER_PARAMS.funds)} that a maker is given, got ${collateralText(change.maximumLoss)}`,
    );
  if (change.spread !== undefined && (change.maker ?? residents?.tuning.maker) === "lmsr")
    return reject(
      "invalid_payload",
      `spread: expected none with the maker lmsr, whose curve makes its own, got ${change.spread}`,
    );
  const { engine, ownSql } = simulation.context;
  const next = await engine.examine((exchange) => residents && nextTuning(exchange, residents, change));
  if (isRejection(next)) return next;
  if (residents === undefined || next === undefined)
    return reject("unknown_market", "no residents live in this market: those of the demo alone have some");
  const { conditionId, maker } = residents;
  const leaving = next.trading ? [maker] : [maker, ...simulation.traders];
  const refused = await cancelOrders(simulation, leaving, conditionId);
  if (refused !== undefined) return refused;
  const { markets, ...settings } = await readSimulationSettings(ownSql);
  await saveSimulationSettings(ownSql, { ...settings, markets: { ...markets, [conditionId]: next } });
  residents.tuning = next;
  residents.state = undefined;
  return undefined;
}

/**
 * Returns the changed parameters. A new curve of the scoring rule begins with the maker's shares at the old curve's
 * price, else at the current price. Only the account's funds bound losses before the change.
 */
function nextTuning(
  exchange: Exchange,
  { conditionId, tuning, firstPrice, maker: { address } }: MarketTraders,
  change: TuningChange,
): MarketTuning | undefined {
  const market = exchange.marketByCondition.get(conditionId);
  if (market === undefined) return undefined;
  const next = { ...tuning, ...change };
  if (next.maker === tuning.maker && next.maximumLoss === tuning.maximumLoss) return next;
  const account = exchange.accountByAddress.get(address);
  const own = account && readAccountHoldings(account, market);
  const onCurve = tuning.maker === "lmsr" ? own && computeLmsrPrice(own, tuning) : undefined;
  const price = onCurve ?? findRestartPrice(market) ?? firstPrice;
  return {
    ...next,
    startPrice: Math.min(Math.max(price, MIN_START), ONE - MIN_START),
    startSold: own === undefined ? 0 : computeNetSold(own.shares),
  };
}

/**
 * Minimum start price of a curve and minimum distance to 1, in ticks: nearer to 0 or 1 a curve offers almost nothing.
 */
const MIN_START = 100;

/** Cancels the resting orders of these wallets, in all markets or in one. */
async function cancelOrders(
  { context: { engine } }: Simulation,
  wallets: readonly SimulatedWallet[],
  conditionId?: string,
): Promise<Rejection | undefined> {
  const resting = wallets.filter(
    ({ address }) => (engine.exchange.accountByAddress.get(address)?.openIn.size ?? 0) > 0,
  );
  const outcomes = await Promise.all(
    resting.map(({ address: owner }) =>
      engine.submit({ type: "cancel-orders", owner, conditionId, reason: "by-owner" }),
    ),
  );
  return outcomes.find((outcome) => outcome.type === "rejected")?.rejection;
}

export type SimulatedTraders = {
  /** Shows and changes the simulated traders. */
  readonly control: SimulationControl;
  /** Fills the empty sides of the book of each open demo market. */
  fillBooks(): Promise<void>;
  /** Starts trading, until `close`. */
  start(): void;
  /** Waits for the running step; resting orders stay, and the next run adopts them. */
  close(): Promise<void>;
};

const TICK_MS = 500;
/** Maximum orders and cancels of one maker's step. */
const MAX_ORDERS_PER_STEP = 8;
/** Maximum orders and cancels of a step that fills an empty book. */
const MAX_ORDERS_PER_FILL = 100;
/** Maximum number of markets checked per tick. */
const CHECKS_PER_TICK = 4;
/** Number of books filled concurrently. */
const CONCURRENT_FILLS = 8;
/** Share of steps that are trades of a trader; the rest are quotes of a maker. */
const TRADE_SHARE = 0.4;

/** Creates the simulated traders with the operator's stored settings; `undefined` outside of a sandbox. */
export async function createSimulatedTraders(context: Context): Promise<SimulatedTraders | undefined> {
  if (context.config.mode !== "sandbox") return undefined;
  const simulation = openSimulation(context, await readSimulationSettings(context.ownSql));
  const turns = createSubjectQueues();
  // A replaced state may have other accounts, orders and settings.
  context.engine.followReplacements(() => void turns.take(STEP_QUEUE, () => reloadSettings(simulation)));
  let timer: NodeJS.Timeout | undefined;
  const onBeat = (): void => {
    if (simulation.pace === "off") return;
    const allowance = (ORDERS_PER_SECOND[simulation.pace] * TICK_MS) / 1_000;
    simulation.left = Math.min(simulation.left + allowance, MAX_ORDERS_PER_STEP);
    if (turns.busy().length > 0) return;
    turns
      .take(STEP_QUEUE, () => runTick(simulation))
      .catch((error: unknown) =>
        context.log.warn({ event: "residents_failed", err: error }, "a turn of the residents failed"),
      );
  };
  return {
    control: createSimulationControl(simulation, turns, {
      all: () => fillBooks(simulation),
      one: (market) => refill(simulation, market),
    }),
    fillBooks: () => turns.take(STEP_QUEUE, () => fillBooks(simulation)),
    start: () => {
      timer = setInterval(onBeat, TICK_MS);
      timer.unref();
    },
    close: () => {
      clearInterval(timer);
      return turns.take(STEP_QUEUE, () => Promise.resolve());
    },
  };
}

/** Reloads the stored settings, and makes the next tick check accounts and books again. */
async function reloadSettings(simulation: Simulation): Promise<void> {
  applySettings(simulation, await readSimulationSettings(simulation.context.ownSql));
  simulation.filled = false;
}

async function fillBooks(simulation: Simulation): Promise<void> {
  const { context, markets, traders } = simulation;
  const { exchange } = context.engine;
  if (!mayAct(simulation)) return;
  const listed = markets.filter(({ conditionId }) => exchange.marketByCondition.has(conditionId));
  if (listed.length === 0) return;
  await Promise.all([
    ...listed.map(({ maker }) => openAccount(context, maker, MAKER_PARAMS.funds)),
    ...traders.map((trader) => openAccount(context, trader, TRADER_FUNDS)),
  ]);
  simulation.filled = true;
  for (let from = 0; from < listed.length; from += CONCURRENT_FILLS)
    await Promise.all(
      listed
        .slice(from, from + CONCURRENT_FILLS)
        .map((market) => quote(simulation, market, MAX_ORDERS_PER_FILL)),
    );
}

const openAccount = (
  { engine }: Context,
  { address }: SimulatedWallet,
  credit: typeof TRADER_FUNDS,
): Promise<unknown> => engine.submit({ type: "open-account", address, owner: address, credit });

/** Takes steps in a few markets while the pace's budget lasts. Fills the books first if the start could not. */
async function runTick(simulation: Simulation): Promise<void> {
  if (!simulation.filled) await fillBooks(simulation);
  for (let looks = 0; looks < CHECKS_PER_TICK && simulation.left >= 1 && mayAct(simulation); looks += 1) {
    const began = simulation.now();
    const orderCount = await (simulation.random() < TRADE_SHARE
      ? trade(simulation)
      : quote(simulation, nextMarket(simulation), MAX_ORDERS_PER_STEP));
    simulation.left -= orderCount;
    if (orderCount > 0) simulation.way.restAfter(began);
  }
}

/** Fills the book of one market, if the simulated traders are active. */
async function refill(simulation: Simulation, market: MarketTraders): Promise<void> {
  if (simulation.filled && mayAct(simulation)) await quote(simulation, market, MAX_ORDERS_PER_FILL);
}

const mayAct = ({ pace, way }: Simulation): boolean => pace !== "off" && way.mayAct();

function nextMarket(simulation: Simulation): MarketTraders {
  simulation.next = (simulation.next + 1) % simulation.markets.length;
  return elementAt(simulation.markets, simulation.next);
}

/** Takes a step of the maker; returns its number of orders and cancels. */
async function quote(simulation: Simulation, market: MarketTraders, most: number): Promise<number> {
  const decided = await decideMaker(simulation.context, market, { random: simulation.random, most });
  return conclude(simulation, decided, market.maker);
}

/** Takes a step of a random trader in a random market; returns its number of orders and cancels. */
async function trade(simulation: Simulation): Promise<number> {
  const { context, markets, traders, random } = simulation;
  const market = elementAt(markets, drawInteger(random, 0, markets.length - 1));
  const trader = elementAt(traders, drawInteger(random, 0, traders.length - 1));
  const decided = await decideTrade(context, market, { random, trader });
  if (decided !== undefined && !isRejection(decided) && decided.turn.own.available < TRADER_REFILL_BELOW)
    await context.engine.submit({ type: "credit", address: trader.address, amount: FIRST_CREDIT });
  return conclude(simulation, decided, trader);
}

async function conclude(
  simulation: Simulation,
  decided: PlannedStep | Rejection | undefined,
  wallet: SimulatedWallet,
): Promise<number> {
  if (decided === undefined) return 0;
  const { context, way } = simulation;
  if (isRejection(decided)) {
    way.restIfRefused([decided]);
    return 0;
  }
  const { market, intents } = decided;
  way.restIfRefused(await executeStep(context, { wallet, market, intents }));
  return intents.length;
}
