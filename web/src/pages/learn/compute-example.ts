/** The numbers of an example purchase. */
import { queryOptions } from "@tanstack/react-query";
import { ONE, addMicros, cost, setValue, subtractMicros } from "../../../../src/core/units.ts";
import type { Lots, Micros, Ticks } from "../../../../src/core/units.ts";
import { catalog } from "../../api/interfaces.ts";
import { hasEnded } from "../../discover/cards/card.ts";
import { toMarket } from "../../markets/market.ts";
import type { Market } from "../../markets/market.ts";
import { computeFillsFee } from "../../markets/trade/fees.ts";
import type { Fees } from "../../markets/trade/fees.ts";
import { isMiddlePrice } from "./middle-price.ts";

export type Example = {
  readonly size: Lots;
  readonly price: Ticks;
  readonly fee: Micros;
  /** Price plus fee: the money that is lost if the outcome does not happen. */
  readonly total: Micros;
  readonly payout: Micros;
  readonly profit: Micros;
  /** Chance above which the purchase pays on average, as a fraction of one. */
  readonly even: number;
};

export function computeExample(size: Lots, price: Ticks, fees: Fees): Example {
  const fee = computeFillsFee(fees, [{ size, price }]);
  const total = addMicros(cost(size, price), fee);
  const payout = setValue(size);
  return { size, price, fee, total, payout, profit: subtractMicros(payout, total), even: total / payout };
}

// The market of the numeric example.

export type ListedMarket = { readonly market: Market; readonly eventSlug: string };

const MAX_SEARCHED = 50;

/** Lists the most traded markets of a day. Only this page uses it, since complete market rows are large. */
export const exampleQuery = () =>
  queryOptions({
    queryKey: ["catalog", "example"],
    queryFn: async ({ signal }): Promise<readonly ListedMarket[]> => {
      const query = {
        limit: MAX_SEARCHED,
        order: "volume24hr",
        ascending: false,
        active: true,
        closed: false,
      };
      const rows = await catalog("GET /markets", { query, signal });
      return rows.map((row) => ({ market: toMarket(row), eventSlug: row.events[0]?.slug ?? "" }));
    },
    // The numbers of an example must not change while somebody reads it.
    staleTime: Infinity,
  });

/**
 * Picks the best example: a market that has not ended and has an offer, then at a middle price, then with a fee. Among equals, picks the most
 * traded market.
 */
export function findExampleMarket(listed: readonly ListedMarket[], now: number): ListedMarket | undefined {
  const weight = ({ market: { bestAsk, feesEnabled } }: ListedMarket): number =>
    (isMiddlePrice(bestAsk) ? 2 : 0) + (feesEnabled ? 1 : 0);
  return listed
    .filter(({ market }) => market.acceptingOrders && market.bestAsk < ONE && !hasEnded(market, now))
    .toSorted((one, other) => weight(other) - weight(one))[0];
}
