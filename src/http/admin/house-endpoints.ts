/** The operations that know strategies or residents, in the order in which the operator API's document shows them. */
import type { Endpoint } from "../endpoint.ts";
import type { ResidentsControl } from "../sandbox/residents-control.ts";
import { getAttention } from "./get-attention.ts";
import type { CountQuotes } from "./house-makers.ts";
import { getFigures, rankMarkets } from "./figures.ts";
import { listHouseMakers, startHouseMaker, stopHouseMaker } from "./house-makers.ts";

/** Lists the operations; `count` is of the strategies, which stand above the interfaces, as residents do. */
export const houseEndpoints = (count: CountQuotes, residents?: ResidentsControl): readonly Endpoint[] => [
  startHouseMaker(count),
  listHouseMakers(count),
  stopHouseMaker(count),
  getAttention(count, residents),
  getFigures(residents),
  rankMarkets(residents),
];
