/** The selected market and outcome of an event, stored in the page's address. */
import { useState } from "react";
import { useSearchParams } from "wouter";
import type { Lots, Ticks } from "../../../src/core/units.ts";
import { readLots } from "../base/money.ts";
import { useEventChoices } from "./event-choices.ts";
import type { Market } from "./market.ts";

/** Input for the order ticket: a price of the book, or shares to sell. */
export type PickedValues =
  | { readonly kind: "price"; readonly price: Ticks }
  | { readonly kind: "sale"; readonly shares: Lots };

export type MarketSelection = {
  readonly market: Market;
  readonly outcome: 0 | 1;
  /** True if the address names a market that the event does not have. */
  readonly isUnknown: boolean;
  /** Input that the user clicked for this outcome. */
  readonly picked: PickedValues | undefined;
  choose(market: Market, outcome: 0 | 1): void;
  /** Selects an outcome, and fills the ticket to sell this number of shares. */
  sell(market: Market, outcome: 0 | 1, shares: Lots): void;
  /** Selects an outcome, and fills the ticket with this limit price. */
  pick(market: Market, outcome: 0 | 1, price: Ticks): void;
};

type PickedInput = { readonly tokenId: string; readonly terms: PickedValues };

/** Reads the shares to sell from the page's address. They fill the ticket only when the page is opened. */
function readSale(query: URLSearchParams, tokenId: string): PickedInput | undefined {
  const shares = readLots(query.get("sell") ?? "");
  return shares === undefined || shares === 0 ? undefined : { tokenId, terms: { kind: "sale", shares } };
}

/** Holds the selection. The initial selection is the market that ranked first when the page was opened. */
export function useMarketSelection(ranked: readonly [Market, ...Market[]]): MarketSelection {
  const [{ market: slug, outcome }, change] = useEventChoices();
  const [{ conditionId: firstId }] = useState(ranked[0]);
  const namedMarket = ranked.find((one) => one.slug === slug);
  const market = namedMarket ?? ranked.find(({ conditionId }) => conditionId === firstId) ?? ranked[0];
  const { tokenId } = market.outcomes[outcome];
  const [query] = useSearchParams();
  const [picked, setPicked] = useState<PickedInput | undefined>(() => readSale(query, tokenId));
  const choose = (next: Market, nextOutcome: 0 | 1): void => {
    setPicked(undefined);
    change({ outcome: nextOutcome, ...(next !== market && { market: next.slug }) });
  };
  const fill = (next: Market, nextOutcome: 0 | 1, terms: PickedValues): void => {
    choose(next, nextOutcome);
    setPicked({ tokenId: next.outcomes[nextOutcome].tokenId, terms });
  };
  return {
    market,
    outcome,
    isUnknown: slug !== undefined && namedMarket === undefined,
    picked: picked?.tokenId === tokenId ? picked.terms : undefined,
    choose,
    sell: (next, nextOutcome, shares) => fill(next, nextOutcome, { kind: "sale", shares }),
    pick: (next, nextOutcome, price) => fill(next, nextOutcome, { kind: "price", price }),
  };
}
