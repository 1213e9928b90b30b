/** The winner of an event with mutually exclusive markets. */
import { ONE } from "../../../../src/core/units.ts";
import type { Market, MarketEvent } from "../../markets/market.ts";

/** Lists the mutually exclusive markets. */
export const listExclusive = ({ markets }: Pick<MarketEvent, "markets">): readonly Market[] =>
  markets.filter(({ negativeRisk }) => negativeRisk);

/** Finds the market that won; `undefined` before one has won, or if the markets are not mutually exclusive. */
export const findWinner = (event: Pick<MarketEvent, "markets">): Market | undefined =>
  listExclusive(event).find(({ closed, outcomes }) => closed && outcomes[0].price === ONE);
