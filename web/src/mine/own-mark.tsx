/** Marks the levels of a book with the trader's own orders. */
import { useQuery } from "@tanstack/react-query";
import { createContext, use, useMemo } from "react";
import type { ReactNode } from "react";
import type { Ticks } from "../../../src/core/units.ts";
import type { Market } from "../markets/market.ts";
import { ordersQuery } from "../portfolio/trader-queries.ts";
import { useSession } from "../wallet/session.tsx";
import { useFormats, useText } from "../text/language.tsx";
import { findOwnLevels, NO_OWN_LEVELS } from "./own-levels.ts";
import type { BookSideName } from "./own-levels.ts";

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
