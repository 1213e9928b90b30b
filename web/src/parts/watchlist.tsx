/** Events that a visitor follows, and the star that adds one. */
import { useSyncExternalStore } from "react";
import { useText } from "../text/language.tsx";
import { createStoredText } from "./hooks/stored-text.ts";

// The watchlist: ids of events that the visitor starred, newest first, stored in this browser for all of its tabs.

const MAX_WATCHED = 200;
const ID = /^\d{1,16}$/;

const NONE: readonly string[] = [];
const watchlistStore = createStoredText("presage.watchlist");
let lastRead: { readonly text: string; readonly ids: readonly string[] } = { text: "", ids: NONE };

function parse(text: string): readonly string[] {
  try {
    const ids: unknown = JSON.parse(text);
    return Array.isArray(ids) ? ids.map(String).filter((id) => ID.test(id)) : NONE;
  } catch {
    return NONE;
  }
}

/** Reads the list. Returns the same array until the list changes. */
function readWatchlist(): readonly string[] {
  const text = watchlistStore.read();
  if (text !== lastRead.text) lastRead = { text, ids: parse(text) };
  return lastRead.ids;
}

export const useWatchlist = (): readonly string[] =>
  useSyncExternalStore(watchlistStore.subscribe, readWatchlist);

/** Adds or removes an event. A full list drops the oldest. */
function toggleWatched(id: string): void {
  const before = readWatchlist();
  const ids = before.includes(id)
    ? before.filter((other) => other !== id)
    : [id, ...before].slice(0, MAX_WATCHED);
  watchlistStore.write(JSON.stringify(ids));
}

// A star that adds an event to this browser's watchlist, or removes it.

type StarButtonProps = { readonly id: string; readonly title: string };

const STAR = "M12 3.2l2.7 5.6 6.1.8-4.5 4.3 1.1 6.1-5.4-2.9-5.4 2.9 1.1-6.1-4.5-4.3 6.1-.8z";

export function StarButton({ id, title }: StarButtonProps) {
  const { cards } = useText();
  const isWatched = useWatchlist().includes(id);
  return (
    <button
      type="button"
      className="star"
      aria-pressed={isWatched}
      aria-label={cards.watch(title)}
      title={isWatched ? cards.watched : cards.notWatched}
      onClick={() => toggleWatched(id)}
    >
      <svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true">
        <path d={STAR} />
      </svg>
    </button>
  );
}
