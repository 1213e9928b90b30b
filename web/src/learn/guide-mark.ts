/** The visitor's place in the guide for newcomers. This browser keeps it, for all of its tabs. */
import { useSyncExternalStore } from "react";
import { MARKS } from "./guide-step.ts";
import type { Mark } from "./guide-step.ts";

const NAME = "presage.guide";
const listeners = new Set<() => void>();

const readMark = (): Mark | undefined => MARKS.find((mark) => mark === localStorage.getItem(NAME));

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

export const useGuideMark = (): Mark | undefined => useSyncExternalStore(subscribe, readMark);

export function setGuideMark(mark: Mark): void {
  localStorage.setItem(NAME, mark);
  for (const listener of listeners) listener();
}
