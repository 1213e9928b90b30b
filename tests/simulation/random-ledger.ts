/** Random commands that move collateral and shares outside of trading; some ask for more than there is. */
import { lots, MAX_MICROS, micros } from "../../src/core/units.ts";
import { anyOwned, anyWallet, conditionOf, openCondition } from "./generator.ts";
import type { Generator } from "./generator.ts";
import type { SimulatedCommandOf } from "./outcome.ts";
import { freeCash, freeShares } from "./reference-figures.ts";
import { FEES, ZERO } from "./reference-settlement.ts";
import { findMarket, findWallet, isOpen, ONE, sharesOf } from "./reference-state.ts";
import type { RefWallet } from "./reference-state.ts";

export function setsCommand(
  generator: Generator,
  type: "split" | "merge",
): SimulatedCommandOf<"split" | "merge"> {
  const { random, reference, scale } = generator;
  const owned = anyOwned(generator);
  const conditionId = openCondition(generator);
  const wallet = findWallet(reference, owned.address);
  const market = findMarket(reference, conditionId);
  let size = random.between(1, random.pick([10, 400]) * scale);
  if (random.chance(2)) size = random.between(-1, 0);
  else if (random.chance(20) && wallet !== undefined && market !== undefined) {
    const shares = market.tokens.map((token) => freeShares(reference, wallet, token));
    const most = type === "split" ? Math.floor(freeCash(reference, wallet) / ONE) : Math.min(...shares);
    size = most + random.below(2);
  }
  return { type, ...owned, conditionId, lots: lots(size) };
}

export function creditCommand(generator: Generator): SimulatedCommandOf<"credit" | "debit"> {
  const { random, scale } = generator;
  const usual = random.between(1, 20_000_000) * scale;
  const amount = random.chance(10) ? random.pick([0, -1, MAX_MICROS]) : usual;
  return { type: "credit", address: anyOwned(generator).address, amount: micros(amount) };
}

/** Wallets that sign for themselves; those without an account yet are opened by a funding. */
export const FUNDED = ["ann", "bob", "cid", "dan", "eve", "fay", "gus"];

/** Draws credits of several wallets together, some twice; now and then one of them is refused, and so are all. */
export function fundCommand(generator: Generator): SimulatedCommandOf<"fund-accounts"> {
  const { random, scale } = generator;
  const fundings = Array.from({ length: random.between(1, 4) }, () => {
    const known = random.chance(50) ? anyWallet(generator).address : random.pick(FUNDED);
    const amount = random.chance(3) ? random.pick([0, -1, MAX_MICROS]) : random.between(1, 3_000_000) * scale;
    return { address: random.chance(2) ? random.pick([FEES, ZERO]) : known, amount: micros(amount) };
  });
  return { type: "fund-accounts", fundings };
}

/** Draws a command that takes collateral out, often all that is free or a micro more. */
export function takingCommand(
  generator: Generator,
  type: "debit" | "withdraw",
): SimulatedCommandOf<"credit" | "debit"> | SimulatedCommandOf<"withdraw"> {
  const { random, reference, scale } = generator;
  const owned = anyOwned(generator);
  const wallet = findWallet(reference, owned.address);
  const free = wallet === undefined ? 0 : freeCash(reference, wallet);
  const some = random.between(1, 3_000_000 * scale);
  const size = random.chance(8) ? free + random.between(-10, 1) : Math.min(some, free);
  const amount = micros(random.chance(4) ? random.between(-1, 0) : size);
  if (type === "withdraw") return { type, ...owned, amount };
  return { type, address: owned.address, amount };
}

/** Draws a redemption, mostly of a resolved market by a wallet with shares of it. */
export function redeemCommand(generator: Generator): SimulatedCommandOf<"redeem"> {
  const { random, reference } = generator;
  const paid = reference.markets.filter((market) => market.payout !== undefined);
  const conditionId = conditionOf(generator, paid);
  const market = findMarket(reference, conditionId);
  const holders = reference.wallets.filter(({ positions }) =>
    market?.tokens.some((token) => (positions.get(token)?.lots ?? 0) > 0),
  );
  const holder = holders.length > 0 && random.chance(70) ? random.pick(holders) : undefined;
  const { address, owner } = holder ?? anyOwned(generator);
  return { type: "redeem", address, owner, conditionId };
}

/** Draws a conversion of all free shares of outcome 1 of a wallet in an event, in some or all of its markets. */
export function convertCommand(generator: Generator): SimulatedCommandOf<"convert"> {
  const { random, reference, scale } = generator;
  const risky = reference.markets.filter((market) => market.negativeRisk && isOpen(market));
  const market = risky.length > 0 ? random.pick(risky) : undefined;
  const holders = reference.wallets.filter(
    (wallet) => market !== undefined && freeShares(reference, wallet, market.tokens[1]) > 0,
  );
  if (market === undefined || holders.length === 0 || random.chance(10)) return wildConversion(generator);
  const wallet = random.pick(holders);
  const { address, owner } = random.chance(96) ? wallet : anyOwned(generator);
  const others = risky.filter(
    (other) => other !== market && other.event === market.event && sharesOf(wallet, other.tokens[1]) > 0,
  );
  const given = [market, ...others.filter(() => random.chance(60))];
  const most = Math.min(...given.map(({ tokens }) => freeShares(reference, wallet, tokens[1])));
  const size = random.chance(30) ? most + random.below(2) : random.between(1, Math.max(1, most));
  return {
    type: "convert",
    address,
    owner,
    conditionIds: given.map(({ condition }) => condition),
    lots: lots(Math.max(1, random.chance(85) ? Math.min(size, 1_000 * scale) : size)),
  };
}

/** Draws a conversion of markets that may be of several events, unknown, or named twice. */
function wildConversion(generator: Generator): SimulatedCommandOf<"convert"> {
  const { random } = generator;
  const count = random.below(4);
  const conditionIds = Array.from({ length: count }, () => openCondition(generator));
  return { type: "convert", ...anyOwned(generator), conditionIds, lots: lots(random.between(-1, 5)) };
}

const unsignedOpening = (address: string, owner: string): SimulatedCommandOf<"open-account"> => ({
  type: "open-account",
  address,
  owner,
  credit: micros(1),
});

/**
 * Draws an opening of an account. A second one has no effect, one with another owner is refused, and a first credit
 * may be too large.
 */
export function openCommand(generator: Generator): SimulatedCommandOf<"open-account"> {
  const { random } = generator;
  const wallet: RefWallet = anyWallet(generator);
  if (random.chance(20)) return { type: "open-account", address: "rich", owner: "rich", credit: MAX_MICROS };
  if (random.chance(5)) return { type: "open-account", address: "poor", owner: "poor", credit: micros(-1) };
  if (random.chance(5)) return unsignedOpening(random.pick([FEES, ZERO]), wallet.owner);
  const owner = random.chance(50) ? wallet.owner : anyWallet(generator).owner;
  return { type: "open-account", address: wallet.address, owner, credit: micros(1_000_000) };
}
