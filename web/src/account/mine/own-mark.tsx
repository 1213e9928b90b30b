/** Marks the levels of a book with the trader's own orders. */
import { useQuery } from "@tanstack/react-query";
import { createContext, use, useMemo } from "react";
import type { ReactNode } from "react";
import { NO_LOTS, addLots, complement, lots, subtractLots, ticks } from "../../../../src/core/units.ts";
import type { Lots, Ticks } from "../../../../src/core/units.ts";
import type { Order } from "../../api/generated/trading.ts";
import type { Market } from "../../markets/market.ts";
import { readLots, readTicks } from "../../base/money.ts";
import { ordersQuery } from "../portfolio/trader-queries.ts";
import { useFormats, useText } from "../../text/language.tsx";
import { useSession } from "../wallet/session.tsx";

// The trader's own resting shares, by price in the book of one outcome.

type BookSideName = "bids" | "asks";
type OwnLevels = { readonly [side in BookSideName]: ReadonlyMap<Ticks, Lots> };

const NO_OWN_LEVELS: OwnLevels = { bids: new Map(), asks: new Map() };

/** Computes the shares of an order that still rest. */
export const getRemaining = ({ original_size: size, size_matched: matched }: Order): Lots =>
  subtractLots(readLots(size) ?? NO_LOTS, readLots(matched) ?? NO_LOTS);

export const getLimit = ({ price }: Order): Ticks => readTicks(price) ?? ticks(0);

/**
 * Sums the orders on a market by level. Both outcomes share one book: an order to buy the other outcome at 45 cents is an
 * ask for this one at 55.
 */
function findOwnLevels(
  orders: readonly Order[],
  { outcomes }: Pick<Market, "outcomes">,
  outcome: 0 | 1,
): OwnLevels {
  const levels = { bids: new Map<Ticks, Lots>(), asks: new Map<Ticks, Lots>() };
  for (const order of orders) {
    const isOwn = order.asset_id === outcomes[outcome].tokenId;
    if (!isOwn && order.asset_id !== outcomes[outcome === 0 ? 1 : 0].tokenId) continue;
    const side = levels[(order.side === "BUY") === isOwn ? "bids" : "asks"];
    const price = isOwn ? getLimit(order) : complement(getLimit(order));
    side.set(price, addLots(side.get(price) ?? lots(0), getRemaining(order)));
  }
  return levels;
}

const OwnLevelsContext = createContext(NO_OWN_LEVELS);

type ProviderProps = {
  readonly market: Market;
  readonly outcome: 0 | 1;
  readonly children: ReactNode;
};

export function OwnLevelsProvider({ market, outcome, children }: ProviderProps) {
  const { trader } = useSession();
  const { data: orders } = useQuery(ordersQuery(trader));
  const levels = useMemo(
    () => (orders === undefined ? NO_OWN_LEVELS : findOwnLevels(orders, market, outcome)),
    [orders, market, outcome],
  );
  return <OwnLevelsContext value={levels}>{children}</OwnLevelsContext>;
}

type MarkProps = { readonly side: BookSideName; readonly price: Ticks };

export function OwnMark({ side, price }: MarkProps) {
  const { mine } = useText();
  const formats = useFormats();
  const size = use(OwnLevelsContext)[side].get(price);
  if (size === undefined) return null;
  const name = mine.level(formats.shares(size));
  return (
    <span className="own-mark" title={name}>
      <span className="visually-hidden">{name}</span>
    </span>
  );
}
