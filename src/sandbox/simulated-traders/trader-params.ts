/** Parameters of the simulated traders: funds, maximum losses, sizes and pace. */
import { createHash } from "node:crypto";
import { demoCatalogSince } from "../../listings/demo-catalog.ts";
import { ONE, lots, micros } from "../../core/units.ts";
import type { Micros } from "../../core/units.ts";
import { deriveAddress } from "../../signing/orders/order-digest.ts";
import type { MarketTuning, SimulationPace } from "../../store/sandbox/simulation-settings.ts";
import type { MakerParams } from "./strategies/maker.ts";
import type { NoiseTraderParams } from "./strategies/traders.ts";

/** Seed of the wallets and of the first prices. */
export const SIMULATION_SEED = "presage sandbox";

const UNIT = 1_000_000;

/** Parameters of a market's maker, without `most`, which each step sets. */
export const MAKER_PARAMS: Omit<MakerParams, "most"> = {
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

/** Default tuning of traders. */
const STANDARD_TUNING: MarketTuning = {
  trading: true,
  maker: "fair-value",
  maximumLoss: MAKER_PARAMS.maximumLoss,
  levels: MAKER_PARAMS.levels,
  spread: MAKER_PARAMS.spread,
  startPrice: ONE / 2,
  startSold: 0,
};

export const NOISE_PARAMS: NoiseTraderParams = { typicalLots: lots(3_000), resting: 0.25, mostResting: 2 };

/** Completes the stored parameters of a market with the defaults. */
export const completeTuning = (stored: Partial<MarketTuning> = {}): MarketTuning => ({
  ...STANDARD_TUNING,
  ...stored,
});

/** Parameters of an informed trader: minimum profit per share, in price steps, and maximum order size. */
export const INFORMED_PARAMS = { edgeSteps: 1.5, mostLots: lots(8_000) };

/** Number of wallets that trade with the makers, and their funds. */
export const TRADER_COUNT = 12;
/** Number of wallets that trade in the seeded history of a sandbox; the first TRADER_COUNT of them go on trading. */
export const HISTORY_TRADER_COUNT = 32;
export const TRADER_FUNDS: Micros = micros(25_000 * UNIT);
/** Collateral below which a trader requests more from the faucet. */
export const TRADER_REFILL_BELOW: Micros = micros(1_000 * UNIT);

/** Maximum orders and cancels per second of all simulated traders together. */
export const ORDERS_PER_SECOND: Readonly<Record<Exclude<SimulationPace, "off">, number>> = {
  quiet: 1,
  normal: 5,
  busy: 20,
};

// Wallets of the simulated traders. Their keys follow from a public seed, since a sandbox's money is worth nothing. A
// restart finds the same wallets, with their orders and losses.

export type SimulatedWallet = {
  readonly key: Uint8Array;
  /** Lower-case address. */
  readonly address: string;
  /** Id of the API key that the wallet's orders name: a UUID. */
  readonly apiKey: string;
};

/** Makes the wallet with this name. */
export function makeSimulatedWallet(seed: string, name: string): SimulatedWallet {
  const key = hash(`${seed}/${name}/key`);
  return { key, address: deriveAddress(key), apiKey: formatUuid(hash(`${seed}/${name}/api-key`)) };
}

const hash = (text: string): Buffer => createHash("sha256").update(text).digest();

/** Formats bytes as a version 4 UUID. */
function formatUuid(bytes: Buffer): string {
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x40, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return bytes.toString("hex", 0, 16).replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}

// Addresses of all simulated traders that a sandbox may have: traders, and the makers of the demo's markets.

/** Lists the addresses. The names of the demo's markets are the same in every sandbox. */
export function listSimulatedAddresses(): readonly string[] {
  const traders = Array.from(
    { length: Math.max(HISTORY_TRADER_COUNT, TRADER_COUNT) },
    (_, index) => `trader ${index}`,
  );
  const makers = demoCatalogSince(0, 0).flatMap(({ markets }) => markets.map(({ slug }) => `maker ${slug}`));
  return [...traders, ...makers].map((name) => makeSimulatedWallet(SIMULATION_SEED, name).address);
}
