/** The selected market and outcome of an event. The market is kept in the address of the page. */
import { useState } from "react";
import { useSearchParams } from "wouter";
import type { Ticks } from "../../../src/core/units.ts";
import type { Market } from "./market.ts";

export type MarketSelection = {
  readonly market: Market;
  readonly outcome: 0 | 1;
  /** True if the address names a market that the event does not have. */
  readonly isUnknown: boolean;
  /** Price that the user clicked in this outcome's book. */
  readonly picked: { readonly price: Ticks } | undefined;
  choose(market: Market, outcome: 0 | 1): void;
  pick(price: Ticks): void;
};

/** Holds the selection. At first it is the market that ranked first when the page was opened. */
export function useMarketSelection(ranked: readonly [Market, ...Market[]]): MarketSelection {
  const [query, setQuery] = useSearchParams();
  const [{ conditionId: firstId }] = useState(ranked[0]);
  const [outcome, setOutcome] = useState<0 | 1>(0);
  const [picked, setPicked] = useState<MarketSelection["picked"]>();
  const slug = query.get("market");
  const named = ranked.find((one) => one.slug === slug);
  const market = named ?? ranked.find(({ conditionId }) => conditionId === firstId) ?? ranked[0];
  return {
    market,
    outcome,
    isUnknown: slug !== null && named === undefined,
    picked,
    choose: (next, nextOutcome) => {
      setOutcome(nextOutcome);
      setPicked(undefined);
      if (next === market) return;
      setQuery((before) => ({ ...Object.fromEntries(before), market: next.slug }), { replace: true });
    },
    pick: (price) => setPicked({ price }),
  };
}
