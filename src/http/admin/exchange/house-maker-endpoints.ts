/** The operations that depend on strategies or simulated traders, in the order of the operator API's document. */
import type { Endpoint } from "../../operation/endpoint.ts";
import type { SimulationControl } from "../../sandbox/simulation-control.ts";
import { getAttention } from "./get-attention.ts";
import type { CountQuotes } from "./house-makers.ts";
import { getStatistics, rankMarkets } from "./statistics.ts";
import { listHouseMakers, startHouseMaker, stopHouseMaker } from "./house-makers.ts";

/** Lists the operations. `count` computes quotes; strategies and simulated traders belong to a higher layer. */
export const houseMakerEndpoints = (
  count: CountQuotes,
  residents?: SimulationControl,
): readonly Endpoint[] => [
  startHouseMaker(count),
  listHouseMakers(count),
  stopHouseMaker(count),
  getAttention(count, residents),
  getStatistics(residents),
  rankMarkets(residents),
];
