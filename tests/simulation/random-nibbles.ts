/**
 * Sales at the lowest prices that are bought in small parts. Fees are rounded to five places, so that the fee of a few lots
 * can be more than they fetch.
 */
import { lots } from "../../src/core/units.ts";
import { anyWallet } from "./generator.ts";
import type { Generator } from "./generator.ts";
import type { SimulatedCommand } from "./outcome.ts";
import { plainOrder } from "./plain-order.ts";
import type { RefMarket } from "./reference-state.ts";

/** Parts that are bought, each of so few lots; the fee of all of them passes several steps of the rounding. */
const PARTS = 8;
const MAX_OF_PART = 9;
/** Highest price, in ticks: a lot at it fetches less than a step of the rounding. */
const HIGHEST = 5;

/** Draws a story: a wallet that just split offers all of an outcome for next to nothing, and another buys it bit by bit. */
export function nibbleCommand(generator: Generator): SimulatedCommand {
  const { random, reference, story } = generator;
  const markets = reference.markets.filter(isCheap);
  const seller = anyWallet(generator);
  const buyer = reference.wallets.find(({ owner }) => owner !== seller.owner);
  if (markets.length === 0 || buyer === undefined) return { type: "record-prices" };
  const market = random.pick(markets);
  const limit = random.between(1, HIGHEST);
  const tokenId = random.pick(market.tokens);
  const terms = { tokenId, limit };
  const size = PARTS * MAX_OF_PART;
  story.push(plainOrder(generator, { ...terms, wallet: seller, side: "SELL", size }));
  for (let no = 0; no < PARTS; no += 1)
    story.push(
      plainOrder(generator, { ...terms, wallet: buyer, side: "BUY", size: random.between(1, MAX_OF_PART) }),
    );
  return {
    type: "split",
    address: seller.address,
    owner: seller.owner,
    conditionId: market.condition,
    lots: lots(size),
  };
}

/** True for an open market in which resting orders pay fees, small parts are taken, and prices may be next to nothing. */
const isCheap = ({ status, fees, tick, minimum }: RefMarket): boolean =>
  status === "active" && fees !== undefined && !fees.takerOnly && tick === 1 && minimum === 1;
