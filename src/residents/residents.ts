/**
 * The running simulated traders of a sandbox: makers in rotation and traders by chance, at the set pace. They give
 * clients priority. None acts while the exchange takes only some orders, and after each step they rest nine times its
 * duration.
 */
import { demoCatalog } from "../catalog/demo-catalog.ts";
import type { Context } from "../context.ts";
import { elementAt } from "../core/element-at.ts";
import { isRejection, reject } from "../core/rejection.ts";
import type { Rejection } from "../core/rejection.ts";
import type { Exchange, Market } from "../core/state.ts";
import {
  NO_LOTS,
  NO_MICROS,
  ONE,
  collateralText,
  lots,
  priceText,
  sharesText,
  ticks,
} from "../core/units.ts";
import type { ResidentsControl, ResidentsState, TuningChange } from "../http/sandbox/residents-control.ts";
import { FIRST_CREDIT } from "../http/wallets.ts";
import { readResidentSettings, saveResidentSettings } from "../store/sandbox/resident-settings.ts";
import type { MarketTuning, ResidentPace, ResidentSettings } from "../store/sandbox/resident-settings.ts";
import {
  carryOut,
  createWayGiving,
  decideMaker,
  decideTrade,
  knownPrice,
  residentsOf,
} from "./market-residents.ts";
import type { DecidedTurn, MarketResidents, WayGiving } from "./market-residents.ts";
import {
  MAKER,
  ORDERS_A_SECOND,
  RESIDENT_SEED,
  TRADERS,
  TRADER_FUNDS,
  TRADER_POOR,
  completeTuning,
  residentAddresses,
  residentWallet,
} from "./resident-terms.ts";
import type { ResidentWallet } from "./resident-terms.ts";
import { allowanceOf, coveredLots, worstLoss } from "./strategies/allowance.ts";
import { boundsFor, quoteStep, within } from "./strategies/fair-value.ts";
import { liquidityOf, lmsrPrice, offersEnough, soldOf } from "./strategies/lmsr-maker.ts";
import { standingIn, viewMarket } from "./strategies/market-view.ts";
import type { Standing } from "./strategies/market-view.ts";
import { seededRandom, wholeBetween } from "./strategies/seeded-random.ts";
import type { Random } from "./strategies/seeded-random.ts";

// The simulated traders of a run: their markets, wallets and pace.

/** State that the simulated traders of a run share. */
type Town = {
  readonly context: Context;
  readonly markets: readonly MarketResidents[];
  readonly traders: readonly ResidentWallet[];
  readonly random: Random;
  readonly now: () => number;
  readonly way: WayGiving;
  pace: ResidentPace;
  /** True once the accounts are open and the books were filled. */
  filled: boolean;
  next: number;
  /** Remaining budget of orders and cancels by the pace; negative after a large step. */
  left: number;
};

/** Makes the demo's simulated traders with the stored parameters. A stored pace is valid until PRESAGE_RESIDENTS changes. */
function openTown(context: Context, { pace, markets }: ResidentSettings): Town {
  const { monotonic } = context.clocks;
  return {
    context,
    markets: residentsOf(demoCatalog(context.clock()), markets),
    traders: Array.from({ length: TRADERS }, (_, index) => residentWallet(RESIDENT_SEED, `trader ${index}`)),
    random: seededRandom(`${RESIDENT_SEED}/${context.engine.head().seq}`),
    now: monotonic,
    way: createWayGiving(context),
    pace: paceOf(context, pace),
    filled: false,
    next: 0,
    left: 0,
  };
}

const paceOf = ({ config: { residents } }: Context, pace: ResidentSettings["pace"]): ResidentPace =>
  pace?.over === residents ? pace.set : residents;

/** Applies other settings: those of the earlier state that the exchange was restored to. */
function applySettings(town: Town, { pace, markets }: ResidentSettings): void {
  town.pace = paceOf(town.context, pace);
  for (const residents of town.markets) {
    residents.tuning = completeTuning(markets[residents.conditionId]);
    residents.state = undefined;
  }
}

// State of a market's simulated traders for an operator: the maker's holdings and loss, and the reason if it quotes
// less.

type MarketState = ResidentsState["markets"][number];

