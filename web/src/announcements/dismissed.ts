/** Announcements that the visitor dismissed, by id. This browser keeps them, for all of its tabs. */
import { useSyncExternalStore } from "react";
import { createKeptText } from "../parts/kept-text.ts";

const MOST = 50;
const kept = createKeptText("presage.dismissed-announcements");

/** Ids have no blanks. */
const idsOf = (text: string): readonly string[] => text.split(" ").filter((id) => id !== "");

export const useDismissed = (): readonly string[] => idsOf(useSyncExternalStore(kept.subscribe, kept.read));

/** Dismisses an announcement. The oldest is dropped from a list that is full. */
export const dismiss = (id: string): void => kept.write([id, ...idsOf(kept.read())].slice(0, MOST).join(" "));
