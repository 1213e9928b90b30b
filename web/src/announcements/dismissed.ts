/** Announcements that the visitor dismissed, by id. This browser keeps them, for all of its tabs. */
import { useSyncExternalStore } from "react";

const NAME = "presage.dismissed-announcements";
const MOST = 50;

const listeners = new Set<() => void>();

const readText = (): string => localStorage.getItem(NAME) ?? "";

/** Ids have no blanks. */
const idsOf = (text: string): readonly string[] => text.split(" ").filter((id) => id !== "");

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

export const useDismissed = (): readonly string[] => idsOf(useSyncExternalStore(subscribe, readText));

/** Dismisses an announcement. The oldest is dropped from a list that is full. */
export function dismiss(id: string): void {
  localStorage.setItem(NAME, [id, ...idsOf(readText())].slice(0, MOST).join(" "));
  for (const listener of listeners) listener();
}
