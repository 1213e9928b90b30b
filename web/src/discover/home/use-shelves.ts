/** The cards of the home page's sections, from the top down: a section waits for those above, whose events it leaves out. */
import { useMemo } from "react";
import { useMedia } from "../../parts/hooks/use-media.ts";
import { useNow } from "../../parts/hooks/use-now.ts";
import { useCardList } from "../cards/use-card-list.ts";
import type { Card } from "../cards/card.ts";
import {
  HERO_FILTER,
  SHELF_CARDS,
  buildShelfFilter,
  selectFeaturedCards,
  selectShelfCards,
} from "./shelves.ts";
import type { Shelf } from "./shelves.ts";

const MINUTE_MS = 60_000;

/** Ids of shown events; `undefined` until all sections down to this one are loaded. */
type Taken = ReadonlySet<string> | undefined;

const NO_CARDS: readonly Card[] = [];

/** Number of columns, which is the number of cards in a section. On a phone, a section scrolls sideways. */
function useShelfSize(): number {
  const [isPhone, isMedium, isWide] = [
    useMedia("(max-width: 39.99rem)"),
    useMedia("(min-width: 62rem)"),
    useMedia("(min-width: 90rem)"),
  ];
  return isPhone || isWide ? SHELF_CARDS : isMedium ? 3 : 2;
}

/** Returns the events at the top. They stay the same until the page is loaded again. */
export function useFeatured() {
  const now = useNow(MINUTE_MS);
  const { query, rows } = useCardList({ filter: HERO_FILTER, name: "hero", enabled: true });
  const cards = useMemo(() => selectFeaturedCards(rows, now), [rows, now]);
  return { query, cards, taken: useTaken(new Set(), cards, query.isFetched) };
}

type ShelfOptions = { readonly above: Taken; readonly enabled: boolean };

export function useShelf(shelf: Shelf, { above, enabled }: ShelfOptions) {
  const now = useNow(MINUTE_MS);
  const most = useShelfSize();
  const { query, rows } = useCardList({ filter: buildShelfFilter(shelf, now), name: shelf, enabled });
  const cards = useMemo(
    () => (above === undefined ? NO_CARDS : selectShelfCards(rows, above, { now, most })),
    [rows, above, now, most],
  );
  const isReady = above !== undefined && query.isFetched;
  return { shelf, query, cards, isReady, taken: useTaken(above, cards, isReady) };
}

export type LoadedShelf = ReturnType<typeof useShelf>;

/** Adds cards to the ids of the sections above. */
function useTaken(above: Taken, cards: readonly Card[], isReady: boolean): Taken {
  const ids = isReady && above !== undefined ? [...above, ...cards.map(({ id }) => id)].join(" ") : undefined;
  return useMemo(() => (ids === undefined ? undefined : new Set(ids.split(" "))), [ids]);
}
