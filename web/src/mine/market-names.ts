/** Names of outcomes within an event: the outcome alone if the event has a single market. */
import type { MarketEvent } from "../markets/market.ts";
import { useOutcomeName } from "../text/language.tsx";

type Named = { readonly conditionId: string; readonly outcome: string };

/** Returns a function that names an outcome of a market of the event, in the language of the page. */
export function usePositionName({ markets }: MarketEvent): (position: Named) => string {
  const nameOf = useOutcomeName();
  return ({ conditionId, outcome }) => {
    const market = markets.find((one) => one.conditionId === conditionId);
    const name = nameOf(outcome);
    return market === undefined || markets.length === 1 ? name : `${market.name}: ${name}`;
  };
}
