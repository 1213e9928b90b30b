/** The winner of an event of which exactly one market wins. */
import { ONE } from "../../../src/core/units.ts";
import type { Market, MarketEvent } from "../markets/market.ts";

/** Lists the markets that exclude each other. */
export const listExclusive = ({ markets }: Pick<MarketEvent, "markets">): readonly Market[] =>
  markets.filter(({ negativeRisk }) => negativeRisk);

/** Finds the market that won; `undefined` until one did, and where markets do not exclude each other. */
export const findWinner = (event: Pick<MarketEvent, "markets">): Market | undefined =>
  listExclusive(event).find(({ closed, outcomes }) => closed && outcomes[0].price === ONE);
