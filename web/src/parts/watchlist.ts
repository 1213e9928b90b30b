/** The watchlist: ids of events that the visitor starred, the latest first. This browser keeps it, for all of its tabs. */
import { useSyncExternalStore } from "react";

const NAME = "presage.watchlist";
const MOST = 200;
const ID = /^\d{1,16}$/;

const NONE: readonly string[] = [];
let read: { readonly text: string | null; readonly ids: readonly string[] } = { text: null, ids: NONE };
const listeners = new Set<() => void>();

function parse(text: string | null): readonly string[] {
  try {
    const ids: unknown = JSON.parse(text ?? "[]");
    return Array.isArray(ids) ? ids.map(String).filter((id) => ID.test(id)) : NONE;
  } catch {
    return NONE;
  }
}

/** Reads the list. The same array comes back until the list changes. */
function readWatchlist(): readonly string[] {
  const text = localStorage.getItem(NAME);
  if (text !== read.text) read = { text, ids: parse(text) };
  return read.ids;
}

function subscribe(listener: () => void): () => void {
  const hear = ({ key }: StorageEvent): void => {
    if (key === NAME || key === null) listener();
  };
  listeners.add(listener);
  addEventListener("storage", hear);
  return () => {
    listeners.delete(listener);
    removeEventListener("storage", hear);
  };
}

export const useWatchlist = (): readonly string[] => useSyncExternalStore(subscribe, readWatchlist);

/** Adds an event, or removes it. The oldest is dropped from a list that is full. */
export function toggleWatched(id: string): void {
  const before = readWatchlist();
  const ids = before.includes(id) ? before.filter((other) => other !== id) : [id, ...before].slice(0, MOST);
  localStorage.setItem(NAME, JSON.stringify(ids));
  for (const listener of listeners) listener();
}
