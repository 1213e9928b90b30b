/** A market of a bare core with resident traders, whose time and randomness come from a seed. */
import { marketListing } from "../core/support/listing.ts";
import { NOT_SIGNED } from "../core/support/orders.ts";
import { createExchange, execute, getRejection } from "../../src/core/exchange.ts";
import { STANDARD_LIMITS } from "../../src/core/limits.ts";
import type { FeeSchedule } from "../../src/core/markets/market-terms.ts";
import type { Account, Exchange, Market } from "../../src/core/state.ts";
import type { Micros } from "../../src/core/units.ts";
import { computeBudget } from "../../src/sandbox/simulated-traders/strategies/intent.ts";
import type { Intent, StepInput } from "../../src/sandbox/simulated-traders/strategies/intent.ts";
import {
  readAccountHoldings,
  viewMarket,
} from "../../src/sandbox/simulated-traders/strategies/market-view.ts";
import type { Random } from "../../src/sandbox/simulated-traders/strategies/seeded-random.ts";

export type SimulatedMarket = {
  readonly exchange: Exchange;
  readonly market: Market;
  readonly random: Random;
  now: number;
};

export type MarketTerms = { readonly tick: number; readonly fees?: FeeSchedule };

export function simulateMarket(random: Random, { tick, fees }: MarketTerms): SimulatedMarket {
  const rules = { selfTrade: "cancel-resting", autoRedeem: true, limits: STANDARD_LIMITS } as const;
  const exchange = createExchange(rules);
  const listing = marketListing({ name: "m", tick, minimumLots: 100, ...(fees && { fees }) });
  execute(exchange, { type: "list", listing }, 0);
  const market = exchange.marketByCondition.get("m");
  if (market === undefined) throw new Error("the market was not listed");
  return { exchange, market, random, now: 1 };
}

/** Opens an account with funds. */
export function openTrader({ exchange, now }: SimulatedMarket, name: string, credit: Micros): Account {
  execute(exchange, { type: "open-account", address: name, owner: name, credit }, now);
  const account = exchange.accountByAddress.get(name);
  if (account === undefined) throw new Error(`no account ${name} was opened`);
  return account;
}

/** Shows a trader its market, as a strategy sees it. */
export const turnOf = ({ market, random, now }: SimulatedMarket, account: Account): StepInput => ({
  market: viewMarket(market),
  own: readAccountHoldings(account, market),
  random,
  now,
});

/** Carries out what a strategy asks for; refusals change nothing. Gives the number of orders that were taken. */
export function carryOut(world: SimulatedMarket, account: Account, intents: readonly Intent[]): number {
  let placed = 0;
  for (const intent of intents) {
    if (intent.type === "cancel") {
      execute(world.exchange, { type: "cancel-order", id: intent.id, owner: account.owner }, world.now);
      continue;
    }
    if (getRejection(place(world, account, intent)) === undefined) placed += 1;
  }
  return placed;
}

function place(
  { exchange, market, now }: SimulatedMarket,
  account: Account,
  intent: Extract<Intent, { type: "place" }>,
) {
  const { outcome, side, kind, postOnly, limit, lots } = intent;
  return execute(
    exchange,
    {
      type: "place-order",
      id: `order-${exchange.nextOrder}`,
      maker: account.address,
      owner: account.owner,
      tokenId: market.tokenIds[outcome],
      side,
      kind,
      postOnly,
      expiresAt: 0,
      limit,
      lots,
      budget: computeBudget(intent),
      apiKey: "resident",
      signed: NOT_SIGNED,
    },
    now,
  );
}