/** Describes the simulated traders of one market; nothing if the exchange has no such market. */
function describeResidents(
  { pace }: Pick<Town, "pace">,
  exchange: Exchange,
  residents: MarketResidents,
): MarketState[] {
  const market = exchange.marketByCondition.get(residents.conditionId);
  if (market === undefined) return [];
  const { conditionId, slug, informed, tuning, maker } = residents;
  const { trading, maximumLoss, levels, spread, startPrice } = tuning;
  const account = exchange.accountByAddress.get(maker.address);
  const own = account && standingIn(account, market);
  const fair = fairValueOf(residents, own);
  const idle = pace === "off" ? "all residents are off" : whyIdle(residents, market, own);
  const held = idle === "" && own !== undefined ? sidesWithdrawn(residents, market, own) : "";
  return [
    {
      market: slug,
      conditionId,
      trading,
      maker: tuning.maker,
      levels,
      spread,
      informed,
      b: tuning.maker === "lmsr" ? sharesText(lots(Math.floor(liquidityOf(maximumLoss, startPrice)))) : null,
      fairValue: fair === undefined ? null : priceText(ticks(Math.round(fair))),
      inventory: [sharesText(own?.shares[0] ?? NO_LOTS), sharesText(own?.shares[1] ?? NO_LOTS)],
      collateral: collateralText(own?.collateral ?? NO_MICROS),
      loss: collateralText(own === undefined ? NO_MICROS : worstLoss(own, MAKER)),
      maximumLoss: collateralText(maximumLoss),
      withdrawn: idle || held,
      outOfBudget: held !== "",
    },
  ];
}

const fairValueOf = (
  { tuning, state }: MarketResidents,
  own: Pick<Standing, "shares"> | undefined,
): number | undefined => (tuning.maker === "lmsr" ? own && lmsrPrice(own, tuning) : state?.fair.price);

function whyIdle({ tuning }: MarketResidents, { status }: Market, own: Standing | undefined): string {
  if (!tuning.trading) return "the residents of this market are off";
  if (status !== "active") return `the market is ${status}`;
  return own === undefined ? "the maker has no account yet" : "";
}

/** Names the sides where the loss allowance does not cover even the smallest quote at the fair value. */
function sidesWithdrawn(residents: MarketResidents, market: Market, own: Standing): string {
  const view = viewMarket(market);
  const { tuning } = residents;
  if (tuning.maker === "lmsr" && !offersEnough({ market: view, own }, { ...MAKER, ...tuning, most: 0 }))
    return "no quotes: b is so small that no step of the price is worth the smallest order";
  const left = allowanceOf({ ...own, orders: [] }, view, {
    funds: MAKER.funds,
    maximumLoss: residents.tuning.maximumLoss,
  });
  const step = quoteStep(market.tick);
  const fair = within(boundsFor(market.tick, 0), fairValueOf(residents, own) ?? ONE / 2);
  const least = {
    price: ticks(Math.round(fair / step) * step),
    lots: lots(Math.max(market.minimumLots, ONE_SHARE)),
  };
  const withdrawn = [true, false].filter(
    (bid) => coveredLots(left, { ...least, bid }, market.fees) < least.lots,
  );
  if (withdrawn.length === 0) return "";
  const sides = withdrawn.map((bid) => (bid ? "bids" : "asks")).join(" and ");
  return `no new ${sides}: a fill could take the loss beyond the maximum`;
}

const ONE_SHARE = 100;

// Mutex of the simulated traders' steps, so that an operator's change and their orders never interleave.

type Turns = {
  readonly busy: () => boolean;
  /** Runs `act` once all earlier calls have completed. */
  take<T>(act: () => Promise<T>): Promise<T>;
};

function createTurns(): Turns {
  let underway = 0;
  let last: Promise<unknown> = Promise.resolve();
  return {
    busy: () => underway > 0,
    take: (act) => {
      underway += 1;
      const done = last.then(act).finally(() => (underway -= 1));
      last = done.catch(() => undefined);
      return done;
    },
  };
}

// Operator changes of the simulated traders, and their current state. A change waits for the running step, cancels the
// resting orders that it ends, is stored, and only then takes effect. So no order with the old parameters follows it.

/** Fills books with the current parameters: all books, or that of one market. */
type Filling = {
  readonly all: () => Promise<void>;
  readonly one: (market: MarketResidents) => Promise<void>;
};

/** Creates the control; a change completes once the books that it emptied are filled again. */
const controlResidents = (town: Town, turns: Turns, fill: Filling): ResidentsControl => ({
  wallets: keptWallets(),
  describe: async () => {
    const markets = await town.context.engine.examine((exchange) =>
      town.markets.flatMap((market) => describeResidents(town, exchange, market)),
    );
    return isRejection(markets) ? markets : { pace: town.pace, markets };
  },
  setPace: (pace) => turns.take(() => setPace(town, pace, fill)),
  tune: (conditionId, change) =>
    turns.take(async () => {
      const market = town.markets.find((one) => one.conditionId === conditionId);
      const refused = await tune(town, market, change);
      if (refused === undefined && market !== undefined) await fill.one(market);
      return refused;
    }),
});

