/** A card whose rows hold their order, too: no market comes under the pointer in another one's place. */
import { useMemo } from "react";
import type { Card } from "./card.ts";
import { useHeldOrder } from "./hold-order.ts";

export function useHeldCard(card: Card): Card {
  const { rows: markets } = useHeldOrder(card.id, { rows: card.markets, pages: 1 });
  return useMemo(() => ({ ...card, markets }), [card, markets]);
}
