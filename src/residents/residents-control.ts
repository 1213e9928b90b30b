/**
 * Operator changes of the simulated traders, and their current state. A change waits for the running step, cancels the
 * resting orders that it ends, is stored, and only then takes effect. So no order with the old parameters follows it.
 */
import { isRejection, reject } from "../core/rejection.ts";
import type { Rejection } from "../core/rejection.ts";
import type { Exchange } from "../core/state.ts";
import { collateralText, ONE } from "../core/units.ts";
import type { ResidentsControl, TuningChange } from "../http/sandbox/residents-control.ts";
import { readResidentSettings, saveResidentSettings } from "../store/sandbox/resident-settings.ts";
import type { MarketTuning, ResidentPace } from "../store/sandbox/resident-settings.ts";
import { knownPrice } from "./market-residents.ts";
import type { MarketResidents } from "./market-residents.ts";
import { describeResidents } from "./resident-state.ts";
import { MAKER, residentAddresses } from "./resident-terms.ts";
import type { ResidentWallet } from "./resident-terms.ts";
import { lmsrPrice, soldOf } from "./strategies/lmsr-maker.ts";
import { standingIn } from "./strategies/market-view.ts";
import type { Town } from "./town.ts";
import type { Turns } from "./turns.ts";

/** Fills books with the current parameters: all books, or that of one market. */
export type Filling = {
  readonly all: () => Promise<void>;
  readonly one: (market: MarketResidents) => Promise<void>;
};

/** Creates the control; a change completes once the books that it emptied are filled again. */
export const controlResidents = (town: Town, turns: Turns, fill: Filling): ResidentsControl => ({
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
