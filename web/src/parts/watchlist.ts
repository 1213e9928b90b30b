/** The watchlist: ids of events that the visitor starred, newest first, stored in this browser for all of its tabs. */
import { useSyncExternalStore } from "react";
import { createKeptText } from "./kept-text.ts";

const MOST = 200;
const ID = /^\d{1,16}$/;

const NONE: readonly string[] = [];
const kept = createKeptText("presage.watchlist");
let read: { readonly text: string; readonly ids: readonly string[] } = { text: "", ids: NONE };

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
  const text = kept.read();
  if (text !== read.text) read = { text, ids: parse(text) };
  return read.ids;
}

export const useWatchlist = (): readonly string[] => useSyncExternalStore(kept.subscribe, readWatchlist);

/** Adds or removes an event. A full list drops the oldest. */
export function toggleWatched(id: string): void {
  const before = readWatchlist();
  const ids = before.includes(id) ? before.filter((other) => other !== id) : [id, ...before].slice(0, MOST);
  kept.write(JSON.stringify(ids));
}
