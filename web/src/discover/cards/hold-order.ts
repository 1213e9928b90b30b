/**
 * The order of a live list, held as first shown. Numbers change in place, and no row moves under the pointer until the
 * visitor asks for the new order.
 */
import { useMemo, useState } from "react";
import type { Card } from "./card.ts";

type Row = { readonly id: string };

/** Rows in their current order at the exchange. */
type FreshRows<Item extends Row> = {
  readonly rows: readonly Item[];
  /** Number of loaded pages. */
  readonly pages: number;
};

export type HeldRows<Item extends Row> = FreshRows<Item> & {
  /** Key of the list; another key starts with a new order. */
  readonly key: string;
};

export const NOTHING_HELD = { key: "", pages: 0, rows: [] } as const;

/**
 * Updates held rows with fresh values. Rows of a newly loaded page are appended; rows that left the list stay as they are.
 * Returns `held` itself if nothing changed.
 */
export function holdOrder<Item extends Row>(
  held: HeldRows<Item>,
  key: string,
  { rows: fresh, pages }: FreshRows<Item>,
): HeldRows<Item> {
  if (held.key !== key || held.pages === 0) return { key, pages, rows: removeRepeatedRows(fresh) };
  const byId = new Map(fresh.map((row) => [row.id, row]));
  const keptRows = held.rows.map((row) => byId.get(row.id) ?? row);
  const known = new Set(keptRows.map(({ id }) => id));
  const more = pages > held.pages ? removeRepeatedRows(fresh).filter(({ id }) => !known.has(id)) : [];
  if (more.length === 0 && pages === held.pages && keptRows.every((row, index) => row === held.rows[index]))
    return held;
  return { key, pages, rows: [...keptRows, ...more] };
}

/** Removes repeated rows: a row that moved between two pages is in both. */
export const removeRepeatedRows = <Item extends Row>(rows: readonly Item[]): readonly Item[] => [
  ...new Map(rows.map((row) => [row.id, row])).values(),
];

/** Tells whether the list now has another order, or other rows. */
export function hasOtherOrder(held: readonly Row[], fresh: readonly Row[]): boolean {
  const now = removeRepeatedRows(fresh);
  return now.length !== held.length || now.some(({ id }, index) => id !== held[index]?.id);
}

type HeldOrder<Item extends Row> = {
  readonly rows: readonly Item[];
  readonly hasChanged: boolean;
  /** Number of times that the visitor adopted the new order. */
  readonly turn: number;
  /** Adopts the current order. */
  adopt(): void;
};

/** Holds the order of the list with this key. While nothing is loaded, the previous rows stay. */
export function useHeldOrder<Item extends Row>(
  key: string,
  fresh: FreshRows<Item> | undefined,
): HeldOrder<Item> {
  const [held, setHeld] = useState<HeldRows<Item>>(NOTHING_HELD);
  const [turn, setTurn] = useState(0);
  const next = fresh === undefined ? held : holdOrder(held, key, fresh);
  if (next !== held) setHeld(next);
  const rows = next.key === key ? next.rows : [];
  return {
    rows,
    hasChanged: fresh !== undefined && hasOtherOrder(rows, fresh.rows),
    turn,
    adopt: () => {
      if (fresh === undefined) return;
      setHeld({ key, pages: fresh.pages, rows: removeRepeatedRows(fresh.rows) });
      setTurn(turn + 1);
    },
  };
}

// Keeps the order of a card's rows, so that no market replaces another under the pointer.

export function useHeldCard(card: Card): Card {
  const { rows: markets } = useHeldOrder(card.id, { rows: card.markets, pages: 1 });
  return useMemo(() => ({ ...card, markets }), [card, markets]);
}
