/** The winner of an event of which exactly one market wins. */
import { ONE } from "../../../../src/core/units.ts";
import type { Market, MarketEvent } from "../../markets/market.ts";

/** Lists the mutually exclusive markets. */
export const listExclusive = ({ markets }: Pick<MarketEvent, "markets">): readonly Market[] =>
  markets.filter(({ negativeRisk }) => negativeRisk);

/** Finds the market that won; `undefined` before that, and if markets are not mutually exclusive. */
export const findWinner = (event: Pick<MarketEvent, "markets">): Market | undefined =>
  listExclusive(event).find(({ closed, outcomes }) => closed && outcomes[0].price === ONE);
