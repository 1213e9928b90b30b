/**
 * The commands of a run: a function of the seed and of the reference's state, which knows what exists. Wallets are
 * few and poor and some share an owner, so that self-trades and uncovered orders are common; markets of every tick
 * size open and resolve all the time.
 */
import type { Payout } from "../../src/core/catalog.ts";
import { lots, MAX_MICROS, micros, TICK_SIZES } from "../../src/core/units.ts";
import { marketListing } from "../core/support/listing.ts";
import type { MarketTerms } from "../core/support/listing.ts";
import type { Random } from "../support/random.ts";
import type { SimulatedCommand } from "./outcome.ts";
import { randomOrder } from "./random-orders.ts";
import { heldCash, heldShares, ONE, sharesOf } from "./reference-state.ts";
import type { Reference, RefMarket, RefWallet } from "./reference-state.ts";

export type Generator = {
  readonly random: Random;
  readonly reference: Reference;
  readonly middles: Map<RefMarket, number>;
  readonly ids: string[];
  at: number;
};

export const createGenerator = (random: Random, reference: Reference): Generator => ({
  random,
  reference,
  middles: new Map(),
  ids: [],
  at: 1_000_000,
});

/** Wallet and owner; the contract wallets come after the wallet that owns them. */
const WALLETS: readonly (readonly [address: string, owner: string])[] = [
  ["ann", "ann"],
  ["ann-safe", "ann"],
  ["ann-proxy", "ann"],
  ["bob", "bob"],
  ["bob-safe", "bob"],
  ["cid", "cid"],
  ["dan", "dan"],
  ["eve", "eve"],
  ["fay", "fay"],
  ["gus", "gus"],
];

const OPEN_MARKETS = 3;
const MOST_MARKETS = 30;

/** The next command and the time at which it arrives. */
export function nextCommand(generator: Generator): { command: SimulatedCommand; at: number } {
  const { random, reference } = generator;
  if (random.chance(60)) generator.at += random.chance(0.5) ? random.below(90_000) : random.below(300);
  const opened = reference.wallets.length;
  const entry = WALLETS[opened];
  const command =
    entry !== undefined && (opened < 3 || random.chance(10))
      ? ({
          type: "open-account",
          address: entry[0],
          owner: entry[1],
          credit: micros(random.between(1, 40) * 1_000_000),
        } as const)
      : (listWhenFew(generator) ?? anyCommand(generator));
  return { command, at: generator.at };
}

/** A new market when too few are open; its name counts up. */
function listWhenFew({ random, reference }: Generator): SimulatedCommand | undefined {
  const open = reference.markets.filter((market) => market.status === "active").length;
  const no = reference.markets.length;
  if (open >= OPEN_MARKETS || no >= MOST_MARKETS || random.chance(50)) return undefined;
  const terms: MarketTerms = {
    name: `m${no}`,
    tick: TICK_SIZES[no % TICK_SIZES.length]!,
    minimumLots: random.pick([1, 1, 1, 20]),
    state: no % 5 === 4 ? "draft" : "active",
  };
  return { type: "list", listing: marketListing(terms) };
}

type Maker = (generator: Generator) => SimulatedCommand;

const MAKERS: readonly (readonly [weight: number, make: Maker])[] = [
  [620, placeOrder],
  [50, cancelOrder],
  [60, (generator) => setsCommand(generator, "split")],
  [40, (generator) => setsCommand(generator, "merge")],
  [40, () => ({ type: "record-prices" })],
  [20, creditCommand],
  [20, redeemCommand],
  [6, (generator) => statusCommand(generator, "pause-market")],
  [40, (generator) => statusCommand(generator, "resume-market")],
  [3, resolveCommand],
  [10, openCommand],
  [10, relistCommand],
];

const TOTAL = MAKERS.reduce((sum, [weight]) => sum + weight, 0);

function anyCommand(generator: Generator): SimulatedCommand {
  let ticket = generator.random.below(TOTAL);
  const chosen = MAKERS.find(([weight]) => (ticket -= weight) < 0);
  return chosen![1](generator);
}

const anyWallet = ({ random, reference }: Generator): RefWallet => random.pick(reference.wallets);

function anyAddress(generator: Generator): string {
  return generator.random.chance(3) ? "ghost" : anyWallet(generator).address;
}

/** Mostly one that trades. */
function anyMarket({ random, reference }: Generator): RefMarket | undefined {
  const open = reference.markets.filter((market) => market.status === "active");
  if (open.length > 0 && random.chance(90)) return random.pick(open);
  return reference.markets.length > 0 ? random.pick(reference.markets) : undefined;
}

function anyCondition(generator: Generator): string {
  const { random, reference } = generator;
  const market = random.chance(50) ? anyMarket(generator) : undefined;
  if (market !== undefined) return market.condition;
  if (reference.markets.length === 0 || random.chance(6)) return "unknown";
  return random.pick(reference.markets).condition;
}

