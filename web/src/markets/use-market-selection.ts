/** The selected market and outcome of an event, which the address of the page keeps. */
import { useState } from "react";
import type { Ticks } from "../../../src/core/units.ts";
import { useEventChoices } from "./event-choices.ts";
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

type Picked = { readonly tokenId: string; readonly price: Ticks };

/** Holds the selection. At first it is the market that ranked first when the page was opened. */
export function useMarketSelection(ranked: readonly [Market, ...Market[]]): MarketSelection {
  const [{ market: slug, outcome }, change] = useEventChoices();
  const [{ conditionId: firstId }] = useState(ranked[0]);
  const [picked, setPicked] = useState<Picked>();
  const named = ranked.find((one) => one.slug === slug);
  const market = named ?? ranked.find(({ conditionId }) => conditionId === firstId) ?? ranked[0];
  const { tokenId } = market.outcomes[outcome];
  return {
    market,
    outcome,
    isUnknown: slug !== undefined && named === undefined,
    picked: picked?.tokenId === tokenId ? picked : undefined,
    choose: (next, nextOutcome) => {
      setPicked(undefined);
      change({ outcome: nextOutcome, ...(next !== market && { market: next.slug }) });
    },
    pick: (price) => setPicked({ tokenId, price }),
  };
}
