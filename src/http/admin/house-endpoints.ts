/** The operations on the house's makers, in the order in which the operator API's document shows them. */
import type { Endpoint } from "../endpoint.ts";
import type { CountQuotes } from "./house-quotes.ts";
import { listHouseMakers } from "./list-house-makers.ts";
import { startHouseMaker } from "./start-house-maker.ts";
import { stopHouseMaker } from "./stop-house-maker.ts";

/** Lists the operations; `count` is of the strategies, which stand above the interfaces. */
export const houseEndpoints = (count: CountQuotes): readonly Endpoint[] => [
  startHouseMaker(count),
  listHouseMakers(count),
  stopHouseMaker(count),
];
