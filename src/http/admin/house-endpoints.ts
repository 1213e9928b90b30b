/** The operations that know strategies or residents, in the order in which the operator API's document shows them. */
import type { Endpoint } from "../endpoint.ts";
import type { ResidentsControl } from "../sandbox/residents-control.ts";
import { getAttention } from "./get-attention.ts";
import type { CountQuotes } from "./house-quotes.ts";
import { getFigures } from "./get-figures.ts";
import { listHouseMakers } from "./list-house-makers.ts";
import { rankMarkets } from "./rank-markets.ts";
import { startHouseMaker } from "./start-house-maker.ts";
import { stopHouseMaker } from "./stop-house-maker.ts";

/** Lists the operations; `count` is of the strategies, which stand above the interfaces, as residents do. */
export const houseEndpoints = (count: CountQuotes, residents?: ResidentsControl): readonly Endpoint[] => [
  startHouseMaker(count),
  listHouseMakers(count),
  stopHouseMaker(count),
  getAttention(count, residents),
  getFigures(residents),
  rankMarkets(residents),
];
