/** Random settlements that fail after the match, some of them of shares that the buyer offers already. */
import type { Generator } from "./generator.ts";
import type { SimulatedCommand, SimulatedCommandOf } from "./outcome.ts";
import { plainOrder } from "./plain-order.ts";
import { freeShares } from "./reference-figures.ts";
import { findMarket, findWallet, ONE } from "./reference-state.ts";

type FailSettlement = SimulatedCommandOf<"fail-settlement">;

/** Takes a match whose settlement then fails, mostly one of the latest; each fails once at most. */
export function failCommand(generator: Generator): SimulatedCommand {
  const { random } = generator;
  const match = takeMatch(generator, random.chance(60));
  if (match === undefined) return { type: "record-prices" };
  return random.chance(5) ? { ...match, conditionId: "unknown" } : match;
}

/** Draws a story: a buyer of one of the latest matches offers all its shares in two orders, then the settlement fails. */
export function offerAndFailCommand(generator: Generator): SimulatedCommand {
  const { random, reference, story } = generator;
  const match = takeMatch(generator, true);
  const market = match === undefined ? undefined : findMarket(reference, match.conditionId);
  const buyer = [match?.taker, ...(match?.fills ?? []).map(({ maker }) => maker)].find(
    (party) => party?.side === "BUY",
  );
  if (match === undefined || market === undefined || buyer === undefined) return { type: "record-prices" };
  const tokenId = market.tokens[buyer.outcome];
  const wallet = findWallet(reference, buyer.address)!;
  const limit = ONE - market.tick;
  const free = freeShares(reference, wallet, tokenId);
  const first = random.between(1, Math.max(1, free - 1));
  for (const size of [first, free - first])
    story.push(plainOrder(generator, { wallet, side: "SELL", tokenId, limit, size }));
  story.push(match);
  return { type: "record-prices" };
}

/** Takes out a match, of the latest or of all that are kept. */
function takeMatch({ random, reference }: Generator, isLate: boolean): FailSettlement | undefined {
  const { matches } = reference;
  if (matches.length === 0) return undefined;
  const latest = isLate ? Math.min(matches.length, 5) : matches.length;
  const [match] = matches.splice(matches.length - 1 - random.below(latest), 1);
  return match;
}