function placeOrder(generator: Generator): SimulatedCommand {
  const market = anyMarket(generator);
  if (market === undefined) return { type: "record-prices" };
  const id = anyId(generator);
  generator.ids.push(id);
  return randomOrder(generator, { id, at: generator.at, market, wallet: anyWallet(generator) });
}

/** Half of the ids end alike, since an index may hash their ends. */
function anyId({ random, ids }: Generator): string {
  const end = random.chance(50) ? random.below(4) : random.below(0x1_0000_0000);
  return `o${ids.length}-${end.toString(16).padStart(8, "0")}`;
}

function cancelOrder(generator: Generator): SimulatedCommand {
  const { random, reference, ids } = generator;
  if (reference.orders.length === 0 || random.chance(15)) {
    const id = ids.length > 0 && random.chance(80) ? random.pick(ids) : "unknown";
    return { type: "cancel-order", id, owner: anyWallet(generator).owner };
  }
  const order = random.pick(reference.orders);
  const owner = random.chance(10) ? anyWallet(generator).owner : order.wallet.owner;
  return { type: "cancel-order", id: order.id, owner };
}

function setsCommand(generator: Generator, type: "split" | "merge"): SimulatedCommand {
  const { random, reference } = generator;
  const address = anyAddress(generator);
  const conditionId = anyCondition(generator);
  const wallet = reference.wallets.find((one) => one.address === address);
  const market = reference.markets.find((one) => one.condition === conditionId);
  let size = random.between(1, random.pick([10, 400]));
  if (random.chance(2)) size = random.between(-1, 0);
  else if (random.chance(20) && wallet !== undefined && market !== undefined) {
    const cash = Math.floor((wallet.cash - heldCash(reference, wallet)) / ONE);
    const shares = market.tokens.map(
      (token) => sharesOf(wallet, token) - heldShares(reference, wallet, token),
    );
    size = (type === "split" ? cash : Math.min(...shares)) + random.below(2);
  }
  return { type, address, conditionId, lots: lots(size) };
}

function creditCommand(generator: Generator): SimulatedCommand {
  const { random } = generator;
  const usual = random.between(1, 5_000_000);
  const amount = random.chance(10) ? random.pick([0, -1, MAX_MICROS]) : usual;
  return { type: "credit", address: anyAddress(generator), amount: micros(amount) };
}

function redeemCommand(generator: Generator): SimulatedCommand {
  const resolved = generator.reference.markets.filter((market) => market.status === "resolved");
  const conditionId =
    resolved.length > 0 && generator.random.chance(85)
      ? generator.random.pick(resolved).condition
      : anyCondition(generator);
  return { type: "redeem", address: anyAddress(generator), conditionId };
}

const statusCommand = (generator: Generator, type: "pause-market" | "resume-market"): SimulatedCommand => ({
  type,
  conditionId: anyCondition(generator),
});

const PAYOUTS: readonly Payout[] = [
  [1, 0],
  [0, 1],
  [1, 1],
];

function resolveCommand(generator: Generator): SimulatedCommand {
  const payout = generator.random.pick(PAYOUTS);
  return { type: "resolve-market", conditionId: anyCondition(generator), payout };
}

/** Opening again is nothing, with another owner refused, and a first credit may be too large. */
function openCommand(generator: Generator): SimulatedCommand {
  const { random } = generator;
  const wallet = anyWallet(generator);
  if (random.chance(20)) return { type: "open-account", address: "rich", owner: "rich", credit: MAX_MICROS };
  const owner = random.chance(50) ? wallet.owner : anyWallet(generator).owner;
  return { type: "open-account", address: wallet.address, owner, credit: micros(1_000_000) };
}

/** Lists known markets again with other terms, sometimes in contradiction to what is listed. */
function relistCommand(generator: Generator): SimulatedCommand {
  const { random, reference } = generator;
  if (reference.markets.length === 0) return { type: "record-prices" };
  const again = (): MarketTerms => {
    const market = random.pick(reference.markets);
    const [yes, no] = market.tokens;
    const other = random.pick(reference.markets);
    return {
      name: market.condition,
      tick: random.pick(TICK_SIZES),
      minimumLots: random.pick([1, 100]),
      state: random.chance(80) ? "active" : random.pick(["draft", "closed", "archived"] as const),
      tokenIds: random.chance(15)
        ? random.pick([
            [no, yes],
            [yes, other.tokens[1]],
            [yes, yes],
          ] as const)
        : [yes, no],
      ...(random.chance(20) ? { payout: random.pick(PAYOUTS) } : {}),
    };
  };
  const terms = random.chance(70) ? [again()] : [again(), again()];
  return { type: "list", listing: marketListing(...terms) };
}
