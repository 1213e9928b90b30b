/** State from which the commands of a run are drawn, and draws of wallets and markets. */
import type { MarketStatus } from "../../src/core/markets/catalog.ts";
import type { Random } from "../support/random.ts";
import { isOpen } from "./reference-state.ts";
import type { SimulatedCommand } from "./outcome.ts";
import type { Reference, RefMarket, RefWallet } from "./reference-state.ts";

export type Generator = {
  readonly random: Random;
  readonly reference: Reference;
  /** Price (ticks, of the first token) around which a market's orders are drawn; it wanders. */
  readonly middles: Map<RefMarket, number>;
  /** Ids of all orders so far, refused ones included. */
  readonly ids: string[];
  /** Factor of all amounts. In some runs it is so large that products of amounts leave the safe integers. */
  readonly scale: number;
  /** True in runs with prices and sizes so small that fees are as large as the amounts they are taken from. */
  readonly tiny: boolean;
  /** Commands to give next, before any is drawn. */
  readonly story: SimulatedCommand[];
  at: number;
};

export const createGenerator = (random: Random, reference: Reference): Generator => ({
  random,
  reference,
  middles: new Map(),
  ids: [],
  scale: random.chance(20) ? 10_000_000 : 1,
  tiny: random.chance(10),
  story: [],
  at: 1_000_000,
});

export const anyWallet = ({ random, reference }: Generator): RefWallet => random.pick(reference.wallets);

/** Draws a wallet with its owner; now and then it does not exist, or the owner is another one. */
export function anyOwned(generator: Generator): { readonly address: string; readonly owner: string } {
  const { random } = generator;
  const { address, owner } = anyWallet(generator);
  if (random.chance(2)) return { address: "ghost", owner };
  if (random.chance(2)) return { address, owner: "thief" };
  return { address, owner };
}

const STATUSES: readonly MarketStatus[] = ["draft", "draft", "paused", "paused", "resolved", "archived"];

/** Draws a market: mostly an active one, else one of any status. */
export function anyMarket({ random, reference }: Generator): RefMarket | undefined {
  const wanted = random.chance(84) ? "active" : random.pick(STATUSES);
  const found = reference.markets.filter(({ status }) => status === wanted);
  const markets = found.length > 0 ? found : reference.markets;
  return markets.length > 0 ? random.pick(markets) : undefined;
}

/** Condition of one of these markets, or of any other where there is none. */
export function conditionOf(generator: Generator, markets: readonly RefMarket[]): string {
  const { random, reference } = generator;
  if (markets.length > 0 && random.chance(85)) return random.pick(markets).condition;
  if (reference.markets.length === 0 || random.chance(6)) return "unknown";
  return random.pick(reference.markets).condition;
}

export function openCondition(generator: Generator): string {
  return conditionOf(generator, generator.reference.markets.filter(isOpen));
}
