/** Markets as a journal's events make them, shares aside: their terms, stages and decisions. */
import type { Payout } from "../../src/core/markets/catalog.ts";
import type { StoredEvent } from "../../src/core/events/event-codec.ts";
import type { ListedMarket } from "../../src/core/events/event.ts";

export type FoldMarket = Pick<
  ListedMarket,
  "status" | "tick" | "negativeRisk" | "payout" | "fees" | "autoRedeem"
> & {
  readonly event: string;
  readonly minimumLots: number;
  proposed: Payout | undefined;
  disputed: boolean;
  resolvedAt: number | undefined;
  redeemed: number;
  burned: number;
  volume: bigint;
  /** Last price (ticks), in terms of outcome 0. */
  lastPrice: number | undefined;
  lastSide: string | undefined;
  lastTradeAt: number | undefined;
};

export function foldListing(markets: Map<number, FoldMarket>, event: StoredEvent & { type: "listed" }): void {
  for (const { no, ...terms } of event.markets) {
    const known = markets.get(no) ?? newMarket(event.listing.event.id);
    const { status, tick, minimumLots, negativeRisk, payout, fees, autoRedeem } = terms;
    const stays = status === "active" || status === "paused" ? {} : NOT_PROPOSED;
    markets.set(no, {
      ...known,
      status,
      tick,
      minimumLots,
      negativeRisk,
      payout,
      fees,
      autoRedeem,
      ...stays,
    });
  }
}

const NOT_PROPOSED = { proposed: undefined, disputed: false };

const newMarket = (event: string): Omit<FoldMarket, keyof ListedMarket> => ({
  event,
  ...NOT_PROPOSED,
  resolvedAt: undefined,
  redeemed: 0,
  burned: 0,
  volume: 0n,
  lastPrice: undefined,
  lastSide: undefined,
  lastTradeAt: undefined,
});

/** Folds the decisions of operators and finer price steps; other events change nothing here. */
export function foldMarketStep(markets: Map<number, FoldMarket>, event: StoredEvent, at: number): void {
  const change = (changes: Partial<FoldMarket>): void => {
    const market = event.market === undefined ? undefined : markets.get(event.market);
    if (market !== undefined) Object.assign(market, changes);
  };
  switch (event.type) {
    case "tick-changed":
      return change({ tick: event.tick });
    case "market-status-changed":
      return change({ status: event.status, ...(event.status === "archived" ? NOT_PROPOSED : {}) });
    case "resolution-proposed":
      return change({ proposed: event.payout, disputed: false });
    case "resolution-disputed":
      return change({ disputed: true });
    case "market-resolved":
      return change({
        status: "resolved",
        payout: event.payout,
        resolvedAt: at,
        redeemed: 0,
        ...NOT_PROPOSED,
      });
    case "resolution-undone":
      return change({ status: "paused", payout: undefined, resolvedAt: undefined });
    default:
      return undefined;
  }
}
