/** The operations that depend on strategies or simulated traders, in the order of the operator API's document. */
import type { Endpoint } from "../endpoint.ts";
import type { ResidentsControl } from "../sandbox/residents-control.ts";
import { getAttention } from "./get-attention.ts";
import type { CountQuotes } from "./house-makers.ts";
import { getFigures, rankMarkets } from "./figures.ts";
import { listHouseMakers, startHouseMaker, stopHouseMaker } from "./house-makers.ts";

/** Lists the operations. `count` computes quotes; strategies and simulated traders belong to a higher layer. */
export const houseEndpoints = (count: CountQuotes, residents?: ResidentsControl): readonly Endpoint[] => [
  startHouseMaker(count),
  listHouseMakers(count),
  stopHouseMaker(count),
  getAttention(count, residents),
  getFigures(residents),
  rankMarkets(residents),
];