/** Caches the addresses on first use: deriving them takes some hundred keys. */
function keptWallets(): () => readonly string[] {
  let kept: readonly string[] | undefined;
  return () => (kept ??= residentAddresses());
}

async function setPace(town: Town, pace: ResidentPace, fill: Filling): Promise<Rejection | undefined> {
  const { ownSql, config } = town.context;
  const everybody = [...town.markets.map(({ maker }) => maker), ...town.traders];
  const refused = pace === "off" ? await cancelOrders(town, everybody) : undefined;
  if (refused !== undefined) return refused;
  const settings = await readResidentSettings(ownSql);
  await saveResidentSettings(ownSql, { ...settings, pace: { set: pace, over: config.residents } });
  const wasOff = town.pace === "off";
  town.pace = pace;
  if (!wasOff) return undefined;
  // If the exchange takes no orders now, a later tick fills the books.
  town.filled = false;
  await fill.all();
  return undefined;
}

async function tune(
  town: Town,
  residents: MarketResidents | undefined,
  change: TuningChange,
): Promise<Rejection | undefined> {
  if (change.maximumLoss !== undefined && change.maximumLoss > MAKER.funds)
    return reject(
      "invalid_payload",
      `maximumLoss: expected at most the ${collateralText(MAKER.funds)} that a maker is given, got ${collateralText(change.maximumLoss)}`,
    );
  if (change.spread !== undefined && (change.maker ?? residents?.tuning.maker) === "lmsr")
    return reject(
      "invalid_payload",
      `spread: expected none with the maker lmsr, whose curve makes its own, got ${change.spread}`,
    );
  const { engine, ownSql } = town.context;
  const next = await engine.examine((exchange) => residents && nextTuning(exchange, residents, change));
  if (isRejection(next)) return next;
  if (residents === undefined || next === undefined)
    return reject("unknown_market", "no residents live in this market: those of the demo alone have some");
  const { conditionId, maker } = residents;
  const leaving = next.trading ? [maker] : [maker, ...town.traders];
  const refused = await cancelOrders(town, leaving, conditionId);
  if (refused !== undefined) return refused;
  const { markets, ...settings } = await readResidentSettings(ownSql);
  await saveResidentSettings(ownSql, { ...settings, markets: { ...markets, [conditionId]: next } });
  residents.tuning = next;
  residents.state = undefined;
  return undefined;
}

/**
 * Applies the change to the parameters. A new curve begins at the old curve's price, else the current price, with the
 * shares that the maker holds. The ledger bounds earlier losses.
 */
function nextTuning(
  exchange: Exchange,
  { conditionId, tuning, firstPrice, maker: { address } }: MarketResidents,
  change: TuningChange,
): MarketTuning | undefined {
  const market = exchange.marketByCondition.get(conditionId);
  if (market === undefined) return undefined;
  const next = { ...tuning, ...change };
  if (next.maker === tuning.maker && next.maximumLoss === tuning.maximumLoss) return next;
  const account = exchange.accountByAddress.get(address);
  const own = account && standingIn(account, market);
  const onCurve = tuning.maker === "lmsr" ? own && lmsrPrice(own, tuning) : undefined;
  const price = onCurve ?? knownPrice(market) ?? firstPrice;
  return {
    ...next,
    startPrice: Math.min(Math.max(price, MIN_START), ONE - MIN_START),
    startSold: own === undefined ? 0 : soldOf(own.shares),
  };
}

/** Minimum start price of a curve, in ticks: nearer to 0 or 1 a curve offers next to nothing. */
const MIN_START = 100;

