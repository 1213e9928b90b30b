/** Terms of the resident traders: funds, maximum losses, sizes and pace. */
import { lots, micros, ONE } from "../core/units.ts";
import type { Micros } from "../core/units.ts";
import type { MarketTuning, ResidentPace } from "../store/sandbox/resident-settings.ts";
import type { MakerTerms } from "./strategies/maker.ts";
import type { NoiseTerms } from "./strategies/noise-trader.ts";

/** Seed of the wallets and of the first prices. */
export const RESIDENT_SEED = "presage sandbox";

const UNIT = 1_000_000;

/** Terms of the maker of a market; `most` is set by each turn. */
export const MAKER: Omit<MakerTerms, "most"> = {
  funds: micros(20_000 * UNIT),
  maximumLoss: micros(8_000 * UNIT),
  refillBelow: 1 / 3,
  takes: 4,
  levels: 10,
  levelLots: lots(15_000),
  spread: 1,
  volatility: 120,
  homing: 0.02,
};

/** Terms of a market that nobody tuned. */
export const STANDARD_TUNING: MarketTuning = {
  trading: true,
  maker: "fair-value",
  maximumLoss: MAKER.maximumLoss,
  levels: MAKER.levels,
  spread: MAKER.spread,
  startPrice: ONE / 2,
  startSold: 0,
};

export const NOISE: NoiseTerms = { typicalLots: lots(3_000), resting: 0.25, mostResting: 2 };

/** Completes the terms that were stored for a market. */
export const completeTuning = (stored: Partial<MarketTuning> = {}): MarketTuning => ({
  ...STANDARD_TUNING,
  ...stored,
});

/** Distance from the home of the fair value that an informed trader waits for, in steps, and its largest order. */
export const INFORMED = { edgeSteps: 1.5, mostLots: lots(8_000) };

/** Number of the wallets that trade with the makers, and their funds. */
export const TRADERS = 12;
/** Number of the wallets that trade in the past of a sandbox; the first of them are the traders of now. */
export const PAST_TRADERS = 32;
export const TRADER_FUNDS: Micros = micros(25_000 * UNIT);
/** Collateral below which a trader asks the faucet. */
export const TRADER_POOR: Micros = micros(1_000 * UNIT);

/** Orders and cancels of all residents together, a second. */
export const ORDERS_A_SECOND: Readonly<Record<Exclude<ResidentPace, "off">, number>> = {
  quiet: 1,
  normal: 5,
  busy: 20,
};
