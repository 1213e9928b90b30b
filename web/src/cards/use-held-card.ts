/** A card whose rows keep their order as well, so that no market replaces another under the pointer. */
import { useMemo } from "react";
import type { Card } from "./card.ts";
import { useHeldOrder } from "./hold-order.ts";

export function useHeldCard(card: Card): Card {
  const { rows: markets } = useHeldOrder(card.id, { rows: card.markets, pages: 1 });
  return useMemo(() => ({ ...card, markets }), [card, markets]);
}
