/** Random listings: single markets, negative-risk events, and known markets again with other or contradictory terms. */
import type { Rewriting } from "../../src/core/orders/bet.ts";
import type { Payout } from "../../src/core/markets/catalog.ts";
import type { FeeSchedule } from "../../src/core/markets/market-terms.ts";
import { TICK_SIZES } from "../../src/core/units.ts";
import { eventListing, marketListing } from "../core/support/listing.ts";
import type { TestMarket } from "../core/support/listing.ts";
import type { Random } from "../support/random.ts";
import { anyWallet } from "./generator.ts";
import type { Generator } from "./generator.ts";
import type { SimulatedCommandOf, SimulatedCommand } from "./outcome.ts";
import { plainOrder } from "./plain-order.ts";
import { isOpen, ONE } from "./reference-state.ts";
import type { RefMarket } from "./reference-state.ts";

const OPEN_MARKETS = 4;
const MAX_MARKETS = 30;

/** Lists new markets when too few are open; names count up. */
export function listWhenFew(generator: Generator): SimulatedCommand | undefined {
  const { random, reference } = generator;
  const open = reference.markets.filter((market) => market.status === "active").length;
  const no = reference.markets.length;
  if (open >= OPEN_MARKETS || no >= MAX_MARKETS || random.chance(50)) return undefined;
  if (random.chance(60)) return { type: "list", listing: marketListing(newMarket(generator, no)) };
  const count = random.between(2, 5);
  const markets = Array.from({ length: count }, (_, index) => ({
    ...newMarket(generator, no + index),
    negativeRisk: random.chance(96),
    ...(random.chance(6) && { state: "closed" as const }),
  }));
  return { type: "list", listing: eventListing(`${100 + no}`, markets) };
}

const newMarket = ({ random, tiny }: Generator, no: number): TestMarket => ({
  name: `m${no}`,
  tick: tiny ? 1 : TICK_SIZES[no % TICK_SIZES.length]!,
  minimumLots: random.pick([1, 1, 1, 20]),
  state: random.chance(25) ? "draft" : "active",
  ...randomTerms(random),
  ...(tiny ? { minimumLots: 1, fees: { rate: 2500, exponent: 1, takerOnly: false } } : {}),
});

function randomTerms(random: Random): Pick<TestMarket, "fees" | "autoRedeem"> {
  const fees: FeeSchedule = {
    rate: random.pick([1, 50, 700, 2500, 2500]),
    exponent: random.pick([1, 1, 1, 1, 2, 4]),
    takerOnly: random.chance(35),
  };
  return {
    ...(random.chance(60) ? { fees } : {}),
    ...(random.chance(60) ? { autoRedeem: random.chance(40) } : {}),
  };
}

export const PAYOUTS: readonly Payout[] = [
  [1, 0],
  [0, 1],
  [1, 1],
];

/** Draws a listing of an event's known markets, sometimes with contradictory terms, sometimes with a new market. */
export function relistCommand(generator: Generator): SimulatedCommandOf<"list"> | { type: "record-prices" } {
  const { random, reference } = generator;
  if (reference.markets.length === 0) return { type: "record-prices" };
  const { event } = random.pick(reference.markets);
  const known = reference.markets.filter((market) => market.event === event);
  const terms = [knownTerms(random, known, reference.markets)];
  if (random.chance(30)) terms.push(knownTerms(random, known, reference.markets));
  if (random.chance(3) && reference.markets.length < MAX_MARKETS)
    terms.push({ ...newMarket(generator, reference.markets.length), negativeRisk: event.id !== "1" });
  const listing = eventListing(random.chance(4) ? "other" : event.id, terms);
  return { type: "list", listing, ...(random.chance(30) && { rewrites: [randomRewriting(random, known)] }) };
}

/** Draws what an edit says that it changes of a bet: of a market, of the whole event, or nothing of it. */
const randomRewriting = (random: Random, known: readonly RefMarket[]): Rewriting => ({
  ...(random.chance(60) && { conditionId: random.pick(known).condition }),
  fields: random.pick([[], ["question"], ["description", "resolutionSource"]]),
});

/** Draws a story: two wallets trade in a new market until it is empty again, then it is listed with other fees. */
export function tradeAndRelistCommand(
  generator: Generator,
): SimulatedCommandOf<"list"> | { type: "record-prices" } {
  const { random, reference, story } = generator;
  const no = reference.markets.length;
  const first = anyWallet(generator);
  const second = reference.wallets.find(({ owner }) => owner !== first.owner);
  if (no >= MAX_MARKETS || second === undefined) return { type: "record-prices" };
  const terms = { ...newMarket(generator, no), state: "active" } as const;
  // Their prices add up to a complete set.
  const half = { limit: ONE / 2, size: 100 };
  for (const side of ["BUY", "SELL"] as const)
    story.push(
      plainOrder(generator, { ...half, wallet: first, side, tokenId: `${terms.name}-yes` }),
      plainOrder(generator, { ...half, wallet: second, side, tokenId: `${terms.name}-no` }),
    );
  story.push({ type: "list", listing: marketListing({ ...terms, ...randomTerms(random) }) });
  return { type: "list", listing: marketListing(terms) };
}

/** Draws terms of known markets. Now and then only the status changes: a market is opened again, or closed. */
function knownTerms(random: Random, known: readonly RefMarket[], all: readonly RefMarket[]): TestMarket {
  const idle = known.filter((market) => !isOpen(market));
  const market = idle.length > 0 && random.chance(40) ? random.pick(idle) : random.pick(known);
  const [yes, no] = market.tokens;
  const other = random.pick(all);
  return {
    name: market.condition,
    tick: random.pick(TICK_SIZES),
    minimumLots: random.pick([1, 100]),
    state: random.chance(70) ? "active" : random.pick(["draft", "draft", "closed", "archived"] as const),
    negativeRisk: random.chance(5) ? !market.negativeRisk : market.negativeRisk,
    tokenIds: random.chance(15)
      ? random.pick([
          [no, yes],
          [yes, other.tokens[1]],
          [yes, yes],
        ] as const)
      : [yes, no],
    ...randomTerms(random),
    ...(random.chance(20) ? { payout: random.pick(PAYOUTS) } : {}),
  };
}