/** Cancels the resting orders of these wallets, everywhere or in one market. */
async function cancelOrders(
  { context: { engine } }: Town,
  wallets: readonly ResidentWallet[],
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

export type Residents = {
  /** Shows and changes the simulated traders. */
  readonly control: ResidentsControl;
  /** Fills both sides of the book of each open demo market, as far as they are empty. */
  fillBooks(): Promise<void>;
  /** Starts trading, until `close`. */
  start(): void;
  /** Waits for the running step; resting orders stay, and the next run adopts them. */
  close(): Promise<void>;
};

const BEAT_MS = 500;
/** Maximum orders and cancels of one maker's step. */
const MAX_A_TURN = 8;
/** Maximum orders and cancels of a step that fills an empty book. */
const MAX_TO_FILL = 100;
/** Maximum number of markets checked per tick. */
const LOOKS_A_BEAT = 4;
/** Number of books filled concurrently. */
const FILLED_TOGETHER = 8;
/** Share of the steps that are trades. */
const TRADES = 0.4;

/** Creates the simulated traders with the operator's stored settings; `undefined` outside of a sandbox. */
export async function createResidents(context: Context): Promise<Residents | undefined> {
  if (context.config.mode !== "sandbox") return undefined;
  const town = openTown(context, await readResidentSettings(context.ownSql));
  const turns = createTurns();
  // A replaced state may have other accounts, orders and settings.
  context.engine.followReplacements(() => void turns.take(() => settleAnew(town)));
  let timer: NodeJS.Timeout | undefined;
  const onBeat = (): void => {
    if (town.pace === "off") return;
    const allowance = (ORDERS_A_SECOND[town.pace] * BEAT_MS) / 1_000;
    town.left = Math.min(town.left + allowance, MAX_A_TURN);
    if (turns.busy()) return;
    turns
      .take(() => actForBeat(town))
      .catch((error: unknown) =>
        context.log.warn({ event: "residents_failed", err: error }, "a turn of the residents failed"),
      );
  };
  return {
    control: controlResidents(town, turns, {
      all: () => fillBooks(town),
      one: (market) => refill(town, market),
    }),
    fillBooks: () => turns.take(() => fillBooks(town)),
    start: () => {
      timer = setInterval(onBeat, BEAT_MS);
      timer.unref();
    },
    close: () => {
      clearInterval(timer);
      return turns.take(() => Promise.resolve());
    },
  };
}

/** Reloads the stored settings, and makes the next tick check accounts and books again. */
async function settleAnew(town: Town): Promise<void> {
  applySettings(town, await readResidentSettings(town.context.ownSql));
  town.filled = false;
}

async function fillBooks(town: Town): Promise<void> {
  const { context, markets, traders } = town;
  const { exchange } = context.engine;
  if (!mayAct(town)) return;
  const listed = markets.filter(({ conditionId }) => exchange.marketByCondition.has(conditionId));
  if (listed.length === 0) return;
  await Promise.all([
    ...listed.map(({ maker }) => openAccount(context, maker, MAKER.funds)),
    ...traders.map((trader) => openAccount(context, trader, TRADER_FUNDS)),
  ]);
  town.filled = true;
  for (let from = 0; from < listed.length; from += FILLED_TOGETHER)
    await Promise.all(
      listed.slice(from, from + FILLED_TOGETHER).map((market) => quote(town, market, MAX_TO_FILL)),
    );
}

const openAccount = (
  { engine }: Context,
  { address }: ResidentWallet,
  credit: typeof TRADER_FUNDS,
): Promise<unknown> => engine.submit({ type: "open-account", address, owner: address, credit });

/** Takes steps in a few markets while the pace's budget lasts; fills the books first if the start could not. */
async function actForBeat(town: Town): Promise<void> {
  if (!town.filled) await fillBooks(town);
  for (let looks = 0; looks < LOOKS_A_BEAT && town.left >= 1 && mayAct(town); looks += 1) {
    const began = town.now();
    const used = await (town.random() < TRADES ? trade(town) : quote(town, nextMarket(town), MAX_A_TURN));
    town.left -= used;
    if (used > 0) town.way.restAfter(began);
  }
}

/** Fills the book of one market, if the simulated traders are active. */
async function refill(town: Town, market: MarketResidents): Promise<void> {
  if (town.filled && mayAct(town)) await quote(town, market, MAX_TO_FILL);
}

const mayAct = ({ pace, way }: Town): boolean => pace !== "off" && way.mayAct();

function nextMarket(town: Town): MarketResidents {
  town.next = (town.next + 1) % town.markets.length;
  return elementAt(town.markets, town.next);
}

/** Takes a step of the maker; returns its number of orders and cancels. */
async function quote(town: Town, market: MarketResidents, most: number): Promise<number> {
  const decided = await decideMaker(town.context, market, { random: town.random, most });
  return conclude(town, decided, market.maker);
}

/** Takes a step of a random trader in a random market; returns its number of orders and cancels. */
async function trade(town: Town): Promise<number> {
  const { context, markets, traders, random } = town;
  const market = elementAt(markets, wholeBetween(random, 0, markets.length - 1));
  const trader = elementAt(traders, wholeBetween(random, 0, traders.length - 1));
  const decided = await decideTrade(context, market, { random, trader });
  if (decided !== undefined && !isRejection(decided) && decided.turn.own.available < TRADER_POOR)
    await context.engine.submit({ type: "credit", address: trader.address, amount: FIRST_CREDIT });
  return conclude(town, decided, trader);
}

async function conclude(
  town: Town,
  decided: DecidedTurn | Rejection | undefined,
  wallet: ResidentWallet,
): Promise<number> {
  if (decided === undefined) return 0;
  const { context, way } = town;
  if (isRejection(decided)) {
    way.restIfRefused([decided]);
    return 0;
  }
  const { market, intents } = decided;
  way.restIfRefused(await carryOut(context, { wallet, market, intents }));
  return intents.length;
}
