/** Names of outcomes within an event: the outcome alone where the event has one market only. */
import type { Market, MarketEvent } from "../markets/market.ts";

type Named = { readonly conditionId: string; readonly outcome: string };

export const nameOfPosition = ({ markets }: MarketEvent, { conditionId, outcome }: Named): string => {
  const market = markets.find((one) => one.conditionId === conditionId);
  return market === undefined || markets.length === 1 ? outcome : nameOfOutcome(market, outcome);
};

const nameOfOutcome = ({ name }: Market, outcome: string): string => `${name}: ${outcome}`;
